package failover_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/media"
	"parley/stt"
)

// late is a final that comes 3 s after its time.
const late trouble = "late"

// hearer is an stt.Engine whose transcript of an utterance is its name, how
// many samples it got and their sum. It takes audio in at seven times real time
// and keeps 8 s, as stt/sphinx does.
type hearer struct {
	name string
	script
	final time.Duration // after End, once all is taken in
	// places is how many streams may be open, if not 0. poison is the trouble of
	// streams whose phrases are forbidden.
	places    int
	poison    trouble
	languages []string

	mu   sync.Mutex
	live int // streams open
}

var _ stt.Engine = (*hearer)(nil)

func newHearer(name string, list ...trouble) *hearer {
	return &hearer{name: name, final: 100 * ms, script: script{list: list}}
}

func (e *hearer) Name() string { return e.name }

func (e *hearer) Languages() []string { return e.languages }

func (e *hearer) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	now := e.next(ctx)
	if e.poison != "" && slices.Contains(o.Phrases, forbidden) {
		now = e.poison
	}
	if e.full() {
		return nil, fmt.Errorf("open: %w", engine.ErrCapacity)
	}
	if now != junk {
		if err := now.before(); err != nil {
			return nil, err
		}
	}
	if now == hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err := wait(ctx, 20*ms); err != nil {
		return nil, err
	}
	s := &hearerStream{e: e, trouble: now, out: make(chan stt.Event, 1000), broke: make(chan struct{}), done: make(chan struct{})}
	e.add(1)
	s.close = sync.OnceFunc(func() { close(s.done); e.add(-1) })
	return s, nil
}

func (e *hearer) add(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.live += n
}

func (e *hearer) full() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.places > 0 && e.live >= e.places
}

// delay sets what finals take from now on.
func (e *hearer) delay(d time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.final = d
}

func (e *hearer) delayed() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.final
}

type hearerStream struct {
	e       *hearer
	trouble trouble
	out     chan stt.Event
	broke   chan struct{}
	done    chan struct{}
	close   func()
	timed   sync.WaitGroup

	mu      sync.Mutex
	id      uint64
	samples int
	sum     int64
	total   int
	free    time.Time // when all is taken in
}

func (s *hearerStream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id, s.samples, s.sum = id, 0, 0
}

func (s *hearerStream) Write(pcm []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.free.Before(now) {
		s.free = now
	}
	if s.free.Sub(now)*7+media.Duration(len(pcm)) > 8*time.Second {
		return // dropped
	}
	s.free = s.free.Add(media.Duration(len(pcm)) / 7)
	s.samples += len(pcm)
	for _, v := range pcm {
		s.sum += int64(v)
	}
	before := s.total
	s.total += len(pcm)
	const second = media.SampleRate
	if s.trouble == cut && before < second && s.total >= second {
		close(s.broke)
	}
	if s.trouble == none && s.samples/second != (s.samples-len(pcm))/second {
		s.out <- stt.Event{Utterance: s.id, Text: s.e.name + "…"}
	}
}

func (s *hearerStream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := stt.Event{Utterance: s.id, Final: true, Text: fmt.Sprintf("%s %d %d", s.e.name, s.samples, s.sum)}
	after := s.e.delayed() + max(0, time.Until(s.free))
	switch s.trouble {
	case stall:
		return
	case junk:
		e.Text, e.Err = "", fmt.Errorf("%w: HTML", engine.ErrJunk)
	case late:
		after += 3 * time.Second
	default:
	}
	s.timed.Go(func() {
		select {
		case <-s.done:
		case <-time.After(after):
			s.out <- e
		}
	})
}

func (s *hearerStream) Next(ctx context.Context) (stt.Event, error) {
	select {
	case <-ctx.Done():
		return stt.Event{}, ctx.Err()
	case <-s.done:
		return stt.Event{}, io.EOF
	case <-s.broke:
		return stt.Event{}, fmt.Errorf("read: %w", engine.ErrCut)
	case e := <-s.out:
		return e, nil
	}
}

func (s *hearerStream) Close() error {
	s.close()
	s.timed.Wait()
	return nil
}

func newHearing(t testing.TB, o failover.Options, engines ...*hearer) *failover.Hearing {
	t.Helper()
	providers := make([]stt.Engine, len(engines))
	for i, e := range engines {
		providers[i] = e
	}
	l := failover.NewHearing(quietly(o), providers...)
	t.Cleanup(func() {
		l.Close()
		for _, e := range engines {
			if e.live != 0 {
				t.Errorf("%d streams of %s are still open", e.live, e.name)
			}
		}
	})
	return l
}
