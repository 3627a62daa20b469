package failover

import (
	"context"
	"slices"
	"sync"
	"time"

	"parley/stt"
)

// utterance is one that has no final yet, or whose turn for it has not come.
type utterance struct {
	id         uint64
	start, end int64 // on the tape; end is -1 while it is open
	ended      time.Time
	by         *leg // whose final is waited for, and whose interims are passed
	side       *leg // hears it as well, as by is later than usual
	moved      bool // from another leg
	// earlyBy was asked at early for a transcript before the end, which is what
	// its final will be.
	early   time.Time
	earlyBy *leg

	// Past hedge and shadow another rung hears it as well, past due instead, past
	// last nobody is waited for. Zero while it is open, and once acted on.
	hedge, shadow, due, last time.Time

	spare   bool       // side's final is only wanted if by's is not in time
	held    *stt.Event // that final, of heldBy
	heldBy  *leg
	late    bool  // by's lateness is noted
	refused []int // rungs that could not recognise it
	refusal error // why by cannot recognise it, and nobody else does
	final   *stt.Event
}

// stream implements stt.Stream over the streams of the rungs, its legs. Writer,
// reader, legs and timer meet under mu; nothing blocks while it is held.
type stream struct {
	h       *Hearing
	list    *list
	who     *caller
	options stt.Options
	events  *events
	ctx     context.Context //nolint:containedctx // the life of the stream
	cancel  context.CancelFunc
	wg      sync.WaitGroup
	ready   chan struct{} // closed once a leg is open or all have failed
	close   func()

	mu     sync.Mutex
	closed bool
	err    error
	isOpen bool // ready is closed
	tape   tape
	queue  []*utterance // by id
	legs   []*leg
	main   *leg // hears what begins; nil once the stream has failed
	next   *leg // preferred, to be main from the next utterance on
	timer  *time.Timer
	errs   []error     // the last failure of each rung here
	failed []time.Time // when each last made the user wait
	broken []strikes   // of each, when it did not open or broke
}

var _ stt.Stream = (*stream)(nil)

func newStream(h *Hearing, o stt.Options, who *caller) *stream {
	s := &stream{
		h: h, list: h.list, who: who, options: o, events: newEvents(),
		ready: make(chan struct{}), errs: make([]error, len(h.engines)), failed: make([]time.Time, len(h.engines)),
		broken: make([]strikes, len(h.engines)),
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.timer = time.AfterFunc(time.Hour, s.tick)
	s.timer.Stop()
	h.list.touch()
	h.list.enter()
	s.close = sync.OnceFunc(func() {
		s.mu.Lock()
		s.closed = true
		s.end()
		s.mu.Unlock()
		s.events.close()
		s.wg.Wait()
		h.list.leave()
	})
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *stream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	s.endOpen()
	s.list.touch()
	s.list.earn()
	s.prefer(id)
	u := &utterance{id: id, start: s.tape.end, end: -1, by: s.main}
	s.queue = append(s.queue, u)
	s.feedLive()
}

// Write implements stt.Stream.
func (s *stream) Write(pcm []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.openOne() == nil {
		return
	}
	s.tape.write(pcm)
	s.feedLive()
}

// End implements stt.Stream.
func (s *stream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endOpen()
}

// Next implements stt.Stream.
func (s *stream) Next(ctx context.Context) (stt.Event, error) { return s.events.next(ctx) }

// Close implements stt.Stream.
func (s *stream) Close() error {
	s.close()
	return nil
}

// openOne is the open utterance, nil if there is none.
func (s *stream) openOne() *utterance {
	if s.closed || s.err != nil || len(s.queue) == 0 {
		return nil
	}
	if u := s.queue[len(s.queue)-1]; u.end < 0 {
		return u
	}
	return nil
}

func (s *stream) endOpen() {
	u := s.openOne()
	if u == nil {
		return
	}
	u.end, u.ended = s.tape.end, time.Now()
	s.setBudgets(u)
	s.feedLive()
	s.arm()
	s.tell(u)
}

// fail breaks the stream for good.
func (s *stream) fail(err error) {
	if s.err == nil {
		s.err = s.list.refusal(err)
		s.events.fail(s.err)
	}
	s.end()
	s.opened()
}

func (s *stream) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// worst is the most telling of the failures so far.
func (s *stream) worst() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.errs {
		err = telling(err, e)
	}
	return err
}

// end lets everything go.
func (s *stream) end() {
	s.cancel()
	s.timer.Stop()
	for _, l := range slices.Clone(s.legs) {
		s.drop(l)
	}
	s.main, s.next, s.queue = nil, nil, nil
	s.tape.forget(s.tape.end + int64(len(block{})))
}

func (s *stream) opened() {
	if !s.isOpen {
		s.isOpen = true
		close(s.ready)
	}
}
