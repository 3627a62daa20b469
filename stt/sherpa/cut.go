package sherpa

import "parley/media"

// limits are how long a piece may be, in samples: past soft it ends in the next
// pause, at hard anyway. The pieces' texts are put together again.
type limits struct{ soft, hard int }

var (
	// wholeLimits keep below the 30 s that Whisper hears at most.
	wholeLimits = limits{20 * media.SampleRate, 28 * media.SampleRate}
	// streamLimits hold the memory and the cost of an interim, which grow with
	// the piece.
	streamLimits = limits{60 * media.SampleRate, 90 * media.SampleRate}
)

// pause is the power of a step of audio, as a part of the mean so far, below
// which it is a pause: 10 dB less.
const pause = 0.1

// loudness is the power of the steps of a piece.
type loudness struct {
	sum, last float64
	steps     int
}

func (l *loudness) add(pcm []float32) {
	l.last = 0
	for _, s := range pcm {
		l.last += float64(s) * float64(s)
	}
	l.last /= float64(len(pcm))
	l.sum += l.last
	l.steps++
}

// cut says whether a piece of so many samples ends here.
func (l limits) cut(samples int, p loudness) bool {
	return samples >= l.hard || samples >= l.soft && p.last*float64(p.steps) <= p.sum*pause
}
