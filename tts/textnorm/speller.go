package textnorm

import (
	"unicode"
	"unicode/utf8"
)

// Speller says texts of one language. It does not change and is safe for
// concurrent use.
type Speller struct {
	lang    *language
	respelt respelt
}

// New returns the speller of a language, a BCP 47 tag; empty means "en".
// pronunciations maps words, or several with spaces between, to how they are
// written for the voice. They go before everything else, upper and lower case
// alike, the longest first; what they say is said as it is.
func New(language string, pronunciations map[string]string) *Speller {
	return &Speller{lang: languageOf(language), respelt: newRespelt(pronunciations)}
}

// Spell says text. What is said is at most some thirty times as long, plus the
// pronunciations; text with nothing to spell out is returned as it is, without
// an allocation.
func (s *Speller) Spell(text string) Text {
	if s.plain(text) {
		return Text{Said: text, text: text}
	}
	b := builder{text: text, said: make([]byte, 0, 2*len(text)), spans: make([]span, 0, 16)}
	for shout := shouted(text); b.at < len(text); {
		s.step(&b, shout)
	}
	if !speakable(b.said) {
		return Text{text: text, spans: []span{}}
	}
	return Text{Said: string(b.said), text: text, spans: b.spans}
}

// step deals with what comes next.
func (s *Speller) step(b *builder, shout bool) {
	rest := b.rest()
	r, size := utf8.DecodeRuneInString(rest)
	if unicode.IsSpace(r) {
		b.skip(size)
		b.gap = hard
		return
	}
	if !wordy(b.before()) {
		if n, said := s.read(b, r, shout); n > 0 {
			b.say(n, said)
			return
		}
	}
	switch {
	case r < utf8.RuneSelf && digit(byte(r)):
		s.figures(b)
	case wordy(r):
		n := wordAt(rest)
		b.keep(n, r)
	default:
		s.mark(b, r, size)
	}
}

// read reads what begins where a word may begin.
func (s *Speller) read(b *builder, r rune, shout bool) (int, string) {
	if n, said := s.respelt.at(b.rest()); n > 0 {
		return n, said
	}
	if !s.lang.spells() {
		return 0, ""
	}
	if n, said := s.lang.addressAt(b); n > 0 {
		return n, said
	}
	if unicode.IsLetter(r) {
		return s.lang.wordFormAt(b, shout)
	}
	if r == '/' || pauses(r) && r != '.' || b.enumerates() {
		return 0, ""
	}
	return s.lang.numberAt(b)
}

// figures says the digits inside a word, or behind a number.
func (s *Speller) figures(b *builder) {
	n := min(digitsAt(b.rest()), window)
	if !s.lang.spells() {
		b.keep(n, '0')
		return
	}
	b.say(n, s.lang.whole(b.rest()[:n]))
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

// shouted reports whether text is all in capitals, so that they mean nothing.
func shouted(text string) bool {
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
