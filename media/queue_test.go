package media_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

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

func TestQueueKeepsOrderAndMarks(t *testing.T) {
	for _, least := range []int{1, 100} {
		q := media.NewQueue[string](time.Second)
		q.Mark("begin 1")
		q.Write(ramp(0, 250))
		q.Mark("end 1")
		q.Mark("begin 2")
		q.Write(ramp(250, 10))
		q.Mark("end 2")
		var got []int16
		var marks []media.Queued[string]
		buf := make([]int16, 100)
		for range 8 {
			n, ok := q.Next(buf, least)
			switch {
			case !ok:
				t.Fatal("closed")
			case n.Samples == 0:
				n.Made = time.Time{}
				marks = append(marks, n)
			case int(n.At) != len(got):
				t.Errorf("samples from %d, want %d", n.At, len(got))
			}
			got = append(got, buf[:n.Samples]...)
		}
		if !slices.Equal(got, ramp(0, 260)) {
			t.Errorf("got %d samples, want 260 in order", len(got))
		}
		if want := []media.Queued[string]{
			{Mark: "begin 1"}, {Mark: "end 1", At: 250}, {Mark: "begin 2", At: 250}, {Mark: "end 2", At: 260},
		}; !slices.Equal(marks, want) {
			t.Errorf("marks %+v, want %+v", marks, want)
		}
	}
}

// TestQueueWaitsForTheLeast also says when a mark was made.
func TestQueueWaitsForTheLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := media.NewQueue[int](time.Second)
		start := time.Now()
		var sizes []int
		go func() {
			for {
				n, ok := q.Next(make([]int16, 100), 100)
				if !ok {
					return
				}
				if n.Samples == 0 && n.Made.Sub(start) != time.Second {
					t.Errorf("the mark was made after %v, want 1s", n.Made.Sub(start))
				}
				sizes = append(sizes, n.Samples)
			}
		}()
		for range 3 {
			q.Write(ramp(0, 50))
			synctest.Wait()
		}
		if want := []int{100}; !slices.Equal(sizes, want) {
			t.Errorf("reads of %v samples before the mark, want %v", sizes, want)
		}
		time.Sleep(time.Second)
		q.Mark(1)
		synctest.Wait()
		if want := []int{100, 50, 0}; !slices.Equal(sizes, want) {
			t.Errorf("reads of %v samples, want %v", sizes, want)
		}
		q.Close()
	})
}

func TestQueueDropsTheOldest(t *testing.T) {
	const size = media.SampleRate
	q := media.NewQueue[string](time.Second)
	q.Mark("begin")
	for i := range size/1000 + 5 {
		q.Write(ramp(i, 1000))
	}
	q.Mark("end")
	if got := q.Dropped(); got != 5000 {
		t.Errorf("lost %d samples, want 5000", got)
	}
	if got := q.Len(); got != size {
		t.Errorf("%d samples wait, want %d", got, size)
	}
	buf := make([]int16, 2*size)
	if n, _ := q.Next(buf, 1); n.Mark != "begin" || n.Samples > 0 {
		t.Errorf("first %+v, want the beginning", n)
	}
	if n, _ := q.Next(buf, 1); n.At != 5000 || n.Samples != size || buf[0] != 5 {
		t.Errorf("%d samples from %d, the first %d; want %d from 5000, the first 5", n.Samples, n.At, buf[0], size)
	}
	if n, _ := q.Next(buf, 1); n.Mark != "end" {
		t.Errorf("last %+v, want the end", n)
	}
}

func TestQueueCloseWakesTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := media.NewQueue[int](time.Second)
		go func() {
			if _, ok := q.Next(make([]int16, 1), 1); ok {
				t.Error("Next gave something")
			}
		}()
		synctest.Wait()
		q.Close()
	})
}

func TestQueueAllocatesNothing(t *testing.T) {
	q := media.NewQueue[int](time.Second)
	frame, buf := make([]int16, media.FrameSamples), make([]int16, media.FrameSamples)
	if n := testing.AllocsPerRun(100, func() {
		q.Write(frame)
		q.Next(buf, len(buf))
	}); n != 0 {
		t.Errorf("%v allocations for a frame, want 0", n)
	}
}

func BenchmarkQueue(b *testing.B) {
	q := media.NewQueue[int](time.Second)
	frame := make([]int16, media.FrameSamples)
	b.ReportAllocs()
	for b.Loop() {
		q.Write(frame)
	}
}
