package sherpa

import "parley/media"

const (
	// window is the step in which the level is measured, 10 ms.
	window = media.SampleRate / 100
	// quiet is the mean square below which a window is silence, an RMS of 60.
	quiet = 60 * 60
	// maxTrim is the most that is ever cut, so that a voice too soft is heard.
	maxTrim = 50 * window
)

// trimmer cuts the silence before speech, all but the last window of it. The
// zero value is ready.
type trimmer struct {
	cut  int
	held []int16
	open bool
}

// next returns what of pcm shall be heard, with what was held back before; nil
// while there is only silence. It keeps pcm.
func (t *trimmer) next(pcm []int16) []int16 {
	if t.open {
		return pcm
	}
	t.held = append(t.held, pcm...)
	at := 0
	for ; at+window <= len(t.held) && !t.open; at += window {
		t.open = t.cut+at >= maxTrim || loud(t.held[at:at+window])
	}
	if t.open {
		at -= window
	}
	drop := max(at-window, 0)
	t.cut += drop
	t.held = t.held[drop:]
	if !t.open {
		return nil
	}
	return t.rest()
}

// rest returns what is held back.
func (t *trimmer) rest() []int16 {
	out := t.held
	t.held, t.open = nil, true
	return out
}

func loud(pcm []int16) bool {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	return sum > quiet*int64(len(pcm))
}
