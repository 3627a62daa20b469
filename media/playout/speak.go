package playout

import (
	"context"

	"parley/media"
)

// Begin opens a segment behind those queued and closes the one before: closing
// says its audio is whole; Break is for a segment whose synthesis failed. Begin does nothing for a turn that was cleared or finished.
func (p *Playout) Begin(s Segment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.open(s.Turn)
	if t.cleared || t.finished {
		return
	}
	p.closeNewest()
	seg := &segment{turn: t, index: s.Index, text: s.Text}
	t.segments = append(t.segments, seg)
	p.queue.push(seg)
}

// Write adds 16 kHz PCM, copied, to the turn's newest segment. Words, if the
// engine knows them, are added to the segment's and kept. With MaxQueued of
// audio waiting it blocks until there is room, ctx ends (ctx's cause), the turn
// is cleared (ErrCleared) or Run returns (ErrStopped). ErrNoSegment means the
// turn has no open segment.
func (p *Playout) Write(ctx context.Context, turn uint64, pcm []int16, words []media.Word) error {
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, t, err := p.put(turn, pcm, words)
		if err != nil {
			return err
		}
		pcm, words = pcm[n:], nil
		if len(pcm) == 0 {
			return nil
		}
		select {
		case <-t.wake:
		case <-ctx.Done():
		case <-p.stopped:
			return ErrStopped
		}
	}
}

// put writes what there is room for.
func (p *Playout) put(id uint64, pcm []int16, words []media.Word) (int, *turn, error) {
	select {
	case <-p.stopped:
		return 0, nil, ErrStopped
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.find(id)
	if t == nil {
		if p.forgotten(id) {
			return 0, nil, ErrCleared
		}
		return 0, nil, ErrNoSegment
	}
	if t.cleared {
		return 0, nil, ErrCleared
	}
	s := p.queue.newest()
	if s == nil || s.turn != t || s.closed {
		return 0, nil, ErrNoSegment
	}
	s.words = append(s.words, words...)
	if !t.paused && !t.voiced && s.taken == 0 && s == p.queue.front() {
		p.align.playable()
	}
	return p.queue.write(pcm), t, nil
}

// Finish says that the turn has no more segments: TurnEnd is reported with its
// last frame, or at the next tick if that frame is gone or the turn has none.
func (p *Playout) Finish(turn uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.open(turn)
	if t.cleared || t.finished {
		return
	}
	t.finished = true
	end := &segment{turn: t, closed: true, end: true}
	if last := t.last(); last != nil {
		last.closed, end.index = true, last.index
	}
	p.queue.pushEnd(end)
}

// Clear drops what is queued of the turn and returns what was heard of it. At
// most the frame being sent at that moment and 5 ms that fade out, so that
// there is no click, follow. The turn stays cleared: Write returns ErrCleared.
// A turn not begun yet is cleared in advance. The ledger counts neither of the
// two frames, so that Heard never claims what was not sent.
func (p *Playout) Clear(turn uint64) Heard {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.reach(turn)
	if t == nil {
		return Heard{Turn: turn}
	}
	if !t.cleared && !t.complete {
		p.clear(t)
	}
	return t.heard()
}

// Heard returns what of the turn has been sent so far. It knows the last 16
// turns; others are empty.
func (p *Playout) Heard(turn uint64) Heard {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.find(turn); t != nil {
		return t.heard()
	}
	return Heard{Turn: turn}
}

// Break closes the turn's newest segment although its synthesis failed: what was
// written of it is played, and no more of its text counts as said than that.
// Without an open segment of that turn it does nothing.
func (p *Playout) Break(turn uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.queue.newest(); s != nil && s.turn.id == turn && !s.closed {
		s.closed, s.broken = true, true
	}
}

// closeNewest says that the newest segment's audio is whole.
func (p *Playout) closeNewest() {
	if s := p.queue.newest(); s != nil {
		s.closed = true
	}
}

// forgotten reports whether the turn is older than those remembered.
func (p *Playout) forgotten(id uint64) bool {
	return len(p.turns) == maxTurns && id < p.turns[0].id
}

func (p *Playout) find(id uint64) *turn {
	for i := len(p.turns) - 1; i >= 0; i-- {
		if p.turns[i].id == id {
			return p.turns[i]
		}
	}
	return nil
}

// reach finds the turn, or makes it unless it is forgotten: nil.
func (p *Playout) reach(id uint64) *turn {
	if p.forgotten(id) {
		return p.find(id)
	}
	return p.open(id)
}

// open finds the turn or makes it, forgetting the oldest.
func (p *Playout) open(id uint64) *turn {
	if t := p.find(id); t != nil {
		return t
	}
	if len(p.turns) == maxTurns {
		copy(p.turns, p.turns[1:])
		p.turns = p.turns[:maxTurns-1]
	}
	t := &turn{id: id, wake: make(chan struct{}, 1)}
	p.turns = append(p.turns, t)
	return t
}
