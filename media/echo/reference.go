package echo

import (
	"math"
	"sync"

	"parley/media"
)

const (
	// echoReach is the longest delay of an echo, 900 ms, and echoLead by how much
	// it may seem to precede its cause, as the two ends run with jitter: 40 ms.
	echoReach = echoRate * 9 / 10
	echoLead  = echoRate / 25
	echoLags  = echoLead + echoReach
	// echoHistory is what a new path is fitted to: 300 ms.
	echoHistory = echoRate * 3 / 10
	// pausedLeast is how much may be played between two heard frames, in samples, 1 s: who
	// sent nothing meanwhile, as when muted, goes on at the same delay. A network that
	// stalls brings what is missing later.
	pausedLeast = echoRate
	// strayFrames is how long, in frames, the two ends may be strayMost samples
	// apart before they are taken to have slipped: half a second and 100 ms. Less
	// is packets that came late, more is a user who was muted.
	strayFrames = 25
	strayMost   = echoRate / 10
)

// reference is what was played, as the listener needs it. Played and fetch may
// run at the same time; each is for one goroutine.
type reference struct {
	down decimator // Played's

	mu    sync.Mutex
	ring  [2 * echoRate]float32
	count int64 // samples ever played

	// fetch's: the end of what was played. Its last sample is echoLead later than
	// the last one heard.
	x      [echoLags + echoTaps + echoHistory]float32
	heard  int64 // samples ever heard
	base   int64 // of count against heard
	based  bool
	stray  int // frames
	skew   int64
	silent int // samples at the end of x
}

// played takes in one frame.
func (r *reference) played(pcm []int16) {
	frame := r.down.step(pcm)
	r.mu.Lock()
	defer r.mu.Unlock()
	at := int(r.count % int64(len(r.ring)))
	copy(r.ring[at:], frame[:])
	r.count += echoFrame
}

// fetch brings x up to one more heard frame. It returns by how much the two ends have
// slipped against each other: lags found so far are longer by that.
func (r *reference) fetch() (slipped int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.heard += echoFrame
	if !r.based {
		r.based, r.base = true, r.count-r.heard
	}
	fresh := echoFrame + echoLead + strayMost // what was missing may be there now
	skew := r.count - r.heard - r.base
	if paused := skew - r.skew; paused >= pausedLeast {
		r.base += paused
		skew -= paused
		fresh = len(r.x)
	}
	r.skew = skew
	if skew > strayMost || skew < -strayMost {
		r.stray++
	} else {
		r.stray = 0
	}
	if r.stray > strayFrames {
		r.base += skew
		r.skew = 0
		r.stray, fresh, slipped = 0, len(r.x), int(skew)
	}
	copy(r.x[:], r.x[echoFrame:])
	r.silent += echoFrame
	for i := len(r.x) - fresh; i < len(r.x); i++ {
		at := r.heard + r.base + echoLead - int64(len(r.x)) + int64(i)
		r.x[i] = 0
		if at >= 0 && at < r.count && at >= r.count-int64(len(r.ring)) {
			r.x[i] = r.ring[at%int64(len(r.ring))]
		}
		if r.x[i] != 0 {
			r.silent = len(r.x) - 1 - i
		}
	}
	return slipped
}

// idle says that nothing was played that could still be heard.
func (r *reference) idle() bool { return r.silent >= len(r.x) }

// before is what was played lag samples before the last n heard ones, and extra
// samples ahead of that.
func (r *reference) before(lag, n, extra int) []float32 {
	end := len(r.x) - lag
	return r.x[end-n-extra : end]
}

const (
	// echoRate is the rate, in Hz, at which echo is looked for: below 2 kHz lies
	// most of speech, and what every loudspeaker and codec keeps.
	echoRate       = 4000
	echoDecimation = media.SampleRate / echoRate
	// echoFrame is FrameSamples at echoRate.
	echoFrame = media.FrameSamples / echoDecimation

	decimatorTaps = 48
	// preEmphasis flattens speech, so that no single formant decides a match.
	preEmphasis = 0.9
)

// decimatorFIR is a windowed sinc that cuts at 1.75 kHz and scales to ±1.
var decimatorFIR = func() (h [decimatorTaps]float32) {
	const cut = 1750.0 / media.SampleRate
	for i := range h {
		x := float64(i) - (decimatorTaps-1)/2.0
		window := 0.54 - 0.46*math.Cos(2*math.Pi*float64(i)/(decimatorTaps-1))
		h[i] = float32(math.Sin(2*math.Pi*cut*x) / (math.Pi * x) * window / (1 << 15))
	}
	return h
}()

// decimator brings 16 kHz PCM to echoRate and flattens it. It is late by 1.5 ms,
// the same on both sides of an echo.
type decimator struct {
	in   [decimatorTaps + media.FrameSamples]float32
	last float32
}

// step converts one frame; a frame shorter than FrameSamples is filled up with
// silence.
func (d *decimator) step(pcm []int16) (out [echoFrame]float32) {
	fresh := d.in[decimatorTaps:]
	clear(fresh)
	for i, s := range pcm[:min(len(pcm), media.FrameSamples)] {
		fresh[i] = float32(s)
	}
	for i := range out {
		y := media.Dot(decimatorFIR[:], d.in[(i+1)*echoDecimation:][:decimatorTaps])
		out[i] = y - preEmphasis*d.last
		d.last = y
	}
	copy(d.in[:decimatorTaps], d.in[media.FrameSamples:])
	return out
}
