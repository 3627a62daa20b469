package sherpa

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/stt"
)

func TestFinalsComeInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		e := fakeEngine(f, 2, 4)
		a, b := stream(t, e), stream(t, e)
		for id := range uint64(20) {
			say(a, id, int(id%5))
			say(b, id, 4-int(id%5))
		}
		for id := range uint64(20) {
			for s, want := range map[*Stream]int{a: int(id % 5), b: 4 - int(id%5)} {
				text := strconv.Itoa(want)
				if want == 0 {
					text = "" // an empty utterance never reaches the model
				}
				if got := final(t, s); got.Utterance != id || got.Text != text || got.Err != nil {
					t.Errorf("got %+v, want %q of utterance %d", got, text, id)
				}
			}
		}
		if err := e.Close(); err != nil || f.open.Load() != 0 || !f.freed.Load() {
			t.Errorf("Close = %v, %d pieces are open, the model is freed: %v", err, f.open.Load(), f.freed.Load())
		}
	})
}

// TestWorkersBoundTheModel has more callers end their utterances at once than
// there are workers.
func TestWorkersBoundTheModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{})}
		e := fakeEngine(f, 2, 5)
		var streams []*Stream
		for range 5 {
			s := stream(t, e)
			say(s, 1, second)
			streams = append(streams, s)
		}
		synctest.Wait()
		if got := f.busy.Load(); got != 2 {
			t.Errorf("%d at work, want 2", got)
		}
		if _, err := e.Open(t.Context(), stt.Options{}); !errors.Is(err, engine.ErrCapacity) {
			t.Errorf("a sixth stream: %v, want %v", err, engine.ErrCapacity)
		}
		time.Sleep(time.Second)
		close(f.gate)
		for _, s := range streams {
			if got := final(t, s); got.Took < time.Second {
				t.Errorf("the final took %v, want the second it waited", got.Took)
			}
		}
		if f.most.Load() > 2 {
			t.Errorf("%d were at work at once, want 2", f.most.Load())
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestCloseDoesNotWaitForTheModel closes a stream whose decoding nothing stops:
// the caller is free after 40 ms, the engine waits for it.
func TestCloseDoesNotWaitForTheModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{})}
		e := fakeEngine(f, 1, 2)
		s := stream(t, e)
		say(s, 1, second)
		synctest.Wait()
		start := time.Now()
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(start); took > 2*closeWait {
			t.Errorf("Close twice took %v, want at most %v", took, 2*closeWait)
		}
		if _, err := s.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("Next = %v, want %v", err, io.EOF)
		}
		closed := make(chan struct{})
		go func() { _ = e.Close(); close(closed) }()
		synctest.Wait()
		if f.freed.Load() {
			t.Error("the model was freed while at work")
		}
		close(f.gate)
		<-closed
		if !f.freed.Load() || f.open.Load() != 0 {
			t.Errorf("the model is freed: %v, %d pieces are open", f.freed.Load(), f.open.Load())
		}
		if _, err := e.Open(t.Context(), stt.Options{}); !errors.Is(err, ErrClosed) {
			t.Errorf("Open after Close = %v, want %v", err, ErrClosed)
		}
	})
}

// TestFailuresCostOneUtterance has the model refuse, then panic, then work.
func TestFailuresCostOneUtterance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{refuse: errRefused}
		e := fakeEngine(f, 1, 1)
		s := stream(t, e)
		say(s, 1, second)
		if got := final(t, s); !errors.Is(got.Err, errRefused) || got.Text != "" {
			t.Errorf("refused: %+v, want %v", got, errRefused)
		}
		f.refuse = nil
		f.panicking.Store(true)
		say(s, 2, second)
		if got := final(t, s); !errors.Is(got.Err, errPanic) || got.Text != "" {
			t.Errorf("panicked: %+v, want %v", got, errPanic)
		}
		f.panicking.Store(false)
		say(s, 3, second)
		if got := final(t, s); got.Err != nil || got.Text != strconv.Itoa(second) {
			t.Errorf("after failures: %+v, want %d steps", got, second)
		}
		if err := e.Close(); err != nil || f.open.Load() != 0 {
			t.Errorf("Close = %v with %d pieces open", err, f.open.Load())
		}
	})
}

func TestPhrasesAndPunctuation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		e := fakeEngine(f, 1, 1)
		e.recognition.points = shouting{}
		s, err := e.Open(t.Context(), stt.Options{Phrases: []string{"Sterling"}})
		if err != nil {
			t.Fatal(err)
		}
		say(s.(*Stream), 1, 3)
		if got := final(t, s.(*Stream)); got.Text != "3!" || !slices.Equal(f.phrases, []string{"Sterling"}) {
			t.Errorf("heard %q with the phrases %q", got.Text, f.phrases)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestNobodyReads lets finals wait: the audio after them is dropped, oldest
// first, and each utterance still has its final.
func TestNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := fakeEngine(&fake{}, 1, 1)
		s := stream(t, e)
		const all = 64 + 20 // stt.Queue holds 64
		for id := range uint64(all) {
			say(s, id, second)
			synctest.Wait()
		}
		if s.Dropped() == 0 {
			t.Error("nothing was dropped with nobody reading")
		}
		for id := range uint64(all) {
			if got := final(t, s); got.Utterance != id {
				t.Errorf("final of %d, want %d", got.Utterance, id)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Next = %v, want %v", err, context.Canceled)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
}
