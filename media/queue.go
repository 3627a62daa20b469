package media

import "slices"

// queue holds the segments to play and their audio. Audio lies in a ring under
// positions that only rise, each segment's in one stretch, so a position stays
// good for as long as the ring holds it. Playout's mutex guards it.
type queue struct {
	ring     []int16
	tail     int64 // position behind the last sample written
	segments []*segment
}

func newQueue(samples int) queue { return queue{ring: make([]int16, samples)} }

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
// that is gone: another turn may have begun.
func (q *queue) pushEnd(end *segment) {
	at := len(q.segments)
	for at > 0 && q.segments[at-1].turn != end.turn {
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
	room := len(q.ring)
	if f := q.front(); f != nil {
		room -= int(q.tail - f.start - int64(f.taken))
	}
	pcm = pcm[:min(len(pcm), room)]
	at := int(q.tail % int64(len(q.ring)))
	n := copy(q.ring[at:], pcm)
	copy(q.ring, pcm[n:])
	q.tail += int64(len(pcm))
	q.newest().written += len(pcm)
	return len(pcm)
}

// read takes the next samples of s and returns how many there were.
func (q *queue) read(s *segment, dst []int16) int {
	dst = dst[:min(len(dst), s.written-s.taken)]
	at := int((s.start + int64(s.taken)) % int64(len(q.ring)))
	n := copy(dst, q.ring[at:])
	copy(dst[n:], q.ring)
	s.taken += len(dst)
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
