package agent

import (
	"slices"
	"time"

	"parley/media"
	"parley/stt"
)

// backlogMost is how much speech waits for a recogniser that is being opened. What was
// said while connecting comes twice as fast as it was said (room/lk), and after openWait
// the user is told that nobody hears them. A recogniser takes as much at once.
const backlogMost = 8 * time.Second

// backlog is what the user says while the recogniser is being opened, which hears it
// once it is open, as if it had been. It belongs to the ear.
type backlog struct {
	waiting []said
	samples int // of all that wait
}

// said is an utterance, or the beginning of one that is not over.
type said struct {
	id   uint64
	pcm  []int16
	over bool
}

// Begin begins an utterance.
func (b *backlog) Begin(id uint64) { b.waiting = append(b.waiting, said{id: id}) }

// Write adds to the utterance that was begun last; what is over backlogMost goes, the
// oldest first.
func (b *backlog) Write(pcm []int16) {
	last := &b.waiting[len(b.waiting)-1]
	last.pcm = append(last.pcm, pcm...)
	b.samples += len(pcm)
	for i := range b.waiting {
		n := min(max(b.samples-media.Samples(backlogMost), 0), len(b.waiting[i].pcm))
		b.waiting[i].pcm = b.waiting[i].pcm[n:]
		b.samples -= n
	}
}

// End ends the utterance that was begun last.
func (b *backlog) End() { b.waiting[len(b.waiting)-1].over = true }

// give has s hear all that waits, and reports whether the last of it is not over.
func (b *backlog) give(s stt.Stream) (open bool) {
	for _, u := range b.waiting {
		s.Begin(u.id)
		for frame := range slices.Chunk(u.pcm, media.FrameSamples) {
			s.Write(frame)
		}
		if open = !u.over; !open {
			s.End()
		}
	}
	*b = backlog{}
	return open
}

// forget forgets the utterances that are over.
func (b *backlog) forget() {
	b.waiting = slices.DeleteFunc(b.waiting, func(u said) bool {
		if u.over {
			b.samples -= len(u.pcm)
		}
		return u.over
	})
}
