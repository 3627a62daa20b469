package flite

import "parley/media"

const (
	// window is the step in which the level is measured, 10 ms.
	window = media.SampleRate / 100
	// quietRMS is the level below which a window counts as silence. Flite's
	// lead-in stays under 55 in all voices; the first h, f and th of a phrase
	// are at 70-145 for up to 80 ms, and would be lost at 150.
	quietRMS = 60
	// maxTrim is the most that is ever cut, so that a voice too soft for
	// quietRMS is still heard. The longest lead-in seen is 300 ms, kal16 before
	// a p.
	maxTrim = 40 * window
)

// trimmer cuts the silence before speech, all but the last window of it. The
// zero value is ready.
type trimmer struct {
	// cut is the number of samples dropped so far.
	cut  int
	held []int16
	open bool
}

// next returns a copy of what of pcm shall be heard, together with what was held
// back before; nil while there is only silence.
func (t *trimmer) next(pcm []int16) []int16 {
	if t.open {
		return append([]int16(nil), pcm...)
	}
	t.held = append(t.held, pcm...)
	at := 0
	for ; at+window <= len(t.held); at += window {
		if t.cut+at >= maxTrim || loud(t.held[at:at+window]) {
			t.open = true
			break
		}
	}
	drop := max(at-window, 0)
	t.cut += drop
	t.held = t.held[drop:]
	if !t.open {
		return nil
	}
	out := t.held
	t.held = nil
	return out
}

func loud(pcm []int16) bool {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	return sum > quietRMS*quietRMS*int64(len(pcm))
}
