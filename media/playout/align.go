package playout

import (
	"parley/media"
	"time"
)

const (
	// spare is how long before a tick speech should be there: more than timers
	// and frames of the user's are late by on a machine that is not full.
	spare = 5 * time.Millisecond
	// waited is for how long a turn may have waited for its first tick without
	// the ticks being moved.
	waited = 9 * time.Millisecond
	// maxMoves is how often ticks are moved: where turns are ready at no point in
	// particular it is for nothing, and an echo comes each time that much earlier
	// after what was played.
	maxMoves = 3
)

// align moves a playout's ticks to where its turns begin. A turn that is ready
// between two ticks waits for the next, 10 ms on average; but an agent's turns are
// decided some set time after a frame of the user's, so within a call they are
// ready again and again at the same point of the 20 ms. The ticks are moved while
// nothing is said, by less than a frame, and turns ready at any other time wait
// no longer than before. It is guarded by the playout's mu.
type align struct {
	ready time.Time     // when the turn to begin next could be played; zero if none can
	by    time.Duration // how much later the ticks are to be
	moves int           // so far
	quiet bool          // nothing was said in the last frame, nor waits
}

// playable notes that a turn can be played from now on. What was noted longer
// ago than a tick was cleared or paused before its first.
func (a *align) playable() {
	if a.ready.IsZero() || time.Since(a.ready) > media.PTime {
		a.ready = time.Now()
	}
}

// begun notes that the turn begins with the tick of this moment.
func (a *align) begun() {
	if a.ready.IsZero() {
		return
	}
	if wait := time.Since(a.ready); wait > waited && wait <= media.PTime && a.moves < maxMoves {
		a.by = (media.PTime - wait + spare) % media.PTime
	}
	a.ready = time.Time{}
}

// later is how much later the playout's next tick is to be than the one after
// this. Next to something that is played it is 0.
func (p *Playout) later() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.align.quiet || p.align.by == 0 || p.queue.front() != nil {
		return 0
	}
	by := p.align.by.Truncate(slotTime)
	p.align.by = 0
	p.align.moves++
	return by
}
