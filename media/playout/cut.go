package playout

import (
	"parley/media"
	"time"
)

// CutAtWord ends the turn politely: the word being said is finished if it ends
// within that time, else cut there; then the turn is as if Cleared. One Played
// with Cut is reported, with the last frame, and Heard is then final; TurnEnd is
// set in it if nothing was left to say. A turn of which nothing can be heard at
// this moment is cleared at once and reported at the next tick. Of several calls
// the earliest cut holds. Nothing happens, and nothing is reported, for a turn
// that is cleared or complete; Clear calls a pending cut off.
func (p *Playout) CutAtWord(turn uint64, within time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.reach(turn)
	if t == nil || t.cleared || t.complete {
		return
	}
	seg := p.queue.front()
	if t.paused || !t.voiced || p.speaking != t || seg == nil || seg.turn != t || seg.taken == 0 {
		p.clear(t)
		p.owed = append(p.owed, t.cutReport())
		return
	}
	at := min(seg.nextEnd(seg.taken), seg.taken+max(media.Samples(within), 0))
	if t.cutting {
		at = min(at, t.cutAt)
	}
	t.cutting, t.cutAt = true, at
}

// readUntilCut takes the next samples of s, up to its turn's cut and with 5 ms
// that fade out behind it, and reports whether the cut is reached.
func (p *Playout) readUntilCut(s *segment) bool {
	n := p.queue.read(s, p.frame[:max(0, min(media.FrameSamples, s.turn.cutAt-s.taken))])
	if s.taken < s.turn.cutAt {
		return false
	}
	var tail [fadeSamples]int16
	rest := tail[:p.queue.tailOff(s, tail[:])]
	rest = rest[copy(p.frame[n:], rest):]
	if len(rest) > 0 {
		clear(p.fade[:])
		copy(p.fade[:], rest)
		p.fading = true
	}
	return true
}

// cutReport is the report of a cut that has no frame of its own.
func (t *turn) cutReport() Played {
	r := Played{Turn: t.id, Cut: true}
	for _, s := range t.segments {
		if s.sent > 0 {
			r.Segment, r.TextEnd = s.index, s.textEnd
		}
	}
	return r
}
