package sound

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"parley/media"
)

const (
	// windowFrames are looked at together: 11 ms of 24 kHz. Of noise in all 16 bits they
	// cost 8.2 of 8 bits a byte, within 0.03.
	windowFrames = 256
	// openingFrames must be like samples before the first is given: 43 ms of 24 kHz, of
	// slower rates at most a tenth of a second.
	openingFrames = 4 * windowFrames
	// noiseFrames are looked at together for noise, so that less than 3 ms of 24 kHz is heard of
	// it; leastFrames can be judged at all.
	noiseFrames, leastFrames = 64, 32
	// maxPrice in bits a byte, and maxDearer than under another layout, are what samples
	// may cost. Of Flite's four voices from 8 to 48 kHz, to three times their loudness and in
	// white noise of 6,000, every window costs at most 7.70 and is at least 0.09 cheaper
	// than under any other; of 1,760 files of this machine's programs, libraries and
	// documents text alone passes four windows.
	maxPrice  = 7.85
	maxDearer = 0.2
	// cheap are samples that were begun with: a voice costs 4 to 6.5, text and all that is
	// compressed more than 7.5.
	cheap = 6.5
	// faint samples are heard as silence, whatever they are.
	faint = 256
	// A click is no louder than that; quietPrice is that of samples of 47 in the mean.
	click, quietPrice = 2048, 4
	// maxBias of samples, and how often it is above their mean difference from it, is that
	// of numbers with another zero.
	maxBias, maxBiased = 2048, 1.5
	// stereoBits a byte cheaper, or stereoTimes nearer or louder, are samples of one channel
	// than those of two.
	stereoBits, stereoTimes = 0.75, 8
)

// format is how samples lie.
type format struct {
	media.WAVLayout
	samples layout // of 16 bits
}

// mix appends the average of the channels.
func (f format) mix(mono []float32, frames []byte) []float32 {
	if f.samples != big16 {
		return f.Mix(mono, frames)
	}
	turned := slices.Clone(frames)
	for i := 0; i+1 < len(turned); i += 2 {
		turned[i], turned[i+1] = turned[i+1], turned[i]
	}
	return f.Mix(mono, turned)
}

// plausible reports whether whole frames may be what f says, of which mono is the mix. The
// first of a body are looked at more closely.
func (f format) plausible(frames []byte, mono []float32, first bool) bool {
	if f.Bits != 16 {
		return !noisy(mono)
	}
	return f.samples.fits(frames, f.Channels, first)
}

// fits reports whether l explains b as well as any other layout does. Unless it is the first of
// a body, what is cheap is not compared.
func (l layout) fits(b []byte, channels int, first bool) bool {
	if len(b) < 2*leastFrames*channels || l.quiet(b, channels) {
		return true
	}
	highest := 0.0
	for part := range slices.Chunk(b, 2*noiseFrames*channels) {
		_, dearest := l.prices(part, channels)
		if highest = max(highest, dearest); highest > maxPrice {
			return false
		}
	}
	if highest < cheap && !first {
		return true
	}
	price := l.price(b, channels)
	for other := range layouts {
		if other != l && other.price(b, other.channels(channels)) < price-maxDearer {
			return false
		}
	}
	return true
}

// quiet reports whether b is silence, if with a click: there is too little of it to compare.
func (l layout) quiet(b []byte, channels int) bool {
	return l.below(faint, b) || l.below(click, b) && l.price(b, channels) < quietPrice
}

// below reports whether all samples of b are below most.
func (l layout) below(most float64, b []byte) bool {
	for ; len(b) > 1; b = b[2:] {
		if math.Abs(l.sample(b)) >= most {
			return false
		}
	}
	return true
}

// noisy reports whether samples are noise as loud as numbers at random are, neither near
// zero nor near each other.
func noisy(mono []float32) bool {
	if len(mono) < leastFrames {
		return false
	}
	level, step, last := 0.0, 0.0, mono[0]
	for _, x := range mono {
		level += math.Abs(float64(x))
		step += math.Abs(float64(x - last))
		last = x
	}
	const most = 0.298 // of full scale, as maxPrice allows
	return min(level, step) > most*float64(len(mono))
}

// headerless is the kind of samples that only their neighbourhood tells from noise.
const headerless = "PCM without a header"

// unmarked is a body of samples without a header, as soon as they are known to be that.
type unmarked struct {
	body    *bufio.Reader
	raw     Raw
	samples *linear // nil as long as there was nothing but silence
	mono    []float32
}

