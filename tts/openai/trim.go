package openai

import "parley/media"

const (
	// window is the step in which the level is measured, 10 ms.
	window = media.SampleRate / 100
	// quietRMS is the level below which a window counts as silence. It is that
	// of package flite, where the first h, f and th of a phrase lie above it.
	quietRMS = 60
	// maxTrim is the most that is ever cut, so that a soft voice is still
	// heard. OpenAI's voices begin after 50-300 ms.
	maxTrim = 50 * window
)

// trimmer cuts the silence before speech, all but the last window of it. The
// zero value is ready.
type trimmer struct {
	held []int16
	cut  int
	open bool
}

// next appends to dst what of pcm shall be heard, after what was held back.
func (t *trimmer) next(dst, pcm []int16) []int16 {
	if t.open {
		return append(dst, pcm...)
	}
	t.held = append(t.held, pcm...)
	for len(t.held) >= 2*window && !t.open {
		if t.open = t.cut >= maxTrim || loud(t.held[window:2*window]) || loud(t.held[:window]); !t.open {
			t.held = append(t.held[:0], t.held[window:]...)
			t.cut += window
		}
	}
	if t.open {
		dst = append(dst, t.held...)
		t.held = nil
	}
	return dst
}

// rest appends what is held back at the end, if it can be heard.
func (t *trimmer) rest(dst []int16) []int16 {
	if !t.open && len(t.held) > 0 && loud(t.held) {
		dst = append(dst, t.held...)
	}
	t.held = nil
	return dst
}

func loud(pcm []int16) bool {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	return sum > quietRMS*quietRMS*int64(len(pcm))
}
