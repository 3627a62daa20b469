package sphinx

import (
	"slices"
	"testing"
	"testing/synctest"

	"parley/media"
)

// ramp is n samples that count up from first.
func ramp(first, n int) []int16 {
	pcm := make([]int16, n)
	for i := range pcm {
		pcm[i] = int16(first + i)
	}
	return pcm
}

func TestAudioKeepsOrderAndMarks(t *testing.T) {
	a := newAudio()
	a.mark(1, true)
	a.write(ramp(0, 250))
	a.mark(1, false)
	a.mark(2, true)
	a.write(ramp(250, 10))
	a.mark(2, false)
	var buf [100]int16
	var got []int16
	var marks []mark
	for range 8 {
		m, at, n, ok := a.next(buf[:])
		switch {
		case !ok:
			t.Fatal("closed")
		case n == 0:
			marks = append(marks, m)
		case int(at) != len(got):
			t.Errorf("samples from %d, want %d", at, len(got))
		}
		got = append(got, buf[:n]...)
	}
	if !slices.Equal(got, ramp(0, 260)) {
		t.Errorf("got %d samples, want 260 in order", len(got))
	}
	for i, want := range []mark{
		{1, true, 0, marks[0].made}, {1, false, 250, marks[1].made},
		{2, true, 250, marks[2].made}, {2, false, 260, marks[3].made},
	} {
		if marks[i] != want {
			t.Errorf("mark %d = %+v, want %+v", i, marks[i], want)
		}
	}
}

func TestAudioDropsTheOldest(t *testing.T) {
	a := newAudio()
	size := len(a.ring)
	a.mark(1, true)
	for i := range size/1000 + 5 {
		a.write(ramp(i, 1000))
	}
	a.mark(1, false)
	if got := a.lost(); got != 5000 {
		t.Errorf("lost %d samples, want 5000", got)
	}
	buf := make([]int16, 2*size)
	if m, _, _, _ := a.next(buf); !m.begin {
		t.Errorf("first %+v, want the beginning", m)
	}
	_, at, n, _ := a.next(buf)
	if at != 5000 || n != size || buf[0] != 5 {
		t.Errorf("%d samples from %d, the first %d; want %d from 5000, the first 5", n, at, buf[0], size)
	}
	if m, _, _, _ := a.next(buf); m.begin || m.utterance != 1 {
		t.Errorf("last %+v, want the end of 1", m)
	}
}

func TestAudioCloseWakesTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAudio()
		go func() {
			if _, _, _, ok := a.next(make([]int16, 1)); ok {
				t.Error("next gave something")
			}
		}()
		synctest.Wait()
		a.close()
	})
}

func TestAudioWriteAllocatesNothing(t *testing.T) {
	a := newAudio()
	frame, buf := make([]int16, media.FrameSamples), make([]int16, media.FrameSamples)
	if n := testing.AllocsPerRun(100, func() {
		a.write(frame)
		a.next(buf)
	}); n != 0 {
		t.Errorf("%v allocations for a frame, want 0", n)
	}
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
	if got := s.Dropped(); got == 0 || got > int64(len(flood)-len(s.audio.ring)) {
		t.Errorf("%d samples dropped of %d", got, len(flood))
	}
}
