package sherpa

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"parley/media"
	"parley/stt"
)

// fake is a model whose pieces say how many steps of audio they were given. Each
// piece waits at gate before it ends, if that is set.
type fake struct {
	gate       chan struct{}
	refuse     error
	panicking  atomic.Bool
	busy, most atomic.Int32 // pieces at work, and the most there were
	open       atomic.Int32 // pieces not freed
	freed      atomic.Bool
	mu         sync.Mutex
	phrases    []string
}

var (
	_ model      = (*fake)(nil)
	_ punctuator = shouting{}

	errRefused = errors.New("no more pieces")
)

func (f *fake) begin(phrases []string) (piece, error) {
	if f.refuse != nil {
		return nil, f.refuse
	}
	f.mu.Lock()
	f.phrases = phrases
	f.mu.Unlock()
	f.open.Add(1)
	return &fakePiece{f: f}, nil
}

func (f *fake) free() { f.freed.Store(true) }

type fakePiece struct {
	f       *fake
	samples int
}

func (p *fakePiece) write(pcm []float32) { p.samples += len(pcm) }

func (p *fakePiece) interim() string { return "so far " + strconv.Itoa(p.samples/readStep) }

func (p *fakePiece) end() outcome {
	if p.f.panicking.Load() {
		panic("broken")
	}
	now := p.f.busy.Add(1)
	defer p.f.busy.Add(-1)
	p.f.most.Store(max(p.f.most.Load(), now))
	if p.f.gate != nil {
		<-p.f.gate
	}
	return outcome{text: strconv.Itoa(p.samples / readStep)}
}

func (p *fakePiece) free() { p.f.open.Add(-1) }

// shouting is a punctuator.
type shouting struct{}

func (shouting) punctuate(text string) string { return text + "!" }

func (shouting) free() {}

// fakeEngine has workers of its own and hears pieces of any length.
func fakeEngine(f *fake, workers, streams int) *Engine {
	return newEngine(&recognition{
		model: f, workers: newWorkers(workers), step: readStep, costly: true, limits: streamLimits,
	}, streams)
}

// stream opens a stream of e.
func stream(t *testing.T, e *Engine) *Stream {
	t.Helper()
	s, err := e.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Stream)
}

// say says steps of silence as utterance id.
func say(s *Stream, id uint64, steps int) {
	s.Begin(id)
	for range steps {
		s.Write(make([]int16, readStep))
	}
	s.End()
}

// final is the next final of s.
func final(t *testing.T, s *Stream) stt.Event {
	t.Helper()
	for {
		e, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if e.Final {
			return e
		}
	}
}

const second = media.SampleRate / readStep // steps
