package probe

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/playout"
)

// wire keeps what a mouth sends.
type wire struct {
	frames []sent
	// stall is how long the frame of that number blocks.
	stall map[int]time.Duration
	err   error
}

type sent struct {
	due    time.Duration
	voiced bool
}

var _ playout.Sink = (*wire)(nil)

func (w *wire) WriteFrame(f playout.Frame) error {
	w.frames = append(w.frames, sent{f.At.Sub(began), f.Voiced})
	time.Sleep(w.stall[len(w.frames)])
	return w.err
}

// run has m send for d, act being called when it has begun.
func run(t *testing.T, m *mouth, d time.Duration, act func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- m.run(ctx) }()
	act()
	if err := <-done; err != nil {
		t.Errorf("run = %v, want nil", err)
	}
}

func TestMouthSaysAClip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		w := &wire{}
		m := &mouth{sink: w, phase: 7 * ms}
		var said Said
		run(t, m, time.Second, func() {
			time.Sleep(100 * ms)
			// 50 ms of sound end in the middle of the third frame.
			<-m.say(Clip{PCM: sound(0, 50*ms, 0)})
			said = m.last()
		})
		if got, want := said.Onset.Sub(began), 107*ms; got != want {
			t.Errorf("onset at %v, want %v", got, want)
		}
		// The third frame is sent at 147 ms; it carries 127 to 147, the first half of
		// them voiced.
		if got, want := said.End.Sub(began), 137*ms; got != want {
			t.Errorf("end at %v, want %v", got, want)
		}
		for i, f := range w.frames {
			if voiced := i >= 5 && i < 8; f.voiced != voiced {
				t.Errorf("frame %d voiced = %v, want %v", i, f.voiced, voiced)
			}
		}
		if len(w.frames) != 50 {
			t.Errorf("%d frames in a second, want 50", len(w.frames))
		}
	})
}

func TestMouthSkipsWhatIsTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{stall: map[int]time.Duration{5: 50 * ms, 10: 500 * ms}}
		run(t, &mouth{sink: w}, time.Second, func() {})
		// The short stall is made up for, of the long one 3 frames at the most are.
		if n := len(w.frames); n < 24 || n > 29 {
			t.Errorf("%d frames in a second with a stall of 500 ms, want 24 to 29", n)
		}
		for i := 1; i < len(w.frames); i++ {
			if gap := w.frames[i].due - w.frames[i-1].due; gap <= 0 || gap%media.PTime != 0 {
				t.Errorf("frame %d is due %v after the one before, want whole frames", i, gap)
			}
		}
	})
}

func TestMouthEndsWithItsSink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		if err := (&mouth{sink: &wire{err: broken}}).run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("run = %v, want %v", err, broken)
		}
	})
}
