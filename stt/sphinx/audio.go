package sphinx

import (
	"sync"
	"time"

	"parley/media"
)

// queueLength is how much audio waits for the decoder at most. It decodes at
// some seven times real time, so more than a few hundred ms wait only on an
// overloaded machine.
const queueLength = 8 * time.Second

// mark is where an utterance begins or ends in the queue.
type mark struct {
	utterance uint64
	begin     bool
	at        int64 // samples written before it
	made      time.Time
}

// audio is the queue between the microphone and the decoder: a ring of samples
// with the marks of utterances. When it is full the oldest samples are
// dropped and counted; marks never are, a few bytes per utterance.
type audio struct {
	mu      sync.Mutex
	filled  sync.Cond
	ring    []int16
	head    int64 // samples read or dropped
	tail    int64 // samples written
	marks   []mark
	dropped int64
	closed  bool
}

func newAudio() *audio {
	a := &audio{ring: make([]int16, media.Samples(queueLength))}
	a.filled.L = &a.mu
	return a
}

func (a *audio) write(pcm []int16) {
	a.mu.Lock()
	defer a.mu.Unlock()
	size := int64(len(a.ring))
	for len(pcm) > 0 {
		at := a.tail % size
		n := copy(a.ring[at:], pcm)
		pcm = pcm[n:]
		a.tail += int64(n)
	}
	if over := a.tail - a.head - size; over > 0 {
		a.head += over
		a.dropped += over
	}
	a.filled.Signal()
}

func (a *audio) mark(utterance uint64, begin bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.marks = append(a.marks, mark{utterance, begin, a.tail, time.Now()})
	a.filled.Signal()
}

// next waits for what comes next and returns either a mark or, copied into buf,
// n samples of which the first is number at of all ever written. They fill buf
// unless a mark follows sooner, however they were written: the decoder adapts
// between two blocks, so what it hears depends on where they end. ok is false
// after close.
func (a *audio) next(buf []int16) (m mark, at int64, n int, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		switch {
		case a.closed:
			return mark{}, 0, 0, false
		case len(a.marks) > 0 && a.marks[0].at <= a.head:
			m = a.marks[0]
			a.marks = a.marks[1:]
			return m, m.at, 0, true
		case a.tail-a.head >= int64(len(buf)) || len(a.marks) > 0:
			at = a.head
			return mark{}, at, a.read(buf), true
		}
		a.filled.Wait()
	}
}

// read copies samples up to the next mark.
func (a *audio) read(buf []int16) int {
	end := a.tail
	if len(a.marks) > 0 {
		end = min(end, a.marks[0].at)
	}
	buf = buf[:min(int64(len(buf)), end-a.head)]
	from := a.head % int64(len(a.ring))
	n := copy(buf, a.ring[from:])
	copy(buf[n:], a.ring)
	a.head += int64(len(buf))
	return len(buf)
}

func (a *audio) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	a.filled.Signal()
}

func (a *audio) lost() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.dropped
}
