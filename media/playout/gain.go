package playout

import (
	"parley/media"
)

// fadeSamples is 5 ms: too short to be speech, long enough not to click.
const fadeSamples = media.SampleRate / 1000 * 5

// fadeOut prepares the next frame to be the end of a turn that stops in
// mid-speech: what would have followed, which stays in the queue.
func (p *Playout) fadeOut(t *turn) {
	seg := p.queue.front()
	if p.speaking != t || seg == nil || seg.turn != t {
		return
	}
	clear(p.fade[:])
	p.fading = p.queue.tailOff(seg, p.fade[:fadeSamples]) > 0
}

// tailOff fills dst with what follows in s, fading out, and returns how much
// there was.
func (q *queue) tailOff(s *segment, dst []int16) int {
	n := q.peek(s, dst)
	for i := range dst[:n] {
		dst[i] = int16(int(dst[i]) * (n - i) / n)
	}
	return n
}

// fadeIn lets pcm begin without a click.
func fadeIn(pcm []int16) {
	n := min(len(pcm), fadeSamples)
	for i := range pcm[:n] {
		pcm[i] = int16(int(pcm[i]) * (i + 1) / n)
	}
}

const (
	// rampSamples is 10 ms, over which the gain changes without a click.
	rampSamples = media.SampleRate / 1000 * 10
	// unity and ducked are gains in 1/32768; -12 dB leaves speech intelligible
	// below the voice of the person who speaks up.
	unity  = 1 << 15
	ducked = 8231
)

// Duck lowers the turn by 12 dB, or ends that, with a linear ramp of 10 ms that
// starts with the next frame. A turn may be ducked before it begins; others are
// not touched.
func (p *Playout) Duck(turn uint64, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.reach(turn); t != nil {
		t.ducked = on
	}
}

// gain is that of the turn being said.
type gain struct {
	turn *turn
	at   int // in the ramp, from 0 for unity to rampSamples for ducked
}

// of begins with the full gain or ducking of t if another turn was said before.
func (g *gain) of(t *turn) {
	if g.turn != t {
		g.turn = t
		g.jump()
	}
}

// jump ends the ramp at once, which is not heard after silence.
func (g *gain) jump() { g.at = g.goal() }

func (g *gain) goal() int {
	if g.turn.ducked {
		return rampSamples
	}
	return 0
}

// apply changes pcm in place and reports whether there was anything to change.
func (g *gain) apply(pcm []int16) bool {
	if g.turn == nil {
		return false
	}
	goal := g.goal()
	if goal == 0 && g.at == 0 {
		return false
	}
	for i, s := range pcm {
		switch {
		case g.at < goal:
			g.at++
		case g.at > goal:
			g.at--
		}
		factor := unity - (unity-ducked)*g.at/rampSamples
		pcm[i] = int16((int(s)*factor + unity/2) >> 15)
	}
	return true
}
