package media

import "time"

// fadeSamples is 5 ms: too short to be speech, long enough not to click.
const fadeSamples = SampleRate / 1000 * 5

// tick sends the frame due at that time and reports what it carried.
func (p *Playout) tick(due time.Time) error {
	seg := p.take()
	level := Level(p.frame[:])
	voiced := level < voicedLevel
	if err := p.sink.WriteFrame(Frame{PCM: p.frame[:], Level: level, Voiced: voiced, At: due}); err != nil {
		return err
	}
	p.commit(seg, voiced)
	for _, r := range p.reports {
		p.report(r)
	}
	return nil
}

// take puts the next 20 ms in p.frame and returns the segment they are of, or
// nil for silence. A frame never holds two segments.
func (p *Playout) take() *segment {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reports = p.reports[:0]
	p.speaking = nil
	if p.fading {
		p.fading = false
		p.frame = p.fade
		return nil
	}
	clear(p.frame[:])
	p.settle()
	seg := p.queue.front()
	if seg == nil {
		return nil
	}
	if seg.taken == seg.written { // open, as settle left it: starved
		if seg.taken > 0 && !seg.starved {
			seg.starved = true
			p.stats.Underruns++
		}
		return nil
	}
	seg.starved = false
	if p.queue.read(seg, p.frame[:]) == FrameSamples {
		p.speaking = seg.turn
	}
	p.queue.newest().turn.signal()
	return seg
}

// commit enters the frame of seg, now sent, in the ledger.
func (p *Playout) commit(seg *segment, voiced bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for i := range p.reports { // of ends without a frame of their own
		p.reports[i].At = now
	}
	if seg == nil || seg.turn.cleared {
		return
	}
	seg.sent = seg.taken
	seg.advance()
	r := Played{At: now, Turn: seg.turn.id, Segment: seg.index, TextEnd: seg.textEnd, Voiced: voiced}
	if voiced && !seg.turn.voiced {
		seg.turn.voiced, r.TurnStart = true, true
	}
	if seg.over() {
		p.finish(&r)
	}
	p.reports = append(p.reports, r)
}

// settle reports and pops the segments at the front that end without a frame of
// their own: empty ones, and those closed after their last frame was sent.
func (p *Playout) settle() {
	for seg := p.queue.front(); seg != nil && seg.over(); seg = p.queue.front() {
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
// is next.
func (p *Playout) finish(r *Played) {
	seg := p.queue.front()
	r.SegmentEnd = !seg.end
	if !seg.end {
		p.queue.pop()
		if seg = p.queue.front(); seg == nil || !seg.end || seg.turn.id != r.Turn {
			return
		}
	}
	p.queue.pop()
	seg.turn.complete = true
	r.TurnEnd = true
}

// fadeOut prepares the end of a turn that is cut in mid-speech.
func (p *Playout) fadeOut(t *turn) {
	seg := p.queue.front()
	if p.speaking != t || seg == nil || seg.turn != t {
		return
	}
	clear(p.fade[:])
	n := p.queue.read(seg, p.fade[:fadeSamples])
	for i := range p.fade[:n] {
		p.fade[i] = int16(int(p.fade[i]) * (n - i) / n)
	}
	p.fading = n > 0
}
