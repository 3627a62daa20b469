package failover

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/engine"
	"parley/media"
	"parley/stt"
)

// kept is how much audio of an utterance is kept for another provider; of a longer
// one the oldest is dropped, slack at a time. It takes 32 kB a second.
const (
	kept  = 30 * time.Second
	slack = 5 * time.Second
)

// utterance is one that has no final yet, or whose turn for it has not come.
type utterance struct {
	id    uint64
	pcm   []int16   // the end of it
	cut   int       // samples before pcm, which are not kept
	hears int       // providers that began to hear it
	late  *upstream // noted to be late with it
	// ended is zero while it is open. Its transcript was asked for at asked; past
	// last nobody is waited for.
	ended, asked, last time.Time
	timer              *time.Timer // overdue; set once it has ended
	final              *stt.Event
}

// length is that of all audio that was written.
func (u *utterance) length() time.Duration { return media.Duration(u.cut + len(u.pcm)) }

// stream implements stt.Stream over one provider's stream at a time. Writer,
// reader, run and timers meet under mu; nothing blocks while it is held.
type stream struct {
	hearing hearingCall
	list    *list
	call    *call
	options stt.Options
	ctx     context.Context //nolint:containedctx // the life of the stream
	cancel  context.CancelFunc
	wg      sync.WaitGroup
	close   func()
	ready   chan struct{} // capacity 1: something to read, or an end

	mu     sync.Mutex
	closed bool
	err    error
	events []stt.Event  // to be read
	queue  []*utterance // by id
	up     *upstream    // nil while another is being opened
	errs   []error      // the last failure of each provider here
	broken int          // upstreams replaced since the last final
}

var _ stt.Stream = (*stream)(nil)

func newStream(c hearingCall, o stt.Options, up *upstream) *stream {
	s := &stream{
		hearing: c, list: c.list, call: c.call, options: o, ready: make(chan struct{}, 1), errs: make([]error, len(c.engines)),
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	c.list.enter()
	s.close = sync.OnceFunc(func() {
		s.mu.Lock()
		s.closed = true
		s.end()
		s.mu.Unlock()
		s.wg.Wait()
		c.list.leave()
	})
	s.attach(up)
	s.wg.Go(func() { s.run(up) })
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open, and
// moves to another provider if a better one is well.
func (s *stream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	s.endOpen()
	s.list.touch()
	if s.up != nil && len(s.queue) == 0 {
		if best := s.list.firstClosed(s.out); best >= 0 && best != s.up.provider {
			s.leave(s.up)
		}
	}
	if s.up != nil { // loaded while somebody speaks, it need not be when they have
		s.list.warm(s.up.provider)
	}
	s.queue = append(s.queue, &utterance{id: id})
	s.feedLive()
}

// Write implements stt.Stream.
func (s *stream) Write(pcm []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.open()
	if u == nil {
		return
	}
	u.pcm = append(u.pcm, pcm...)
	s.feedLive()
	if len(u.pcm) > media.Samples(kept+slack) {
		over := len(u.pcm) - media.Samples(kept)
		u.cut += over
		u.pcm = u.pcm[:copy(u.pcm, u.pcm[over:])]
	}
}

// End implements stt.Stream.
func (s *stream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endOpen()
}

// Next implements stt.Stream.
func (s *stream) Next(ctx context.Context) (stt.Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return stt.Event{}, err
		}
		if e, ok, err := s.read(); ok {
			return e, err
		}
		select {
		case <-s.ready:
		case <-ctx.Done():
		}
	}
}

func (s *stream) read() (e stt.Event, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return stt.Event{}, true, io.EOF
	case len(s.events) > 0:
		e = s.events[0]
		s.events = slices.Delete(s.events, 0, 1)
		return e, true, nil
	}
	return stt.Event{}, s.err != nil, s.err
}

// Close implements stt.Stream.
func (s *stream) Close() error {
	s.close()
	return nil
}

// put has e read; an interim gives way to the next event of its utterance.
func (s *stream) put(e stt.Event) {
	if n := len(s.events); n > 0 && !s.events[n-1].Final && s.events[n-1].Utterance == e.Utterance {
		s.events = s.events[:n-1]
	}
	s.events = append(s.events, e)
	s.signal()
}

func (s *stream) signal() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// open is the open utterance, nil if there is none.
func (s *stream) open() *utterance {
	if len(s.queue) == 0 {
		return nil
	}
	if u := s.queue[len(s.queue)-1]; u.ended.IsZero() {
		return u
	}
	return nil
}

