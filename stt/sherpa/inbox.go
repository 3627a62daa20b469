package sherpa

import (
	"sync"
	"time"

	"parley/media"
)

// inboxLength is how much audio waits for the recogniser at most. A stream that
// far behind has lost the conversation anyway.
const inboxLength = 16 * time.Second

// mark is where an utterance begins, pauses or ends in the audio. Its pause is the
// number of the pause the stream was in, 0 for none.
type mark struct {
	utterance uint64
	begin     bool
	pauses    bool
	pause     uint64
	at        int64 // samples written before it
	made      time.Time
}

// inbox is the queue from the microphone to the recogniser. When it is full the
// oldest audio is dropped and counted; marks never are, a few bytes per
// utterance.
type inbox struct {
	mu      sync.Mutex
	filled  sync.Cond
	ring    []int16
	head    int64 // samples read or dropped
	tail    int64 // samples written
	marks   []mark
	dropped int64
	closed  bool
}

func newInbox() *inbox {
	b := &inbox{ring: make([]int16, media.Samples(inboxLength))}
	b.filled.L = &b.mu
	return b
}

func (b *inbox) write(pcm []int16) {
	b.mu.Lock()
	defer b.mu.Unlock()
	size := int64(len(b.ring))
	for len(pcm) > 0 {
		n := copy(b.ring[b.tail%size:], pcm)
		pcm = pcm[n:]
		b.tail += int64(n)
	}
	if over := b.tail - b.head - size; over > 0 {
		b.head += over
		b.dropped += over
	}
	b.filled.Signal()
}

func (b *inbox) mark(utterance uint64, begin bool) {
	b.put(mark{utterance: utterance, begin: begin})
}

// put adds a mark here and now.
func (b *inbox) put(m mark) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m.at, m.made = b.tail, time.Now()
	b.marks = append(b.marks, m)
	b.filled.Signal()
}

// item is what comes out of the inbox: samples, of which the first is number at
// of all ever written, or else a mark.
type item struct {
	samples int
	at      int64
	mark    mark
}

// next waits for a mark or for samples, which it copies into dst. ok is false
// after close.
func (b *inbox) next(dst []int16) (it item, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed {
		if len(b.marks) > 0 && b.marks[0].at <= b.head {
			m := b.marks[0]
			b.marks = b.marks[1:]
			return item{mark: m, at: m.at}, true
		}
		if b.head < b.tail {
			at := b.head
			return item{samples: b.read(dst), at: at}, true
		}
		b.filled.Wait()
	}
	return item{}, false
}

// read copies samples up to the next mark. It needs b.mu.
func (b *inbox) read(dst []int16) int {
	end := b.tail
	if len(b.marks) > 0 {
		end = min(end, b.marks[0].at)
	}
	dst = dst[:min(int64(len(dst)), end-b.head)]
	n := copy(dst, b.ring[b.head%int64(len(b.ring)):])
	copy(dst[n:], b.ring)
	b.head += int64(len(dst))
	return len(dst)
}

func (b *inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.filled.Signal()
}

func (b *inbox) lost() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}
