// Package textnorm is text normalisation: it turns written text into the words
// a voice says, "$9.99" into "nine dollars and ninety nine cents". English is
// verbalised in full, since Flite reads no figures. Of other languages only
// what no voice can say is left out, because the neural and cloud voices that
// speak them normalise text themselves (docs/decisions.md). Pronunciations work
// in every language. What a listener reads stays the text as written: Text maps
// offsets back to it.
//
// Stage directions and Markdown are taken out earlier, by the agent, since they
// are not shown either.
package textnorm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Normaliser normalises texts of one language. It does not change and is safe
// for concurrent use.
type Normaliser struct {
	english        bool // numbers, units, abbreviations and marks become words
	monthFirst     bool // 3/15 is in March
	pronunciations pronunciations
}

// New returns the normaliser of a language, a BCP 47 tag; empty means "en".
// words maps words, or several with spaces between, to how they are written for
// the voice. They go before everything else, upper and lower case alike, the
// longest first; their replacements are not normalised again.
func New(language string, words map[string]string) *Normaliser {
	primary, region, _ := strings.Cut(strings.ToLower(language), "-")
	return &Normaliser{
		english:        primary == "" || primary == "en",
		monthFirst:     region == "" || region == "us", // only there does the month come first
		pronunciations: newPronunciations(words),
	}
}

// Normalise returns text as it is to be said. That is at most 32 times as long,
// plus the pronunciations; text that needs no change is returned as it is,
// without an allocation.
func (n *Normaliser) Normalise(text string) Text {
	if n.unchanged(text) {
		return Text{Said: text, text: text}
	}
	b := builder{text: text, monthFirst: n.monthFirst, said: make([]byte, 0, 2*len(text)), spans: make([]span, 0, 16)}
	for capitals := allCapitals(text); b.at < len(text); {
		n.step(&b, capitals)
	}
	if !speakable(b.said) {
		return Text{text: text, spans: []span{}}
	}
	return Text{Said: string(b.said), text: text, spans: b.spans}
}

// step deals with what comes next. capitals is set if the whole text is in them.
func (n *Normaliser) step(b *builder, capitals bool) {
	rest := b.rest()
	r, size := utf8.DecodeRuneInString(rest)
	if unicode.IsSpace(r) {
		b.skip(size)
		b.gap = hard
		return
	}
	if !wordy(b.before()) {
		if length, said := n.read(b, r, capitals); length > 0 {
			b.say(length, said)
			return
		}
	}
	switch {
	case r < utf8.RuneSelf && digit(byte(r)): // inside a word, or behind a number
		length := min(digitsAt(rest), window)
		if n.english {
			b.say(length, sayWhole(rest[:length]))
		} else {
			b.keep(length, r)
		}
	case wordy(r):
		b.keep(wordAt(rest), r)
	default:
		n.mark(b, r, size)
	}
}

// read reads what begins where a word may begin: it returns how many bytes are
// replaced, 0 for none, and by what.
func (n *Normaliser) read(b *builder, r rune, capitals bool) (int, string) {
	if length, said := n.pronunciations.at(b.rest()); length > 0 {
		return length, said
	}
	if !n.english {
		return 0, ""
	}
	if length, said := addressAt(b); length > 0 {
		return length, said
	}
	if unicode.IsLetter(r) {
		return wordFormAt(b, capitals)
	}
	if r == '/' || pauses(r) && r != '.' || b.enumerates() {
		return 0, ""
	}
	return numberAt(b)
}

// wordAt is the length of the letters text begins with, apostrophes between them
// included.
func wordAt(text string) int {
	end := 0
	for i, r := range text {
		size := utf8.RuneLen(r)
		switch {
		case r == utf8.RuneError:
			return end
		case wordy(r) && (r < '0' || r > '9'):
			end = i + size
		case r != '\'' && r != '’' || end != i:
			return end
		}
	}
	return end
}

func speakable(text []byte) bool {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
		at += size
	}
	return false
}

// allCapitals reports whether text is several words all in capitals, so that
// capitals do not mark an acronym.
func allCapitals(text string) bool {
	words, inside := 0, false
	for _, r := range text {
		if unicode.IsLower(r) {
			return false
		}
		if letter := unicode.IsLetter(r); letter != inside {
			inside = letter
			if letter {
				words++
			}
		}
	}
	return words > 1
}