func (s *stream) endOpen() {
	u := s.open()
	if u == nil {
		return
	}
	u.ended = time.Now()
	u.asked = u.ended
	if s.up != nil && s.up.u == u && !s.up.paused.IsZero() {
		u.asked = s.up.paused // for what will be the final
	}
	if s.loads() && s.other(s.up.provider) {
		s.leave(s.up) // before it is asked: a request that is given up would end the load
	}
	b := s.list.budgets
	more := time.Duration(u.length().Seconds() * float64(b.PerSecond))
	due := u.asked.Add(b.First + more)
	u.last = due.Add(max(b.Total-b.First, 0) + 2*more)
	u.timer = time.AfterFunc(time.Until(due), func() { s.overdue(u) })
	s.feedLive()
}

// overdue is called when u has no final at due, and again at last.
func (s *stream) overdue(u *utterance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || u.final != nil {
		return
	}
	left := time.Until(u.last)
	if up := s.up; up != nil && up != u.late && (left <= 0 || u.hears < 2) {
		u.late = up
		s.blame(up.provider, fmt.Errorf("%w: the transcript of %s is overdue", engine.ErrSlow, s.list.providers[up.provider].name()))
		if left > 0 && s.other(up.provider) {
			s.leave(up)
		}
	}
	if left > 0 {
		u.timer.Reset(left)
		return
	}
	s.settle(u, stt.Event{Err: s.list.refusal(s.worst())})
}

// take passes on what up has recognised.
func (s *stream) take(up *upstream, e stt.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.queue, func(u *utterance) bool { return u.id == e.Utterance })
	if up != s.up || i < 0 || s.queue[i].final != nil {
		return
	}
	u := s.queue[i]
	switch {
	case !e.Final:
		e.Err = nil
		s.put(e)
	case u.ended.IsZero(): // a final of half an utterance is none
	case e.Err == nil:
		s.list.providers[up.provider].answers()
		s.list.providers[up.provider].first.add(time.Since(later(u.asked, up.caught)))
		s.call.served(s.list, up.provider, s.errs)
		s.errs[up.provider], s.broken = nil, 0
		s.settle(u, e)
	default:
		s.broken = 0
		s.blame(up.provider, e.Err)
		if u.hears < 2 && s.other(up.provider) {
			s.leave(up)
			return
		}
		s.settle(u, stt.Event{Err: s.list.refusal(e.Err)})
	}
}

// settle gives u its final, and hands out those whose turn has come.
func (s *stream) settle(u *utterance, e stt.Event) {
	e.Utterance, e.Final = u.id, true
	u.final = &e
	u.timer.Stop()
	for len(s.queue) > 0 && s.queue[0].final != nil {
		first := s.queue[0]
		first.final.Took = time.Since(first.ended)
		s.put(*first.final)
		s.queue = slices.Delete(s.queue, 0, 1)
	}
}

// out reports whether a provider is not for this stream now.
func (s *stream) out(i int) bool {
	return s.list.lacks(s.options.Language)(i) || s.call.avoids(s.list, i)
}

// loads reports whether the provider that hears has its model loaded just now, as far
// as is known: a probe because of what another call said is none.
func (s *stream) loads() bool {
	if s.up == nil || !s.list.providers[s.up.provider].loading() {
		return false
	}
	a := s.list.underWay(s.up.provider)
	return a != nil && (a.lasts() || s.list.providers[s.up.provider].stale())
}

// other reports whether a provider other than i is well.
func (s *stream) other(i int) bool {
	return s.list.firstClosed(func(j int) bool { return j == i || s.out(j) }) >= 0
}

// blame notes a failure of a provider.
func (s *stream) blame(i int, err error) {
	s.errs[i] = err
	s.call.failed(i, 1)
	s.list.fail(i, err)
}

// worst is the most telling of the failures here.
func (s *stream) worst() (err error) {
	for _, e := range s.errs {
		err = telling(err, e)
	}
	return err
}

// fail breaks the stream for good.
func (s *stream) fail(err error) {
	s.err = err
	s.end()
}

// end lets everything go.
func (s *stream) end() {
	s.cancel()
	for _, u := range s.queue {
		if u.timer != nil {
			u.timer.Stop()
		}
	}
	if s.up != nil {
		s.leave(s.up)
	}
	s.queue = nil
	s.signal()
}

// used tells the observer of what up has heard of an utterance.
func (s *stream) used(up *upstream, again bool) {
	u := parley.Usage{Requests: 1, Audio: media.Duration(up.fed - up.from)}
	if again {
		u.Retries = 1
	}
	s.list.providers[up.provider].asked()
	s.call.used(s.list, up.provider, u)
}
