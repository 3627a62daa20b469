// Package echo tells the agent's own voice and the room's noise from the user's:
// an echo detector, the loudness over the noise floor, a denoiser.
package echo

import (
	"math"

	"parley/media"
)

// Alone is the Echo score from which the agent's own voice is all that is
// heard. It parts 98 % of the frames of an echo from 95 % of the 300 ms in which
// a user talks 6 dB below it; one as loud as the echo brings the score below 0.6,
// and without any echo it stays there (echo_test.go, docs/hearing.md).
const Alone = 0.87

const (
	// scoreFrames is the time the score looks back, 200 ms.
	scoreFrames = 10
	// pathSteps and aimSteps are the work put into a path per frame and at its
	// beginning.
	pathSteps = 4
	aimSteps  = 20
	// aimEvery is the number of frames between two attempts to aim anew, aimWidth
	// the distance of lags that one path covers, aimBefore the room left for what
	// comes before the strongest reflection, and aimGain how much more of the
	// sound a new path must explain.
	aimEvery  = 3
	aimWidth  = 16
	aimBefore = 32
	aimGain   = 0.1
	// enoughScore is where the search ends.
	enoughScore = 0.6
	// noiseShare is how far noise frames scatter above their floor. tailShare of
	// an echo, fading by tailFade a frame, is left to the room's long tail, which
	// the path does not reach.
	noiseShare = 1.5
	tailShare  = 0.05
	tailFade   = 0.85
	// Energies of a frame below which there is nothing to learn: -80 dBov heard,
	// -60 played.
	heardLeast  = echoFrame * 1e-8
	playedLeast = echoFrame * 1e-6
)

// Detector tells the agent's own voice, come back through the user's loudspeaker
// and microphone, from the user's. It learns the path between the two by least
// squares, so that it needs no help of the client and copes with any delay of up
// to 500 ms, with a room's reflections, a codec and noise. Played and Heard may run
// at the same time; each is for one goroutine.
type Detector struct {
	out  reference
	down decimator

	heard  [echoHistory]float32
	noise  floor
	loud   float32 // energy of the loudest frame, fading
	tail   float32 // energy of the echo, fading
	excess float32 // by how much the path makes things worse

	search    echoSearch
	path, aim *echoFilter
	found     bool

	parts [scoreFrames]struct{ echo, rest float32 }
	frame int
}

// New returns the echo gate of one call, 250 KiB.
func New() *Detector { return &Detector{path: new(echoFilter), aim: new(echoFilter)} }

// Played takes in the next frame that left for the user, silence as well. It
// does not wait for Heard.
func (e *Detector) Played(pcm []int16) { e.out.played(pcm) }

// Heard takes in the next frame that came from the user and returns how much of
// the sound of the last 200 ms was played before, 0-1: see Alone. An echo
// that was never heard before takes 300 ms to be recognised. It does not allocate.
func (e *Detector) Heard(pcm []int16) float64 {
	frame := e.down.step(pcm)
	d := e.heard[echoHistory-echoFrame:]
	copy(e.heard[:], e.heard[echoFrame:])
	copy(d, frame[:])
	if e.out.fetch() {
		e.found = false
		e.search = echoSearch{}
	}
	energy := media.Dot(d, d)
	e.noise.step(decibel(float64(energy) / echoFrame))
	if e.out.idle() {
		e.parts = [scoreFrames]struct{ echo, rest float32 }{}
		return 0
	}
	score := e.score(d, energy)
	e.learn(d, energy, score)
	return score
}

// score parts the frame's energy in what the path explains and what it does not.
func (e *Detector) score(d []float32, energy float32) float64 {
	rest := energy
	if e.found {
		rest = e.path.leftover(d, e.out.before(e.path.lag, echoFrame, echoTaps))
	}
	if e.excess = 0.8*e.excess + rest - 2*energy; e.excess > 0 {
		e.excess, e.found = 0, false // a path that adds noise is none
	}
	noise := float32(echoFrame * math.Pow(10, max(e.noise.min, -80)/10))
	p := &e.parts[e.frame%scoreFrames]
	e.frame++
	p.echo = max(energy-rest, 0)
	p.rest = max(rest-noiseShare*noise-tailShare*e.tail, 0)
	e.tail = max(p.echo, e.tail*tailFade)
	var echo, sum float32
	for _, p := range e.parts {
		echo += p.echo
		sum += p.echo + p.rest
	}
	return float64(echo / (sum + noise))
}

// learn follows the path, and looks for another while the score is low.
func (e *Detector) learn(d []float32, energy float32, score float64) {
	played := e.out.before(0, echoFrame, echoLags)
	if energy < heardLeast || media.Dot(played, played) < playedLeast {
		return
	}
	e.loud = max(energy, 0.98*e.loud)
	if e.found {
		e.path.add(d, e.out.before(e.path.lag, echoFrame, echoTaps), e.weight(energy))
		e.path.solve(pathSteps)
	}
	if score >= enoughScore {
		if e.search.frames > 0 {
			e.search = echoSearch{}
		}
		return
	}
	lag := e.search.step(d, played, e.weight(energy))
	if e.search.frames%aimEvery == 0 {
		e.try(min(max(lag-aimBefore, 0), echoLags-echoTaps))
	}
}

// weight makes loud frames count alike and those near the noise less.
func (e *Detector) weight(energy float32) float32 { return 1 / (energy + 0.3*e.loud) }

// try fits a path that begins at lag to the last 300 ms, and takes it if it
// explains them better.
func (e *Detector) try(lag int) {
	if e.found && lag > e.path.lag-aimWidth && lag < e.path.lag+aimWidth {
		return
	}
	e.aim.aim(lag)
	for back := echoHistory - echoFrame; back >= 0; back -= echoFrame {
		d := e.heard[echoHistory-echoFrame-back:][:echoFrame]
		e.aim.add(d, e.out.before(lag+back, echoFrame, echoTaps), e.weight(media.Dot(d, d)))
	}
	e.aim.solve(aimSteps)
	if e.found && e.aim.explained() < e.path.explained()+aimGain {
		return
	}
	e.path, e.aim, e.found = e.aim, e.path, true
}
