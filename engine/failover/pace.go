package failover

import (
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/tts"
)

const (
	// usualPace is the letters a second assumed of a voice not yet measured,
	// brisk English as in the playout's ledger.
	usualPace = 12
	// cautious is the share of what was said by that estimate that counts as
	// said: voices vary by a tenth from segment to segment, and a word repeated
	// is better than one lost.
	cautious = 0.85
)

// pace is how many characters a second a voice says at rate 1. Its methods may
// be called from any goroutine.
type pace struct {
	mu  sync.Mutex
	avg float64
}

// learn takes a whole segment into the average.
func (p *pace) learn(text string, audio time.Duration, v tts.Voice) {
	if audio < time.Second { // too short to tell anything
		return
	}
	now := float64(utf8.RuneCountInString(text)) / audio.Seconds() / rate(v)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.avg == 0 {
		p.avg = now
	} else {
		p.avg += (now - p.avg) / 4
	}
}

// said is the offset in text up to which audio of that length surely says it:
// the start of a word.
func (p *pace) said(text string, audio time.Duration, v tts.Voice) int {
	p.mu.Lock()
	avg := p.avg
	p.mu.Unlock()
	if avg == 0 {
		avg = usualPace
	}
	return wordStart(text, int(avg*rate(v)*audio.Seconds()*cautious))
}

func rate(v tts.Voice) float64 {
	if v.Rate == 0 {
		return 1
	}
	return v.Rate
}

// wordStart is the start of the word that character n of text is in, or of the
// last word if text has fewer.
func wordStart(text string, n int) int {
	start, inWord := 0, false
	for i, r := range text {
		if n < 0 {
			break
		}
		n--
		if unicode.IsSpace(r) {
			inWord = false
		} else if !inWord {
			start, inWord = i, true
		}
	}
	return start
}

// speakable reports whether text has anything that a voice says.
func speakable(text string) bool {
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
	}
	return false
}
