package playout

import (
	"time"

	"parley/media"
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

// settle reports and pops the segments at the front that end without a frame of
// their own: empty ones, and those closed after their last frame was sent.
func (p *Playout) settle() {
	for seg := p.queue.front(); seg != nil && seg.over() && !seg.turn.paused; seg = p.queue.front() {
		seg.advance()
		r := Played{Turn: seg.turn.id, Segment: seg.index, TextEnd: seg.textEnd}
		if last := seg.turn.last(); seg.end && last != nil {
			r.TextEnd = last.textEnd
		}
		p.finish(&r)
		p.reports = append(p.reports, r)
	}
}

// finish pops the front segment, which is over, and the end of its turn if that
// is next. A turn to be cut ends with the segment.
func (p *Playout) finish(r *Played) {
	seg := p.queue.front()
	p.queue.pop()
	t, ended := seg.turn, seg.end
	r.SegmentEnd = !ended
	if next := p.queue.front(); !ended && next != nil && next.end && next.turn == t {
		p.queue.pop()
		ended = true
	}
	r.Cut = t.cutting
	switch {
	case ended:
		t.complete, t.cutting, r.TurnEnd = true, false, true
	case t.cutting:
		p.drop(t)
	}
}

// clear stops t, which is not cleared or complete.
func (p *Playout) clear(t *turn) {
	p.fadeOut(t)
	p.drop(t)
}

// drop forgets what is left of t.
func (p *Playout) drop(t *turn) {
	t.cleared, t.paused, t.cutting = true, false, false
	p.queue.remove(t)
	t.signal()
}

// Rewind says where a paused turn goes on.
type Rewind int

const (
	// Onward goes on where the turn was paused.
	Onward Rewind = iota
	// ToWord says the word again that was being said.
	ToWord
	// ToClause goes back behind the last of the marks .,;:!? but no further than
	// maxRewind; it then begins with the first whole word in that.
	ToClause
)

// maxRewind is how much of what was sent is kept: a clause is seldom longer.
const maxRewind = 3 * time.Second

// Pause holds the turn: after the frame being sent at this moment silence is
// sent, and nothing is lost. 5 ms that fade out may follow, which the ledger
// does not count and Resume says again. Ends are not reported meanwhile, and
// turns behind this one wait. A turn may be paused before it begins, to prepare
// what may never be said. A turn that CutAtWord is about to end is ended at once.
// Pausing a turn that is paused, cleared or complete does nothing.
func (p *Playout) Pause(turn uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.reach(turn)
	if t == nil || t.paused || t.cleared || t.complete {
		return
	}
	if t.cutting {
		p.clear(t)
		p.owed = append(p.owed, t.cutReport())
		return
	}
	t.paused = true
	p.fadeOut(t)
}

// Resume goes on with a paused turn, rewinding at most to the start of the
// segment being played. What is said again is counted once in the ledger. It
// does nothing for a turn that is not paused.
func (p *Playout) Resume(turn uint64, back Rewind) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.find(turn)
	if t == nil || !t.paused {
		return
	}
	t.paused = false
	seg := p.queue.front()
	if seg == nil || seg.turn != t {
		return
	}
	if seg.taken == 0 {
		if seg.written > 0 && !t.voiced {
			p.align.playable()
		}
		return
	}
	to := seg.taken
	if back != Onward {
		to = seg.rewound(back, p.queue.oldest(seg))
	}
	if p.speaking == t && to == seg.taken {
		p.fading = false // no frame was sent meanwhile
		return
	}
	p.speaking = nil // what was said last is not what comes next
	seg.taken, seg.fadeIn = to, to > 0
	if p.loud.turn == t && !p.fading {
		p.loud.jump()
	}
}

// rewound is the sample to go back to, not before oldest.
func (s *segment) rewound(back Rewind, oldest int) int {
	to := s.taken
	for sample, end := range s.boundaries(s.taken) {
		if sample < oldest {
			break
		}
		to = sample
		if back == ToWord || endsClause(s.text[:end]) {
			break
		}
	}
	return to
}
