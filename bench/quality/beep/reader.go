package beep

import (
	"math"

	"parley/media"
)

// pure is the share of a frame's power that its two tones must have: Opus and
// the ends of words leave more than this, anything else less.
const pure = 0.7

// Read tells which word a frame of media.FrameSamples samples is of, and false
// for silence, for frames across two words and for other sounds.
func Read(frame []int16) (Word, bool) {
	total := 0.0
	for _, s := range frame {
		total += float64(s) * float64(s)
	}
	if total == 0 {
		return Word{}, false
	}
	var w Word
	var low, high float64
	for set := range Sets {
		f, _ := Word{Set: set}.tones()
		if p := power(frame, f); p > low {
			w.Set, low = set, p
		}
	}
	for i := range Size {
		_, f := Word{Index: i}.tones()
		if p := power(frame, f); p > high {
			w.Index, high = i, p
		}
	}
	total *= float64(len(frame)) / 2
	return w, low+high > pure*total && min(low, high) > total/10
}

// power is that of one frequency, by Goertzel's method.
func power(frame []int16, freq float64) float64 {
	c := 2 * math.Cos(2*math.Pi*freq/media.SampleRate)
	var a, b float64
	for _, s := range frame {
		a, b = float64(s)+c*a-b, a
	}
	return a*a + b*b - c*a*b
}

// steady is how many frames in a row make sure of a word, said how many of
// them mean that it was said to its end, some 75 % of it.
const (
	steady = 2
	said   = int(WordTime / media.PTime * 3 / 4)
)

// Listening counts the words heard of one reply. Replies run through their set
// again and again, so a word heard may be said again, after a pause, from up to
// Size/2 words before.
type Listening struct {
	heard  map[int]int // frames by position
	at     int         // position of the last sure word
	streak int
	last   Word
}

// Hear takes the word of one frame.
func (l *Listening) Hear(w Word) {
	if w == l.last {
		l.streak++
	} else {
		l.last, l.streak = w, 1
	}
	if l.streak < steady {
		return
	}
	if l.heard == nil {
		l.heard = map[int]int{}
	}
	ahead := (w.Index - l.at%Size + Size + Size/2) % Size // 12 is none
	at := max(l.at+ahead-Size/2, 0)
	if l.streak == steady && l.heard[at] < said {
		l.heard[at] = 0 // said anew, or for the first time
	}
	l.at = at
	l.heard[at] = max(l.heard[at], l.streak)
}

// Words is how many words of the reply, from its first, were heard.
func (l *Listening) Words() int {
	n := 0
	for at, frames := range l.heard {
		if frames >= said {
			n = max(n, at+1)
		}
	}
	return n
}
