package stttest

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/stt"
)

// testNextEnds cancels Next while nothing is said and while much is.
func testNextEnds(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	enginetest.Prompt(t, "Next after its context ended", func() enginetest.Lapse {
		return enginetest.Cancelled(t, 20*time.Millisecond, func(ctx context.Context, soon func()) error {
			soon()
			_, err := s.Next(ctx)
			return err
		})
	})
	enginetest.Understood(t, "after Next was cancelled", k.Speech[0].Text, k.hear(t, s, 1, k.Speech[0]))
}

// testCloseWhileHearing closes streams whose recogniser is at work, with Next
// waiting.
func testCloseWhileHearing(t testing.TB, k *kit) {
	e := k.open(t)
	for name, end := range map[string]func(stt.Stream){
		"in an utterance": func(stt.Stream) {}, "after an utterance": stt.Stream.End,
	} {
		enginetest.Prompt(t, "Close "+name+" and Next", func() enginetest.Lapse {
			s := k.stream(t, e)
			over := make(chan error, 1)
			go func() {
				for {
					if _, err := s.Next(t.Context()); err != nil {
						over <- err
						return
					}
				}
			}()
			s.Begin(1)
			write(s, k.Speech[0].PCM)
			end(s)
			clock := enginetest.Start()
			if err := s.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
			select {
			case err := <-over:
				if !errors.Is(err, io.EOF) {
					t.Errorf("Next, waiting as the stream closed, = %v, want %v", err, io.EOF)
				}
			case <-time.After(k.Patience):
				t.Fatalf("Next did not return when the stream was closed %s", name)
			}
			return clock.Lapse()
		})
	}
}

func testCloseTwice(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	s.Begin(1)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := s.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
		})
	}
	write(s, k.Speech[0].PCM) // as the caller may still be speaking
	s.End()
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("Close once more = %v", err)
	}
	say(s, 2, k.Speech[0].PCM)
	for range 2 {
		if e, err := s.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("Next after Close = utterance %d, %v; want %v", e.Utterance, err, io.EOF)
		}
	}
}

// testOpenEnded gives up opening; what comes of it must be whole either way.
func testOpenEnded(t testing.TB, k *kit) {
	e := k.open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	start := time.Now()
	s, err := e.Open(ctx, k.Stream)
	if took := time.Since(start); took > k.Patience {
		t.Errorf("Open with an ended context took %v", took)
	}
	if err == nil {
		_ = s.Close()
	}
	open := k.stream(t, e) // the context of Open bounds the opening only
	enginetest.Understood(t, "after an opening given up", k.Speech[0].Text, k.hear(t, open, 1, k.Speech[0]))
}
