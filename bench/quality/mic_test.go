package quality

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

func TestMicSendsLinesOverTheBed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sink := &mediatest.Sink{}
		bed := []int16{1, 2, 3}
		m := &mic{sink: sink, bed: bed}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- m.run(ctx) }()
		start := time.Now()
		time.Sleep(50 * time.Millisecond)
		var began time.Time
		line := slices.Repeat([]int16{1000}, media.FrameSamples+10)
		m.say(line, func(at time.Time) { began = at })
		time.Sleep(100 * time.Millisecond)
		cancel()
		if err := <-done; err != nil || m.stalled() != 0 {
			t.Errorf("run = %v, %d stalls in virtual time", err, m.stalled())
		}
		if got := began.Sub(start); got != 60*time.Millisecond {
			t.Errorf("the line began at %v, want with the next frame, at 60 ms", got)
		}
		pcm := sink.PCM()
		for i, s := range pcm {
			want := bed[i%len(bed)]
			if from := 3 * media.FrameSamples; i >= from && i < from+len(line) {
				want += 1000
			}
			if s != want {
				t.Fatalf("sample %d = %d, want %d", i, s, want)
			}
		}
	})
}

func TestMicSkipsAfterAStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sink := &mediatest.Sink{}
		sink.Delay = func(n int) {
			if n == 3 {
				time.Sleep(200 * time.Millisecond)
			}
		}
		m := &mic{sink: sink}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := m.run(ctx); m.stalled() != 1 || err != nil {
			t.Errorf("run = %v, %d stalls; want one", err, m.stalled())
		}
		frames := sink.Frames()
		for i := 1; i < len(frames); i++ {
			if gap := frames[i].At.Sub(frames[i-1].At); gap%media.PTime != 0 || gap <= 0 {
				t.Errorf("frame %d is due %v after the one before", i, gap)
			}
		}
	})
}
