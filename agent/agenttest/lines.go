package agenttest

import (
	"strings"
	"sync"
)

// line is what a sound says.
type line struct {
	words  []string
	frames int
}

// lines are all that was said in a call.
type lines struct {
	mu  sync.Mutex
	all []line
}

// add remembers a text said in so many frames and returns its number.
func (l *lines) add(text string, frames int) int16 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, line{strings.Fields(text), frames})
	return int16(len(l.all) - 1)
}

func (l *lines) get(number int16) line {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[number]
}

// wordAt is the number of the word said in a frame.
func (l line) wordAt(frame int) int {
	return min(frame*len(l.words)/max(l.frames, 1), len(l.words)-1)
}

// wordFrames is how many frames the i-th word has.
func (l line) wordFrames(i int) int {
	n := 0
	for f := range l.frames {
		if l.wordAt(f) == i {
			n++
		}
	}
	return n
}
