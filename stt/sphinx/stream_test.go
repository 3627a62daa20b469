package sphinx

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"

	"parley/media"
	"parley/tts"
)

func TestEmptyUtterances(t *testing.T) {
	s := open(t, shared)
	for id, pcm := range [][]int16{nil, make([]int16, 100), make([]int16, media.SampleRate)} {
		e := final(hear(t, s, uint64(id), pcm))
		if e.Text != "" || len(e.Words) != 0 || e.Utterance != uint64(id) {
			t.Errorf("%d samples of silence: %+v, want an empty final %d", len(pcm), e, id)
		}
	}
}

func TestBeginEndsTheOpenUtterance(t *testing.T) {
	s := open(t, shared)
	s.End() // nothing is open
	s.Write(make([]int16, 320))
	s.Begin(1)
	s.Begin(2)
	s.End()
	s.End()
	for want := uint64(1); want <= 2; want++ {
		if e := next(t, s); e.Utterance != want || !e.Final {
			t.Errorf("event %+v, want the final of %d", e, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next = %+v, %v; want nothing more and %v", e, err, context.Canceled)
	}
}

func TestCloseTwiceFromAnywhere(t *testing.T) {
	s := open(t, shared)
	s.Begin(1)
	write(s, say(t, "The budget is too high.", tts.Voice{}))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { _ = s.Close() })
	}
	wg.Wait()
	if _, err := s.Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("Next after Close = %v, want io.EOF", err)
	}
	s.Write(make([]int16, 320)) // must not block or panic
	s.End()
}

// TestOverflowIsCountedAndTimed floods a stream faster than it can decode.
func TestOverflowIsCountedAndTimed(t *testing.T) {
	s := open(t, shared)
	s.Begin(1)
	flood := make([]int16, 60*media.SampleRate)
	write(s, flood)
	s.End()
	for final := false; !final; {
		final = next(t, s).Final
	}
	if got := s.Dropped(); got == 0 || got > int64(len(flood)-media.Samples(queueLength)) {
		t.Errorf("%d samples dropped of %d", got, len(flood))
	}
}
