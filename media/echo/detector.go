// Package echo tells the agent's own voice and the room's noise from the user's:
// an echo detector, the loudness over the noise floor, a denoiser.
package echo

import (
	"math"

	"parley/media"
)

// Voice is whose voice is heard while the agent speaks.
type Voice int

const (
	// OtherVoice is somebody else's voice, or none.
	OtherVoice Voice = iota
	// UnclearVoice is what may be the agent's own, which is known in a moment.
	UnclearVoice
	// OwnVoice is the agent's, come back, and nothing else.
	OwnVoice
)

// alone is the score from which the agent's own voice is all that is heard. It parts
// 98 % of the frames of an echo from 95 % of the 300 ms in which a user talks 6 dB
// below it; one as loud as the echo brings the score below 0.6, and without any echo
// it stays there (echo_test.go, docs/hearing.md).
const alone = 0.87

const (
	// scoreFrames is the time the score looks back, 200 ms, and leastFrames how much of
	// it a path must have explained.
	scoreFrames = 10
	leastFrames = 4
	// pathSteps and aimSteps are the work put into a path per frame and at its
	// beginning.
	pathSteps = 4
	aimSteps  = 20
	// aimEvery is the number of frames between two attempts to aim anew, aimLeast the
	// match that is worth one, aimWidth the distance of lags that one path covers, aimBefore the room left for what
	// comes before the strongest reflection, and aimGain how much more of the
	// sound a new path must explain.
	aimEvery  = 3
	aimLeast  = alike / 2
	aimWidth  = 16
	aimBefore = 32
	aimGain   = 0.1
	// standsOut is by how much, in dB, a frame that is searched for an echo is above the
	// noise, and stillest the least noise, in dB full scale.
	standsOut = 6
	stillest  = -74
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
// to 900 ms, with a room's reflections, a codec and noise. Played and Heard may run
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
	belief    belief

	parts  [scoreFrames]struct{ echo, rest float32 }
	frame  int
	judged int // frames in parts since the path was taken
	score  float64
}

// New returns the echo gate of one call, 250 KiB.
func New() *Detector { return &Detector{path: new(echoFilter), aim: new(echoFilter)} }

// Played takes in the next frame that left for the user, silence as well. It
// does not wait for Heard.
func (e *Detector) Played(pcm []int16) { e.out.played(pcm) }

// Heard takes in the next frame that came from the user and returns whose voice the
// sound of the last 200 ms is. An echo that was never heard before takes up to 300 ms
// to be recognised, and is Unclear meanwhile. It does not allocate.
func (e *Detector) Heard(pcm []int16) Voice {
	frame := e.down.step(pcm)
	d := e.heard[echoHistory-echoFrame:]
	copy(e.heard[:], e.heard[echoFrame:])
	copy(d, frame[:])
	if slipped := e.out.fetch(); slipped != 0 {
		e.search = echoSearch{}
		if e.path.lag += slipped; e.path.lag < 0 || e.path.lag > echoLags-echoTaps {
			e.path.aim(0)
			e.lose()
		}
	}
	energy := media.Dot(d, d)
	level := decibel(float64(energy) / echoFrame)
	e.noise.step(level)
	if e.out.idle() {
		e.clearParts()
		return OtherVoice
	}
	e.score = e.explained(d, energy)
	loud := level > max(e.noise.min, stillest)+standsOut
	e.learn(d, energy, loud)
	return e.whose(loud)
}

// lose forgets the path.
func (e *Detector) lose() { e.found, e.belief.proof = false, 0 }

func (e *Detector) clearParts() {
	e.parts, e.judged = [scoreFrames]struct{ echo, rest float32 }{}, 0
}

// explained parts the frame's energy in what the path explains and what it does not,
// and returns the score: how much of the sound of the last 200 ms was played before.
func (e *Detector) explained(d []float32, energy float32) float64 {
	rest := energy
	if e.found {
		rest = e.path.leftover(d, e.out.before(e.path.lag, echoFrame, echoTaps))
	}
	if e.excess = 0.8*e.excess + rest - 2*energy; e.excess > 0 { // a path that adds noise is none
		e.excess = 0
		e.lose()
	}
	noise := float32(echoFrame * math.Pow(10, max(e.noise.min, -80)/10))
	p := &e.parts[e.frame%scoreFrames]
	e.frame++
	e.judged++
	p.echo = max(energy-rest, 0)
	p.rest = max(rest-noiseShare*noise-tailShare*e.tail, 0)
	e.tail = max(p.echo, e.tail*tailFade)
	if e.judged < leastFrames {
		return 0
	}
	return e.share(scoreFrames)
}

// share is how much of the last n frames the path explains.
func (e *Detector) share(n int) float64 {
	sum := float32(echoFrame * math.Pow(10, max(e.noise.min, -80)/10))
	echo := float32(0)
	for i := range n {
		p := e.parts[(e.frame-1-i+scoreFrames)%scoreFrames]
		echo += p.echo
		sum += p.echo + p.rest
	}
	return float64(echo / sum)
}

// learn follows the path, and looks for another while the score is low.
func (e *Detector) learn(d []float32, energy float32, loud bool) {
	played := e.out.before(0, echoFrame, echoLags)
	if energy < heardLeast || media.Dot(played, played) < playedLeast {
		e.search.pause()
		return
	}
	e.loud = max(energy, 0.98*e.loud)
	if e.found {
		e.path.add(d, e.out.before(e.path.lag, echoFrame, echoTaps), e.weight(energy))
		e.path.solve(pathSteps)
	}
	switch {
	case e.score >= e.belief.alone():
		if e.search.frames > 0 {
			e.search = echoSearch{}
		}
	case !loud:
		e.search.pause()
	default:
		e.search.step(d, played, e.weight(energy))
		if e.search.frames%aimEvery == 0 && e.search.match >= aimLeast {
			e.try(min(max(e.search.lag-aimBefore, 0), echoLags-echoTaps))
		}
	}
}

// weight makes loud frames count alike and those near the noise less.
func (e *Detector) weight(energy float32) float32 { return 1 / (energy + 0.3*e.loud) }

// try fits a path that begins at lag to the sound that is searched, 300 ms of it at
// most, and takes it if it explains that better than the path there is.
func (e *Detector) try(lag int) {
	if e.found && lag > e.path.lag-aimWidth && lag < e.path.lag+aimWidth {
		return
	}
	e.aim.aim(lag)
	var heard, left float32 // by the path there is
	for back := min(e.search.age*echoFrame, echoHistory) - echoFrame; back >= 0; back -= echoFrame {
		d := e.heard[echoHistory-echoFrame-back:][:echoFrame]
		energy := media.Dot(d, d)
		weight := e.weight(energy)
		e.aim.add(d, e.out.before(lag+back, echoFrame, echoTaps), weight)
		heard += weight * energy
		if e.found {
			left += weight * e.path.leftover(d, e.out.before(e.path.lag+back, echoFrame, echoTaps))
		}
	}
	e.aim.solve(aimSteps)
	if e.found && e.aim.explained() < 1-left/heard+aimGain {
		return
	}
	e.path, e.aim = e.aim, e.path
	e.lose()
	e.found = true
	e.clearParts() // what it has not explained is no evidence against it
}
