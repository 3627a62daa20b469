package media

import (
	"sync"
	"time"
)

// Queue holds audio, with marks M between its samples, for a reader that may fall
// behind, such as a recogniser. It never blocks the writer: when it is full the
// oldest samples are dropped and counted; marks never are, so they should be few.
// Its methods are safe for concurrent use; there is one reader.
type Queue[M any] struct {
	mu      sync.Mutex
	filled  sync.Cond
	ring    []int16
	head    int64 // samples read or dropped
	tail    int64 // samples written
	marks   []marked[M]
	dropped int64
	closed  bool
}

type marked[M any] struct {
	mark M
	at   int64 // samples written before it
	made time.Time
}

// Queued is what comes out of a Queue: Samples of them, of which the first is
// number At of all ever written, or, if Samples is 0, a Mark that was Made when
// At had been written.
type Queued[M any] struct {
	Samples int
	At      int64
	Mark    M
	Made    time.Time
}

// NewQueue returns a Queue that holds at most d of audio, at 32 kB a second.
func NewQueue[M any](d time.Duration) *Queue[M] {
	q := &Queue[M]{ring: make([]int16, Samples(d))}
	q.filled.L = &q.mu
	return q
}

// Write adds pcm, which it copies.
func (q *Queue[M]) Write(pcm []int16) {
	q.mu.Lock()
	defer q.mu.Unlock()
	size := int64(len(q.ring))
	for len(pcm) > 0 {
		n := copy(q.ring[q.tail%size:], pcm)
		pcm = pcm[n:]
		q.tail += int64(n)
	}
	if over := q.tail - q.head - size; over > 0 {
		q.head += over
		q.dropped += over
	}
	q.filled.Signal()
}

// Mark adds a mark after what was written.
func (q *Queue[M]) Mark(m M) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.marks = append(q.marks, marked[M]{m, q.tail, time.Now()})
	q.filled.Signal()
}

// Next waits for a mark, or for at least so many samples, or fewer that a mark
// follows; it copies into dst as many as there are before the next mark. least is
// 1 to len(dst). ok is false after Close.
func (q *Queue[M]) Next(dst []int16, least int) (next Queued[M], ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		if len(q.marks) > 0 && q.marks[0].at <= q.head {
			m := q.marks[0]
			q.marks = q.marks[1:]
			return Queued[M]{At: m.at, Mark: m.mark, Made: m.made}, true
		}
		if len(q.marks) > 0 || q.tail-q.head >= int64(least) {
			next.At = q.head
			next.Samples = q.read(dst)
			return next, true
		}
		q.filled.Wait()
	}
	return next, false
}

// read copies samples up to the next mark. It needs q.mu.
func (q *Queue[M]) read(dst []int16) int {
	end := q.tail
	if len(q.marks) > 0 {
		end = min(end, q.marks[0].at)
	}
	dst = dst[:min(int64(len(dst)), end-q.head)]
	n := copy(dst, q.ring[q.head%int64(len(q.ring)):])
	copy(dst[n:], q.ring)
	q.head += int64(len(dst))
	return len(dst)
}

// Close ends Next; what waits is lost, and what is written from now on.
func (q *Queue[M]) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.filled.Signal()
}

// Len is how many samples wait.
func (q *Queue[M]) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return int(q.tail - q.head)
}

// Dropped is how many samples were lost because the reader fell behind.
func (q *Queue[M]) Dropped() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.dropped
}
