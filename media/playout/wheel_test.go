package playout_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// seats are playouts that run on one wheel.
type seats struct {
	t     *testing.T
	wheel *playout.Wheel
}

// run starts a playout and returns what stops it and says how it ended.
func (s seats) run(sink playout.Sink) (stop func() error) {
	p := playout.New(s.wheel, sink, func(playout.Played) {})
	ctx, cancel := context.WithCancelCause(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	synctest.Wait()
	return func() error {
		cancel(errStop)
		return <-done
	}
}

func onWheel(t *testing.T, test func(s seats)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(seats{t, playout.NewWheel()}) })
}

func (s seats) stopAll(stops []func() error) {
	s.t.Helper()
	for i, stop := range stops {
		if err := stop(); !errors.Is(err, errStop) {
			s.t.Errorf("playout %d: Run = %v, want %v", i, err, errStop)
		}
	}
	if got := s.wheel.Stats().Playouts; got != 0 {
		s.t.Errorf("%d playouts left on the wheel, want none", got)
	}
}

func TestWheelSpreadsPlayouts(t *testing.T) {
	onWheel(t, func(s seats) {
		sinks := make([]*mediatest.Sink, 50)
		var stops []func() error
		for i := range sinks {
			sinks[i] = &mediatest.Sink{}
			stops = append(stops, s.run(sinks[i]))
			time.Sleep(137 * time.Microsecond)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		began := sinks[0].Frames()[0].At
		phases := map[time.Duration]int{}
		for i, sink := range sinks {
			frames := sink.Frames()
			for k, f := range frames {
				if want := frames[0].At.Add(time.Duration(k) * media.PTime); !f.At.Equal(want) || !f.Now.Equal(want) {
					t.Fatalf("playout %d: frame %d due %v, sent %v, want %v", i, k, f.At.Sub(began), f.Now.Sub(began), want.Sub(began))
				}
			}
			if n := len(frames); n < 99 || n > 102 {
				t.Errorf("playout %d sent %d frames in 2 s, want 100", i, n)
			}
			phases[frames[0].At.Sub(began)%media.PTime]++
		}
		for at, n := range phases {
			if at%time.Millisecond != 0 || n > 3 {
				t.Errorf("%d playouts in the phase at %v, want at most 3 on whole milliseconds", n, at)
			}
		}
		if len(phases) != 20 {
			t.Errorf("50 playouts in %d phases, want all 20", len(phases))
		}
		st := s.wheel.Stats()
		if st.Playouts != 50 || st.Ticks < 4950 || st.Late99 != 0 || st.LateMax != 0 {
			t.Errorf("Stats = %+v, want 50 playouts and about 5000 ticks on time", st)
		}
		s.stopAll(stops)
	})
}

func TestWheelFillsTheEmptiestPhase(t *testing.T) {
	onWheel(t, func(s seats) {
		first, second := &mediatest.Sink{}, &mediatest.Sink{}
		stop := []func() error{s.run(first), s.run(second)}
		time.Sleep(time.Second)
		for range 30 { // calls that come and go
			third := &mediatest.Sink{}
			end := s.run(third)
			time.Sleep(33 * time.Millisecond)
			if err := end(); !errors.Is(err, errStop) {
				t.Errorf("Run = %v, want %v", err, errStop)
			}
			for _, other := range []*mediatest.Sink{first, second} {
				if third.Frames()[0].At.Sub(other.Frames()[0].At)%media.PTime == 0 {
					t.Fatal("a third playout in the phase of another")
				}
			}
		}
		s.stopAll(stop)
	})
}

// failing is a sink with a fault of its own.
type failing func() error

func (f failing) WriteFrame(playout.Frame) error { return f() }

func TestWheelKeepsFaultsApart(t *testing.T) {
	secret := "what the user said"
	onWheel(t, func(s seats) {
		good := &mediatest.Sink{}
		stopGood := s.run(good)
		n := 0
		stopPanic := s.run(failing(func() error {
			if n++; n == 5 {
				panic(secret)
			}
			return nil
		}))
		release := make(chan struct{})
		stopSlow := s.run(failing(func() error { <-release; return nil }))
		time.Sleep(time.Second - time.Millisecond)
		synctest.Wait()
		frames := good.Frames()
		if len(frames) != 50 {
			t.Errorf("%d frames beside a sink that panics and one that blocks, want 50", len(frames))
		}
		for _, f := range frames {
			if !f.Now.Equal(f.At) {
				t.Fatalf("frame %v late", f.Now.Sub(f.At))
			}
		}
		if got := s.wheel.Stats().Playouts; got != 2 {
			t.Errorf("%d playouts, want 2: the one that panicked has ended", got)
		}
		var fault *playout.PanicError
		if err := stopPanic(); !errors.As(err, &fault) || fault.Value != secret {
			t.Errorf("Run = %v, want a PanicError with its value", err)
		} else if text := err.Error(); strings.Contains(text, secret) || !strings.Contains(text, "wheel_test.go") {
			t.Errorf("Run = %q, want the stack and not the value", text)
		}
		close(release)
		s.stopAll([]func() error{stopSlow, stopGood})
	})
}

func TestWheelStatsSeeAStall(t *testing.T) {
	onWheel(t, func(s seats) {
		sink := &mediatest.Sink{Delay: func(n int) {
			if n == 100 {
				time.Sleep(55 * time.Millisecond) // ticks 35 and 15 ms late follow
			}
		}}
		stop := s.run(sink)
		time.Sleep(9 * time.Second)
		st := s.wheel.Stats()
		if st.LateMax != 35*time.Millisecond || st.Late99 != 0 {
			t.Errorf("Stats = %+v, want the largest 35ms and the 99th percentile 0 of 450", st)
		}
		time.Sleep(30 * time.Second)
		if got := s.wheel.Stats().LateMax; got != 0 {
			t.Errorf("LateMax = %v half a minute later, want it forgotten", got)
		}
		s.stopAll([]func() error{stop})
	})
}
