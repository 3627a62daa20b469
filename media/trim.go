package media

const (
	// trimWindow is the step in which the level is measured, 10 ms.
	trimWindow = SampleRate / 100
	// trimQuiet is the level, as a root mean square, below which a window counts
	// as silence. The lead-in of Flite's voices stays under 55; the first h, f and
	// th of a phrase are at 70-145 for up to 80 ms, and would be lost at 150.
	trimQuiet = 60
	// maxTrim is the most that is ever cut, so that a voice too soft for trimQuiet
	// is still heard. OpenAI's voices begin after 50-300 ms, Flite's after
	// 130-300 ms.
	maxTrim = 50 * trimWindow
)

// Trimmer cuts the silence before the speech of a synthesised voice, all but the
// last 10 ms of it. Pauses and the end stay as they are. The zero value is ready;
// it is used by one goroutine at a time.
type Trimmer struct {
	held []int16
	cut  int
	open bool
}

// Append adds pcm, which it does not keep, and appends to dst what shall be heard
// by now.
func (t *Trimmer) Append(dst, pcm []int16) []int16 {
	if t.open {
		return append(dst, pcm...)
	}
	t.held = append(t.held, pcm...)
	at := 0
	for ; at+trimWindow <= len(t.held); at += trimWindow {
		if t.cut+at >= maxTrim || audible(t.held[at:at+trimWindow]) {
			t.open = true
			break
		}
	}
	drop := max(at-trimWindow, 0)
	t.cut += drop
	t.held = append(t.held[:0], t.held[drop:]...)
	if !t.open {
		return dst
	}
	return t.Flush(dst)
}

// Flush appends what is held back, less than 20 ms; the speech ends here.
func (t *Trimmer) Flush(dst []int16) []int16 {
	dst = append(dst, t.held...)
	t.held, t.open = nil, true
	return dst
}

// Cut is how many samples were cut so far.
func (t *Trimmer) Cut() int { return t.cut }

func audible(pcm []int16) bool {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	return sum > trimQuiet*trimQuiet*int64(len(pcm))
}
