package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/tts"
)

// parrot is a voice that takes a second for a line, and says whose voice it is.
type parrot struct {
	asked   *atomic.Int64
	by      string
	then    string // who says the beginning
	samples int
	err     error
}

func (parrot) Name() string { return "parrot" }

func (p parrot) Speak(ctx context.Context, _ string, _ tts.Voice, emit func(tts.Chunk) error) error {
	p.asked.Add(1)
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return ctx.Err()
	}
	if p.err != nil {
		return p.err
	}
	if p.then != "" {
		if err := emit(tts.Chunk{PCM: make([]int16, 10), Engine: p.then}); err != nil {
			return err
		}
	}
	return emit(tts.Chunk{PCM: make([]int16, p.samples), Engine: p.by})
}

// TestLinesAreSynthesisedOnce holds that of calls that begin at once one asks the
// voice, that the next asks if that one is cut, and that later calls ask nobody.
func TestLinesAreSynthesisedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l LineCache
		voice := parrot{asked: new(atomic.Int64), samples: 100}
		first, cut := context.WithCancel(t.Context())
		time.AfterFunc(500*time.Millisecond, cut)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := l.line(first, voice, tts.Voice{}, "mm-hm"); !errors.Is(err, context.Canceled) {
				t.Errorf("the call that was cut: %v", err)
			}
		})
		synctest.Wait()
		for range 16 {
			wg.Go(func() {
				if c, err := l.line(t.Context(), voice, tts.Voice{}, "mm-hm"); err != nil || len(c.PCM) != 100 || c.Engine != "parrot" {
					t.Errorf("%d samples by %q, %v", len(c.PCM), c.Engine, err)
				}
			})
		}
		wg.Wait()
		if n := voice.asked.Load(); n != 2 {
			t.Errorf("the voice was asked %d times, want once, and once for the call that was cut", n)
		}
		start := time.Now()
		if _, err := l.line(t.Context(), voice, tts.Voice{}, "mm-hm"); err != nil || time.Since(start) > 0 {
			t.Errorf("a later call waited %v, %v", time.Since(start), err)
		}
		if _, err := l.line(t.Context(), voice, tts.Voice{Gender: "male"}, "mm-hm"); err != nil || voice.asked.Load() != 3 {
			t.Errorf("another voice: %v, asked %d times, want its own", err, voice.asked.Load())
		}
	})
}

// TestLineBelongsToItsVoice holds that what another engine said in place of the
// one asked is never kept as the latter's, and that no failure is kept.
func TestLineBelongsToItsVoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l LineCache
		voice := parrot{asked: new(atomic.Int64), samples: 100, by: "understudy"}
		for n := range int64(2) {
			c, err := l.line(t.Context(), voice, tts.Voice{}, "mm-hm")
			if err != nil || c.Engine != "understudy" || voice.asked.Load() != n+1 {
				t.Errorf("by %q, %v, asked %d times", c.Engine, err, voice.asked.Load())
			}
		}
		for name, bad := range map[string]parrot{
			"fails": {asked: new(atomic.Int64), err: errors.New("no voice")},
			"empty": {asked: new(atomic.Int64)},
			"mixed": {asked: new(atomic.Int64), samples: 100, by: "one", then: "two"},
			"long":  {asked: new(atomic.Int64), samples: media.Samples(maxLine) + 1},
		} {
			for range 2 {
				if _, err := l.line(t.Context(), bad, tts.Voice{}, name); err == nil {
					t.Errorf("%s: no error", name)
				}
			}
			if bad.asked.Load() != 2 {
				t.Errorf("%s: asked %d times, want each time", name, bad.asked.Load())
			}
		}
		n := nods{ready: []preparedLine{{text: "a", engine: "one"}, {text: "b", engine: "two"}, {text: "c", engine: "one"}}}
		var said []string
		for range 4 {
			said = append(said, n.next("one").text)
		}
		if k := n.next("three"); k.text != "" || strings.Join(said, "") != "acac" {
			t.Errorf("nods given out: %q", said)
		}
	})
}

// TestLinesAreBounded holds that a process with ever new lines keeps so many.
func TestLinesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l LineCache
		voice := parrot{asked: new(atomic.Int64), samples: media.Samples(maxLine)}
		for n := range 150 {
			if _, err := l.line(t.Context(), voice, tts.Voice{}, fmt.Sprint(n)); err != nil {
				t.Fatal(err)
			}
		}
		held := 0
		for _, c := range l.lines {
			held += len(c.PCM)
		}
		if held > maxCached || held != l.samples || len(l.lines) < 100 || len(l.busy) > 0 {
			t.Errorf("%d lines of %d samples are held, %d counted; %d under way", len(l.lines), held, l.samples, len(l.busy))
		}
	})
}
