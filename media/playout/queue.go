package playout

import (
	"slices"

	"parley/media"
)

// queue holds the segments to play and their audio. Audio lies in a ring under
// positions that only rise, each segment's in one stretch, so a position stays
// good for as long as the ring holds it. Playout's mutex guards it.
type queue struct {
	ring     []int16
	limit    int   // of samples waiting
	tail     int64 // position behind the last sample written
	high     int64 // the highest tail was, for remove takes it back
	segments []*segment
}

// newQueue returns a queue that lets limit samples wait and keeps as many as
// keep of those read.
func newQueue(limit, keep int) queue {
	return queue{ring: make([]int16, limit+keep), limit: limit}
}

// front is the segment being played, or nil.
func (q *queue) front() *segment {
	if len(q.segments) == 0 {
		return nil
	}
	return q.segments[0]
}

// push queues s behind the others.
func (q *queue) push(s *segment) {
	s.start = q.tail
	q.segments = append(q.segments, s)
}

// pushEnd queues the end of a turn behind the turn's last segment, or first if
// that is gone: another turn may have begun. A turn without any comes last.
func (q *queue) pushEnd(end *segment) {
	at := len(q.segments)
	for end.turn.last() != nil && at > 0 && q.segments[at-1].turn != end.turn {
		at--
	}
	end.start = q.tail
	if at < len(q.segments) {
		end.start = q.segments[at].start
	}
	q.segments = slices.Insert(q.segments, at, end)
}

// pop forgets the front segment.
func (q *queue) pop() {
	n := copy(q.segments, q.segments[1:])
	q.segments[n] = nil
	q.segments = q.segments[:n]
}

// newest is the segment queued last, or nil.
func (q *queue) newest() *segment {
	if len(q.segments) == 0 {
		return nil
	}
	return q.segments[len(q.segments)-1]
}

// write adds as much of pcm as there is room for to the newest segment.
func (q *queue) write(pcm []int16) int {
	room := q.limit
	if f := q.front(); f != nil {
		room -= int(q.tail - f.start - int64(f.taken))
	}
	pcm = pcm[:min(len(pcm), max(room, 0))] // a rewind may have taken more
	at := int(q.tail % int64(len(q.ring)))
	n := copy(q.ring[at:], pcm)
	copy(q.ring, pcm[n:])
	q.tail += int64(len(pcm))
	q.high = max(q.high, q.tail)
	q.newest().written += len(pcm)
	return len(pcm)
}

// oldest is the first sample of the front segment s that may be read again.
func (q *queue) oldest(s *segment) int {
	kept := q.high - int64(len(q.ring)) - s.start
	return max(s.taken-media.Samples(maxRewind), int(kept), 0)
}

// read takes the next samples of s and returns how many there were.
func (q *queue) read(s *segment, dst []int16) int {
	n := q.peek(s, dst)
	s.taken += n
	return n
}

// peek copies the next samples of s and returns how many there were.
func (q *queue) peek(s *segment, dst []int16) int {
	dst = dst[:min(len(dst), s.written-s.taken)]
	at := int((s.start + int64(s.taken)) % int64(len(q.ring)))
	n := copy(dst, q.ring[at:])
	copy(dst[n:], q.ring)
	return len(dst)
}

// remove drops every segment of t. Audio at the tail makes room at once, audio
// between other turns when its place is reached.
func (q *queue) remove(t *turn) {
	kept := q.segments[:0]
	for _, s := range q.segments {
		if s.turn != t {
			kept = append(kept, s)
		}
	}
	clear(q.segments[len(kept):])
	q.segments = kept
	if s := q.newest(); s != nil {
		q.tail = s.start + int64(s.written)
	}
}
