package playout

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
