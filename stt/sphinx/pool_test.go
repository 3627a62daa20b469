package sphinx

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"parley/stt"
	"parley/tts"
)

func TestReusedDecoderHearsTheSame(t *testing.T) {
	e, err := Open(Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ours := say(t, sentences[1], tts.Voice{Name: "rms"})
	heard := func(pcm []int16) string {
		s := open(t, e)
		defer s.Close()
		return final(hear(t, s, 1, pcm)).Text
	}
	fresh := heard(ours)
	for _, text := range sentences[:3] {
		heard(say(t, text, tts.Voice{Name: "slt"}))
	}
	if again := heard(ours); again != fresh {
		t.Errorf("after another speaker %q, when fresh %q", again, fresh)
	}
	if e.pool.total != 1 {
		t.Errorf("%d decoders were made, want 1", e.pool.total)
	}
}

func TestConcurrentStreams(t *testing.T) {
	pcm := say(t, sentences[3], tts.Voice{})
	alone := open(t, shared)
	want := final(hear(t, alone, 1, pcm)).Text
	_ = alone.Close()
	var wg sync.WaitGroup
	for range 4 { // two decoders: two streams wait for theirs
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			s, err := shared.Open(ctx, stt.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			s.Begin(1)
			write(s, pcm)
			s.End()
			for {
				e, err := s.Next(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				if e.Final {
					if e.Text != want {
						t.Errorf("heard %q beside others, %q alone", e.Text, want)
					}
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestOpenWaitsForADecoder(t *testing.T) {
	a := open(t, shared)
	open(t, shared)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if s, err := shared.Open(ctx, stt.Options{}); !errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("third Open of two = %v, %v; want %v and the deadline", s, err, ErrBusy)
	}
	got := make(chan error, 1)
	go func() {
		s, err := shared.Open(t.Context(), stt.Options{})
		if err == nil {
			err = s.Close()
		}
		got <- err
	}()
	_ = a.Close()
	select {
	case err := <-got:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("Open did not get the decoder that came back")
	}
}

func TestEngineClose(t *testing.T) {
	e, err := Open(Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, e)
	got := make(chan error, 1)
	go func() {
		_, err := e.Open(t.Context(), stt.Options{})
		got <- err
	}()
	_ = e.Close()
	if err := <-got; !errors.Is(err, ErrClosed) {
		t.Errorf("Open during Close = %v, want %v", err, ErrClosed)
	}
	if text := final(hear(t, s, 1, say(t, sentences[7], tts.Voice{}))).Text; text == "" {
		t.Error("an open stream hears nothing after the engine closed")
	}
	_ = s.Close()
	if n := len(e.pool.idle); n != 0 {
		t.Errorf("%d decoders kept after Close", n)
	}
}

// A caller who leaves while a decoder is made ready for them is not kept; the
// decoder is there for the next.
func TestOpenLeavesWithItsCaller(t *testing.T) {
	e, err := Open(Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	warm := open(t, e) // loaded, so that what follows waits for the domain alone
	_ = warm.Close()
	ctx, leave := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	leave(gone)
	e.pool.mu.Lock()
	idle := len(e.pool.idle)
	e.pool.mu.Unlock()
	s, err := e.Open(ctx, stt.Options{Domain: sentences})
	if idle == 1 && !errors.Is(err, gone) {
		if s != nil {
			_ = s.Close()
		}
		t.Errorf("Open for who has left = %v, want %v", err, gone)
	}
	again := open(t, e)
	_ = again.Close()
}
