package agent

import (
	"testing"

	"parley/media"
)

// hears counts what it is given by utterance, and which are over.
type hears struct {
	pauser
	ids     []uint64
	samples map[uint64]int
	over    []uint64
}

func (h *hears) Begin(id uint64)   { h.ids = append(h.ids, id) }
func (h *hears) Write(pcm []int16) { h.samples[h.ids[len(h.ids)-1]] += len(pcm) }
func (h *hears) End()              { h.over = append(h.over, h.ids[len(h.ids)-1]) }

// Of more than backlogMost the oldest goes, and an utterance of which nothing is left
// is begun and ended all the same, as its final is waited for.
func TestBacklogKeepsTheLatest(t *testing.T) {
	var b backlog
	frame := make([]int16, media.FrameSamples)
	most := media.Samples(backlogMost)
	write := func(id uint64, samples int) {
		b.Begin(id)
		for range samples / len(frame) {
			b.Write(frame)
		}
	}
	write(1, most/4)
	b.End()
	write(2, most/2)
	b.End()
	write(3, most*3/4)
	h := &hears{samples: map[uint64]int{}}
	if open := b.give(h); !open || len(h.ids) != 3 || len(h.over) != 2 {
		t.Errorf("open is %t; begun are %v, over are %v", open, h.ids, h.over)
	}
	if s := h.samples; s[1] != 0 || s[2] != most/4 || s[3] != most*3/4 {
		t.Errorf("samples by utterance are %v of %d at most", s, most)
	}
	if len(b.waiting) != 0 || b.samples != 0 {
		t.Errorf("%d utterances and %d samples wait after that", len(b.waiting), b.samples)
	}
}

// What was told to be lost does not come later; what is being said may.
func TestBacklogForgetsWhatIsOver(t *testing.T) {
	var b backlog
	b.Begin(1)
	b.Write(make([]int16, media.FrameSamples))
	b.End()
	b.Begin(2)
	b.Write(make([]int16, 2*media.FrameSamples))
	b.forget()
	if len(b.waiting) != 1 || b.waiting[0].id != 2 || b.samples != 2*media.FrameSamples {
		t.Errorf("%d utterances and %d samples are left", len(b.waiting), b.samples)
	}
}
