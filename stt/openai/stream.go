package openai

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"parley/engine"
	"parley/media"
	"parley/stt"
)

const (
	// maxPart is the most audio in one request; a longer utterance is cut, at
	// a quiet moment within the last quietSearch. It is what Whisper hears at
	// once, and little is left to hear when the utterance ends.
	maxPart     = 30 * time.Second
	quietSearch = 4 * time.Second
	// minPart is the least that is sent; the API refuses less.
	minPart = 100 * time.Millisecond
	// maxRequests is how many requests of a stream run at once, and maxHeld how
	// many parts there are at most, 15 MB of audio, before one is given up.
	maxRequests = 2
	maxHeld     = 16
	// maxEvents is how many events may wait for Next; an interim that finds no
	// room is dropped, a final waits.
	maxEvents = 64
)

// Stream implements stt.Stream. Requests of several utterances may overlap;
// their finals do not. An utterance that comes while maxHeld parts still wait
// for the service is given up with engine.ErrCapacity.
type Stream struct {
	engine *Engine
	form   form
	events chan stt.Event
	slots  chan struct{}   // requests under way
	ctx    context.Context //nolint:containedctx // the stream's own life
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu     sync.Mutex
	ended  chan struct{} // capacity 1: there is an utterance to collect
	queue  []*utterance
	held   int // parts whose request is not over
	closed bool

	open *utterance // the writer's only
}

// utterance is what was said between Begin and End.
type utterance struct {
	id    uint64
	pcm   []int16 // of the part that is open
	at    int     // samples in the parts before it
	parts []*part
	// early is the part that Pause asked for, which holds all that is in pcm but
	// the silence after it; nil without one.
	early *part
	ended time.Time
}

var (
	_ stt.Stream = (*Stream)(nil)
	_ stt.Pauser = (*Stream)(nil)
)

func startStream(ctx context.Context, e *Engine, f form) *Stream {
	ctx, cancel := context.WithCancel(ctx)
	s := &Stream{
		engine: e, form: f, ctx: ctx, cancel: cancel,
		events: make(chan stt.Event, maxEvents), slots: make(chan struct{}, maxRequests), ended: make(chan struct{}, 1),
	}
	s.work.Go(s.collect)
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *Stream) Begin(id uint64) {
	s.End()
	s.open = &utterance{id: id}
}

// Write implements stt.Stream.
func (s *Stream) Write(pcm []int16) {
	u := s.open
	if u == nil || s.ctx.Err() != nil {
		return
	}
	u.pcm = append(u.pcm, pcm...)
	for len(u.pcm) >= media.Samples(maxPart) {
		s.dropEarly(u)
		n := quietest(u.pcm[:media.Samples(maxPart)])
		rest := append([]int16(nil), u.pcm[n:]...)
		s.send(u, u.pcm[:n])
		u.pcm = rest
	}
}

// End implements stt.Stream. Without an open utterance it does nothing.
func (s *Stream) End() {
	u := s.open
	if u == nil {
		return
	}
	s.open = nil
	u.ended = time.Now()
	if !s.takeEarly(u) && len(u.pcm) >= media.Samples(minPart) {
		s.send(u, u.pcm)
	}
	u.pcm = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.queue = append(s.queue, u)
	select {
	case s.ended <- struct{}{}:
	default:
	}
}

// send asks for the text of the utterance's next part.
func (s *Stream) send(u *utterance, pcm []int16) {
	p := s.newPart(pcm, media.Duration(u.at))
	u.at += len(pcm)
	u.parts = append(u.parts, p)
	s.ask(p)
}

// ask asks for the text of a part, unless too many wait.
func (s *Stream) ask(p *part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.held == maxHeld {
		p.fail(fmt.Errorf("%s: %w: %s has yet to answer %d requests; check that it keeps up with speech",
			s.engine.Name(), engine.ErrCapacity, s.engine.service.Address(), maxHeld))
		return
	}
	s.held++
	s.work.Go(func() {
		p.transcribe(s)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.held--
	})
}

// Next implements stt.Stream. It never fails: a service that does shows in
// Event.Err.
func (s *Stream) Next(ctx context.Context) (stt.Event, error) {
	if err := ctx.Err(); err != nil {
		return stt.Event{}, err
	}
	if s.ctx.Err() != nil {
		return stt.Event{}, io.EOF
	}
	select {
	case e := <-s.events:
		return e, nil
	case <-ctx.Done():
		return stt.Event{}, ctx.Err()
	case <-s.ctx.Done():
		return stt.Event{}, io.EOF
	}
}

// Close implements stt.Stream. It hangs up on the service and waits for the
// requests to end, some milliseconds.
func (s *Stream) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.work.Wait()
	return nil
}

// Lull implements stt.Pauser.
func (s *Stream) Lull() time.Duration { return stt.RequestLull }

// Pause implements stt.Pauser: it makes the request that End would.
func (s *Stream) Pause() {
	u := s.open
	if u == nil || u.early != nil || len(u.pcm) < media.Samples(minPart) || s.ctx.Err() != nil {
		return
	}
	p := s.newPart(u.pcm[:len(u.pcm):len(u.pcm)], media.Duration(u.at))
	u.early = p
	s.ask(p)
	parts := append(u.parts[:len(u.parts):len(u.parts)], p)
	s.work.Go(func() { s.tell(u.id, parts) })
}

// Resume implements stt.Pauser.
func (s *Stream) Resume() (wasted bool) { return s.open != nil && s.dropEarly(s.open) }

// dropEarly hangs up on the request that Pause made, and reports whether there
// was one.
func (s *Stream) dropEarly(u *utterance) bool {
	p := s.detach(u)
	if p == nil {
		return false
	}
	p.cancel()
	return true
}

// takeEarly makes the part that Pause asked for the utterance's last, and
// reports whether it did: a request that has failed by now is made again.
func (s *Stream) takeEarly(u *utterance) bool {
	p := s.detach(u)
	if p == nil {
		return false
	}
	select {
	case <-p.done:
		if p.err != nil {
			return false
		}
	default:
	}
	u.parts = append(u.parts, p)
	return true
}

// detach takes the early part away from u. It is not shown any more: the
// speaker goes on, or the final is next.
func (s *Stream) detach(u *utterance) *part {
	p := u.early
	if p == nil {
		return nil
	}
	u.early = nil
	s.mu.Lock()
	defer s.mu.Unlock()
	p.detached = true
	return p
}

// tell shows the text of parts, of which the last was asked for early, once all
// are there, unless that was detached. A request that failed has nothing to show.
func (s *Stream) tell(id uint64, parts []*part) {
	var texts []string
	var all doubts
	for _, p := range parts {
		<-p.done // soon after the stream closes: p's request ends with it
		if p.err != nil {
			return
		}
		texts = append(texts, p.heard.text)
		all.merge(p.heard.doubts, len(p.heard.text))
	}
	text := strings.TrimSpace(strings.Join(texts, " "))
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == "" || parts[len(parts)-1].detached {
		return
	}
	select {
	case s.events <- stt.Event{Utterance: id, Text: text, Early: true, Evidence: all.evidence(s.form.prompt)}:
	default:
	}
}
