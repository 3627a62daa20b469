package echo

import (
	"time"

	"parley/media"
)

const (
	// proofFrames is how many frames a path must have explained to be believed, and
	// onMain how far, in samples, its direct sound may be from where the search
	// finds it.
	proofFrames = 15
	onMain      = 2
	// unclearFrames is how long a sound may be unclear, 0.8 s: a path is learnt or not
	// by then.
	unclearFrames = int(800 * time.Millisecond / media.PTime)
	// reachFrames is echoReach, and unansweredFrames how much speech that nothing
	// came back of tells that nothing does.
	reachFrames      = (echoReach + echoFrame - 1) / echoFrame
	unansweredFrames = int(200 * time.Millisecond / media.PTime)
	// spokenLeast is the energy of a frame played that would be heard again.
	spokenLeast = echoFrame * 1e-4

	// A loudspeaker that is overdriven or far away leaves some of its echo unexplained.
	// How much is learnt from scores above usualLeast, fast from better ones and slowly
	// from worse, as a user who speaks makes them worse, too. An echo may be below
	// its usual score by usualMargin, but not below aloneLeast, above which the score is
	// not when a user as loud as the echo speaks.
	usualLeast  = 0.6
	usualRise   = 0.08
	usualFall   = 0.01
	usualMargin = 0.1
	aloneLeast  = 0.7
)

// belief is what is known of this user's loudspeaker: whether it is heard at all.
type belief struct {
	proof      int     // frames that the path explained
	usual      float64 // score of an echo of this call
	still      int     // frames since a loud one
	unanswered int     // frames played more than reachFrames ago, of which nothing came back
}

// silent reports that nothing comes back of what is played.
func (b *belief) silent() bool { return b.unanswered >= unansweredFrames }

// alone is the score from which the agent's own voice is all that is heard of this
// user's loudspeaker.
func (b *belief) alone() float64 { return min(max(b.usual-usualMargin, aloneLeast), alone) }

// learn takes in the score of a loud frame.
func (b *belief) learn(score float64) {
	switch {
	case score >= b.usual:
		b.usual += usualRise * (score - b.usual)
	case score >= usualLeast:
		b.usual += usualFall * (score - b.usual)
	}
	if score >= b.alone() {
		b.proof, b.unanswered = b.proof+1, 0
	}
}

// whose says whose the frame just heard is. An echo begins within echoReach after the
// agent does: who has heard the agent for so long and returned nothing has no
// loudspeaker that is heard, or cancels it. Of others the first frames are unclear,
// and then what matches what was played elsewhere than on a path that is believed.
func (e *Detector) whose(loud bool) Voice {
	b, s := &e.belief, &e.search
	if loud && e.found {
		b.learn(e.score)
	}
	oldest := e.out.before(echoLags-echoFrame, echoFrame, 0)
	if b.still++; loud {
		b.still = 0
	}
	if b.still > reachFrames && media.Dot(oldest, oldest) > spokenLeast {
		b.unanswered++
	}
	bar := b.alone()
	main := e.path.main()
	switch {
	case e.score >= bar:
		return OwnVoice
	case s.frames > unclearFrames,
		s.frames < sureFrames && b.silent():
		return OtherVoice
	case s.frames < sureFrames,
		e.share(sureFrames) >= bar, // again: it is the frames before that were not
		s.match >= alike && (b.proof < proofFrames || s.lag < main-onMain || s.lag > main+onMain):
		return UnclearVoice
	}
	return OtherVoice
}