// openRaw opens samples without a header, if that is what body holds.
func openRaw(body *bufio.Reader, raw Raw) (source, error) {
	if err := raw.Check(); err != nil {
		return nil, err
	}
	u := &unmarked{body: body, raw: raw}
	_, err := u.look()
	return u, err
}

func (*unmarked) kind() string { return headerless }

func (*unmarked) close() {}

// look finds out what begins where body stands, or returns how much of it is silence.
func (u *unmarked) look() (silence []byte, err error) {
	b, err := u.body.Peek(min(2*min(openingFrames, u.raw.Rate/10)*max(u.raw.Channels, 1), bufferBytes))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case text(b) != "":
		return nil, Error(text(b))
	case len(b) < 2:
		return nil, ErrNothing
	case little16.below(faint, b):
		return b[:min(len(b)&^1, 2*windowFrames)], nil
	case len(b) < 2*windowFrames:
		return nil, Error(fmt.Sprintf("%d bytes of no known kind, too few to be speech", len(b)))
	}
	f, err := u.raw.format(b)
	if err != nil {
		return nil, err
	}
	u.samples = &linear{body: u.body, format: f, left: -1}
	return nil, nil
}

// next implements source.
func (u *unmarked) next(emit func([]float32, int)) error {
	if u.samples != nil {
		return u.samples.next(emit)
	}
	b, err := u.look()
	if len(b) > 0 {
		u.mono = media.WAVLayout{Channels: 1, Bits: 16}.Mix(u.mono[:0], b)
		emit(u.mono, u.raw.Rate)
		_, _ = u.body.Discard(len(b)) // they are there
	} else if errors.Is(err, ErrNothing) { // a few bytes behind silence
		return io.EOF
	}
	return err
}

// format finds out how the samples that begin with b lie.
func (r Raw) format(b []byte) (format, error) {
	counts := []int{r.Channels}
	if r.Channels == 0 {
		counts = []int{1, 2}
	}
	cheapest := little16
	for l := range layouts {
		if l.price(b, 1) < cheapest.price(b, 1) {
			cheapest = l
		}
	}
	for _, l := range []layout{little16, big16} {
		for _, channels := range counts {
			if r.Channels == 0 && (channels == 2) != l.stereo(b) || l == big16 && cheapest == shifted16 || !l.opens(b, channels) {
				continue
			}
			f, err := taken(media.WAVLayout{Channels: channels, Rate: r.Rate, Bits: 16})
			f.samples = l
			return f, err
		}
	}
	if name := layoutNames[cheapest]; name != "" && cheapest.price(b, 1) < maxPrice-1 {
		return format{}, Error(name)
	}
	return format{}, Error("data of no known kind, which are not like samples of 16 bits")
}

// opens reports whether each window of b fits l, and their zero is that of samples.
func (l layout) opens(b []byte, channels int) bool {
	for window := range slices.Chunk(b, 2*windowFrames*channels) {
		if !l.fits(window, channels, true) {
			return false
		}
	}
	for c := range channels {
		mean, off, n := 0.0, 0.0, float64(len(b)/2/channels)
		for i := 2 * c; i+1 < len(b); i += 2 * channels {
			mean += l.sample(b[i:]) / n
		}
		for i := 2 * c; i+1 < len(b); i += 2 * channels {
			off += math.Abs(l.sample(b[i:])-mean) / n
		}
		if math.Abs(mean) > maxBias && math.Abs(mean) > maxBiased*off {
			return false
		}
	}
	return true
}

// stereo reports whether the samples of b take turns: those next but one are much nearer
// than neighbours, or every other is nearer to the one before it, or louder, than the rest. A
// click in silence is not enough.
func (l layout) stereo(b []byte) bool {
	var level, step [2]stereoShare
	for i := 2; i+1 < len(b); i += 2 {
		x := l.sample(b[i:])
		level[i/2%2].add(x)
		step[i/2%2].add(x - l.sample(b[i-2:]))
	}
	enough := len(b) / 2 / stereoTimes / 2
	return apart(level, enough) || apart(step, enough) || l.price(b, 2)+stereoBits < l.price(b, 1)
}

// stereoShare is what every other sample comes to.
type stereoShare struct {
	sum float64
	n   int // that are not 0
}

func (s *stereoShare) add(x float64) {
	if x != 0 {
		s.sum, s.n = s.sum+math.Abs(x), s.n+1
	}
}

func apart(v [2]stereoShare, enough int) bool {
	if v[0].sum < v[1].sum {
		v[0], v[1] = v[1], v[0]
	}
	return v[0].sum > stereoTimes*v[1].sum && v[0].n > enough
}
