package playout

import (
	"iter"
	"math"
	"parley/media"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// boundaries are the ends of words up to a sample of s, the latest first and
// the start of s last, each with its offset in the text. They are the engine's
// if it knows any, else guessed.
func (s *segment) boundaries(upTo int) iter.Seq2[int, int] {
	return func(yield func(sample, textEnd int) bool) {
		for i := len(s.words) - 1; i >= 0; i-- {
			sample := media.Samples(s.words[i].End)
			if sample > 0 && sample <= upTo && !yield(sample, runeStart(s.text, s.words[i].TextEnd)) {
				return
			}
		}
		if len(s.words) == 0 && s.text != "" {
			total := s.total()
			at := min(int(float64(len(s.text))*float64(upTo)/total), len(s.text)-1)
			for end := wordEnd(s.text, at); end > 0; end = wordEnd(s.text, end-1) {
				if !yield(int(total*float64(end)/float64(len(s.text))), end) {
					return
				}
			}
		}
		yield(0, 0)
	}
}

// nextEnd is the first sample from at on where a word ends; beyond all samples
// when that is not known.
func (s *segment) nextEnd(at int) int {
	end := math.MaxInt
	if len(s.words) > 0 {
		const up = time.Second/media.SampleRate - 1 // so that the word counts as said
		for _, w := range s.words {
			if sample := media.Samples(w.End + up); sample >= at {
				end = min(end, sample)
			}
		}
	} else if s.text != "" {
		total := s.total()
		from := int(float64(len(s.text)) * float64(at) / total)
		end = max(at, int(math.Ceil(total*float64(followingEnd(s.text, from))/float64(len(s.text)))))
	}
	if s.closed {
		end = min(end, s.written)
	}
	return end
}

// followingEnd is the first offset from at on where a word ends.
func followingEnd(text string, at int) int {
	at = runeStart(text, at)
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	inWord := at > 0 && !unicode.IsSpace(before)
	for i, r := range text[at:] {
		switch {
		case !unicode.IsSpace(r):
			inWord = true
		case inWord:
			return at + i
		}
	}
	return len(text)
}

// endsClause reports whether text ends with a mark at which one takes breath.
func endsClause(text string) bool {
	text = strings.TrimRight(text, " \t\r\n\"')]}”’»")
	return text != "" && strings.ContainsRune(".,;:!?", rune(text[len(text)-1]))
}
