package sherpa

import (
	"errors"
	"io"
	"slices"
	"testing"
	"testing/synctest"

	"parley/media"
	"parley/stt"
)

// ramp is n samples that count up from first.
func ramp(first, n int) []int16 {
	pcm := make([]int16, n)
	for i := range pcm {
		pcm[i] = int16(first + i) //nolint:gosec // small
	}
	return pcm
}

func TestInboxKeepsOrderAndMarks(t *testing.T) {
	b := newInbox()
	b.mark(1, true)
	b.write(ramp(0, 250))
	b.mark(1, false)
	b.mark(2, true)
	b.write(ramp(250, 10))
	b.mark(2, false)
	var got []int16
	var marks []mark
	buf := make([]int16, 100)
	for range 8 {
		it, ok := b.next(buf)
		switch {
		case !ok:
			t.Fatal("closed")
		case it.samples == 0:
			marks = append(marks, it.mark)
		case int(it.at) != len(got):
			t.Errorf("samples from %d, want %d", it.at, len(got))
		}
		got = append(got, buf[:it.samples]...)
	}
	if !slices.Equal(got, ramp(0, 260)) {
		t.Errorf("got %d samples, want 260 in order", len(got))
	}
	for i, want := range []mark{
		{utterance: 1, begin: true, made: marks[0].made}, {utterance: 1, at: 250, made: marks[1].made},
		{utterance: 2, begin: true, at: 250, made: marks[2].made}, {utterance: 2, at: 260, made: marks[3].made},
	} {
		if marks[i] != want {
			t.Errorf("mark %d = %+v, want %+v", i, marks[i], want)
		}
	}
}

func TestInboxDropsTheOldest(t *testing.T) {
	b := newInbox()
	size := len(b.ring)
	b.mark(1, true)
	for i := range size/1000 + 5 {
		b.write(ramp(i, 1000))
	}
	b.mark(1, false)
	if got := b.lost(); got != 5000 {
		t.Errorf("lost %d samples, want 5000", got)
	}
	buf := make([]int16, 2*size)
	if it, _ := b.next(buf); !it.mark.begin || it.samples > 0 {
		t.Errorf("first %+v, want the beginning", it)
	}
	if it, _ := b.next(buf); it.at != 5000 || it.samples != size || buf[0] != 5 {
		t.Errorf("%d samples from %d, the first %d; want %d from 5000, the first 5", it.samples, it.at, buf[0], size)
	}
	if it, _ := b.next(buf); it.mark.begin || it.mark.utterance != 1 {
		t.Errorf("last %+v, want the end of 1", it)
	}
}

func TestInboxCloseWakesTheReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newInbox()
		go func() {
			if _, ok := b.next(make([]int16, 1)); ok {
				t.Error("next gave something")
			}
		}()
		synctest.Wait()
		b.close()
	})
}

func TestInboxAllocatesNothing(t *testing.T) {
	b := newInbox()
	frame, pcm, samples := make([]int16, media.FrameSamples), make([]int16, media.FrameSamples), make([]float32, media.FrameSamples)
	if n := testing.AllocsPerRun(100, func() {
		b.write(frame)
		b.next(pcm)
		float(samples, pcm)
	}); n != 0 {
		t.Errorf("%v allocations for a frame, want 0", n)
	}
}

func TestOutboxInterimGivesWay(t *testing.T) {
	q := newOutbox()
	for _, e := range []stt.Event{
		{Utterance: 1, Text: "a"}, {Utterance: 1, Text: "a b"}, {Utterance: 1, Text: "a b c", Final: true},
		{Utterance: 2, Text: "d"}, {Utterance: 2, Text: "d e"},
	} {
		q.put(e)
	}
	for _, want := range []string{"a b c", "d e"} {
		if e, err := q.next(t.Context()); e.Text != want || err != nil {
			t.Errorf("next = %q, %v; want %q", e.Text, err, want)
		}
	}
}

func TestOutboxHoldsTheRecogniserBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newOutbox()
		const all = maxEvents + 10
		put := 0
		go func() {
			for id := range uint64(all) {
				q.put(stt.Event{Utterance: id, Final: true})
				put++
			}
		}()
		synctest.Wait()
		if put != maxEvents {
			t.Errorf("%d finals put with nobody reading, want %d", put, maxEvents)
		}
		for id := range uint64(5) {
			if e, err := q.next(t.Context()); e.Utterance != id || err != nil {
				t.Fatalf("next = %d, %v; want %d", e.Utterance, err, id)
			}
		}
		synctest.Wait()
		q.close()
		synctest.Wait() // the goroutine is free
		if _, err := q.next(t.Context()); !errors.Is(err, io.EOF) || put != all {
			t.Errorf("next after close = %v with %d put, want EOF and %d", err, put, all)
		}
	})
}
