package caller

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// wire keeps what a microphone sends.
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
func run(t *testing.T, m *mic, d time.Duration, act func()) {
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

func TestMicSaysAClip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		w := &wire{}
		m := &mic{sink: w, phase: 7 * ms}
		var said Sent
		run(t, m, time.Second, func() {
			time.Sleep(100 * ms)
			// 50 ms of sound end in the middle of the third frame.
			<-m.say(sound(0, 50*ms, 0), nil)
			said = m.last()
		})
		if said.Stalls != 0 || said.Voiced.Sub(began) != 147*ms {
			t.Errorf("voiced until %v, %d stalls; want 147 ms and none", said.Voiced.Sub(began), said.Stalls)
		}
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

func TestMicSkipsWhatIsTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{stall: map[int]time.Duration{5: 50 * ms, 10: 500 * ms}}
		run(t, &mic{sink: w}, time.Second, func() {})
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

func TestMicEndsWithItsSink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		if err := (&mic{sink: &wire{err: broken}}).run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("run = %v, want %v", err, broken)
		}
	})
}

func TestMicSaysOverTheNoise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sink := &mediatest.Sink{}
		noise := []int16{1, 2, 3}
		line := slices.Repeat([]int16{1000}, media.FrameSamples+10)
		m := &mic{sink: sink, noise: noise}
		start := time.Now()
		var onset time.Time
		run(t, m, 150*ms, func() {
			time.Sleep(50 * ms)
			m.say(line, func(at time.Time) { onset = at })
		})
		if got := onset.Sub(start); got != 60*ms {
			t.Errorf("the line began at %v, want with the next frame, at 60 ms", got)
		}
		for i, s := range sink.PCM() {
			want := noise[i%len(noise)]
			if from := 3 * media.FrameSamples; i >= from && i < from+len(line) {
				want += 1000
			}
			if s != want {
				t.Fatalf("sample %d = %d, want %d", i, s, want)
			}
		}
	})
}

// Of a line that the machine held up, the caller knows that it has gaps.
func TestMicCountsStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mic{sink: &wire{stall: map[int]time.Duration{3: 200 * ms, 30: 200 * ms}}}
		run(t, m, time.Second, func() { <-m.say(sound(0, 300*ms, 0), nil) })
		if got := m.last().Stalls; got != 1 {
			t.Errorf("%d stalls in what was said, want 1", got)
		}
	})
}

func TestMicStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{}
		m := &mic{sink: w}
		run(t, m, time.Second, func() {
			time.Sleep(10 * ms) // past the first frame
			m.say(sound(0, time.Second, 0), nil)
			time.Sleep(95 * ms)
			m.stop()
		})
		for i, f := range w.frames {
			if f.voiced != (i >= 1 && i <= 5) {
				t.Errorf("frame %d voiced = %v", i, f.voiced)
			}
		}
		if s := m.last(); s.Onset.IsZero() || !s.End.IsZero() {
			t.Errorf("said %+v, want an onset and no end", s)
		}
	})
}
