package media

import (
	"math"
	"time"
)

const (
	// seamRate is the rate at which two recordings are compared, in Hz: enough
	// for a voice, and 16 times faster than all of it.
	seamRate = 4000
	seamStep = SampleRate / seamRate
	// seamReach is the longest overlap looked for, seamLeast the shortest: less
	// is alike by chance.
	seamReach = 1500 * time.Millisecond
	seamLeast = 80 * time.Millisecond
	// seamAlike is how alike two recordings of the same sound are at least, 0-1,
	// whatever codecs they went through; of others, 0.3 to 0.5 are the most.
	seamAlike = 0.6
	// seamQuiet is the level, as a root mean square, below which there is nothing
	// to compare, and nothing to hear twice.
	seamQuiet = 60
)

// Overlap is how many samples at the end of before are at the beginning of after
// too: two recordings of one microphone, one taken over from the other. It is 0
// where what they share is silence.
func Overlap(before, after []int16) int {
	a := coarse(before[max(0, len(before)-Samples(seamReach)):])
	b := coarse(after[:min(len(after), Samples(seamReach))])
	best, at := seamAlike, 0
	for n := int(seamLeast * seamRate / time.Second); n <= min(len(a), len(b)); n++ {
		if alike := similarity(a[len(a)-n:], b[:n]); alike > best {
			best, at = alike, n
		}
	}
	return at * seamStep
}

// coarse is pcm at seamRate.
func coarse(pcm []int16) []float64 {
	out := make([]float64, len(pcm)/seamStep)
	for i := range out {
		for _, s := range pcm[i*seamStep:][:seamStep] {
			out[i] += float64(s) / seamStep
		}
	}
	return out
}

// similarity is the normalised correlation of two recordings of one length, and
// 0 if either is silence.
func similarity(a, b []float64) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	if quiet := seamQuiet * seamQuiet * float64(len(a)); aa < quiet || bb < quiet {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
