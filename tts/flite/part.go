package flite

import (
	"strings"
	"time"

	"parley/media"
)

// partWords bounds what flite is given at once. It analyses all of it, 1.5 ms a
// word, before the first sample and without a way to stop it.
const partWords = 24

// say is one word as flite gets it, one token of its own.
type say struct {
	// word is ASCII without spaces and holds a letter or a digit.
	word string
	// mark is the punctuation after it: ",", ".", "?", "!" or empty.
	mark string
	// end is the offset in the original text of the end of what it stands for.
	end int
}

// part is a run of words spoken as one utterance of flite.
type part []say

// parts cuts words where a listener expects a pause: at the last sentence end
// that fits, else at the last comma, else at partWords.
func parts(words []say) []part {
	var out []part
	for len(words) > partWords {
		n := whole(words, cut(words[:partWords]))
		out = append(out, part(words[:n]))
		words = words[n:]
	}
	if len(words) > 0 {
		out = append(out, part(words))
	}
	return out
}

// whole moves the cut at n forward out of words that stand for one, if it can.
func whole(words []say, n int) int {
	for i := n; i > 0; i-- {
		if words[i-1].end != words[i].end {
			return i
		}
	}
	return n
}

func cut(words []say) int {
	comma := 0
	for n := len(words); n > 0; n-- {
		switch words[n-1].mark {
		case ".", "?", "!":
			return n
		case ",":
			comma = max(comma, n)
		}
	}
	if comma > 0 {
		return comma
	}
	return len(words)
}

// text is p as flite reads it.
func (p part) text() string {
	var b strings.Builder
	for i, s := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.word)
		b.WriteString(s.mark)
	}
	return b.String()
}

// words gives each word of the original text its time, from the times of p's
// words; a word flite did not say ends with the one before it.
func (p part) words(ends []time.Duration) []media.Word {
	out := make([]media.Word, 0, len(p))
	var last time.Duration
	for i, s := range p {
		last = max(last, ends[i])
		if n := len(out); n > 0 && out[n-1].TextEnd == s.end {
			out[n-1].End = last
			continue
		}
		out = append(out, media.Word{TextEnd: s.end, End: last})
	}
	return out
}
