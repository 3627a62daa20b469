package playout

import (
	"time"

	"parley/media"
)

// taken is what the frame being sent is of.
type taken struct {
	seg    *segment // nil for silence and what fades out
	end    int      // sample of seg behind the frame
	level  uint8
	voiced bool
	cut    bool // the turn is to end with the frame
}

// tick sends the frame due at that time and reports what it carried.
func (p *Playout) tick(due time.Time) error {
	f := p.take()
	if err := p.sink.WriteFrame(Frame{PCM: p.frame[:], Level: f.level, Voiced: f.voiced, At: due}); err != nil {
		return err
	}
	p.commit(f)
	for _, r := range p.reports {
		p.report(r)
	}
	return nil
}

// take puts the next 20 ms in p.frame. A frame never holds two segments.
func (p *Playout) take() taken {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reports = append(p.reports[:0], p.owed...)
	p.owed = p.owed[:0]
	p.speaking = nil
	p.align.quiet = false
	if p.fading {
		p.fading = false
		p.frame = p.fade
		return p.weigh(taken{})
	}
	clear(p.frame[:])
	p.settle()
	seg := p.queue.front()
	if seg == nil || seg.turn.paused {
		p.align.quiet = seg == nil
		return taken{level: media.Silent}
	}
	if seg.taken == seg.written { // open, as settle left it: starved
		if seg.taken > 0 && !seg.starved {
			seg.starved = true
			p.stats.Underruns++
			p.reports = append(p.reports, Played{Turn: seg.turn.id, Segment: seg.index, TextEnd: seg.textEnd, Starved: true})
		}
		if seg.turn.cutting { // silent already
			p.drop(seg.turn)
			p.reports = append(p.reports, seg.turn.cutReport())
		}
		return taken{level: media.Silent}
	}
	return p.weigh(p.fill(seg))
}

// fill takes the next samples of seg.
func (p *Playout) fill(seg *segment) taken {
	f := taken{seg: seg}
	seg.starved = false
	p.align.begun()
	before := seg.taken
	if seg.turn.cutting {
		f.cut = p.readUntilCut(seg)
	} else {
		p.queue.read(seg, p.frame[:])
	}
	if seg.fadeIn {
		seg.fadeIn = false
		fadeIn(p.frame[:])
	}
	if f.end = seg.taken; f.end-before == media.FrameSamples {
		p.speaking = seg.turn
	}
	p.loud.of(seg.turn)
	p.queue.newest().turn.signal()
	return f
}

// weigh finds out how loud the frame is. Speech that is ducked is still voiced.
func (p *Playout) weigh(f taken) taken {
	f.level = media.Level(p.frame[:])
	f.voiced = f.level < media.VoicedLevel
	if p.loud.apply(p.frame[:]) {
		f.level = media.Level(p.frame[:])
	}
	return f
}

// commit enters the frame, now sent, in the ledger.
func (p *Playout) commit(f taken) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for i := range p.reports { // of ends without a frame of their own
		p.reports[i].At = now
	}
	seg := f.seg
	if seg == nil || seg.turn.cleared {
		return
	}
	seg.sent = max(seg.sent, f.end)
	seg.advance()
	r := Played{At: now, Turn: seg.turn.id, Segment: seg.index, TextEnd: seg.textEnd, Voiced: f.voiced}
	if f.voiced && !seg.turn.voiced {
		seg.turn.voiced, r.TurnStart = true, true
	}
	switch {
	case seg.over() && !seg.turn.paused:
		p.finish(&r)
	case f.cut:
		r.Cut = true
		p.drop(seg.turn)
	}
	p.reports = append(p.reports, r)
}
