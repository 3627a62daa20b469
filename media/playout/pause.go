package playout

import "time"

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
