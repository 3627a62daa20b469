package playout

import "parley/media"

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
