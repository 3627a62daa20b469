package sherpa

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPart bounds what a model is given at once, in bytes: all of it is made
// before the first of its audio comes, and nothing stops it.
const maxPart = 240

// parts cuts text into sentences, and those longer than maxPart after a comma
// or between words. Parts with nothing to say are left out. The models take
// valid UTF-8 without control characters only; some end the process over
// anything else.
func parts(text string) []string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r): // direction marks, joiners
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	var out []string
	for text != "" {
		n := sentence(text)
		if n > maxPart {
			n = shorter(text[:maxPart])
		}
		if p := strings.TrimSpace(text[:n]); speakable(p) {
			out = append(out, p)
		}
		text = text[n:]
	}
	return out
}

// sentence is the length of the first sentence: up to a full stop, question or
// exclamation mark that a space or the end follows, or to one of those of
// Chinese.
func sentence(text string) int {
	for i, r := range text {
		after := i + utf8.RuneLen(r)
		switch r {
		case '.', '?', '!', '…':
			if after == len(text) || text[after] == ' ' {
				return after
			}
		case '。', '？', '！':
			return after
		}
	}
	return len(text)
}

// shorter is where to cut a text that is too long.
func shorter(text string) int {
	for _, marks := range []string{",;:", " "} {
		if at := strings.LastIndexAny(text, marks); at >= maxPart/4 {
			return at + 1
		}
	}
	for n := len(text); ; n-- { // a single word: between two characters
		if r, size := utf8.DecodeLastRuneInString(text[:n]); r != utf8.RuneError || size == 0 {
			return n
		}
	}
}

func speakable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// scripts are those that the languages of models are written in; all others use
// Latin.
var scripts = []struct {
	language string // as models name it, lower case
	tables   []*unicode.RangeTable
}{
	{"chinese", []*unicode.RangeTable{unicode.Han}},
	{"japanese", []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}},
	{"korean", []*unicode.RangeTable{unicode.Hangul}},
	{"russian", []*unicode.RangeTable{unicode.Cyrillic}},
	{"ukrainian", []*unicode.RangeTable{unicode.Cyrillic}},
	{"greek", []*unicode.RangeTable{unicode.Greek}},
	{"arabic", []*unicode.RangeTable{unicode.Arabic}},
	{"persian", []*unicode.RangeTable{unicode.Arabic}},
	{"hindi", []*unicode.RangeTable{unicode.Devanagari}},
}

// western are the languages of which it is sure that they are written in Latin.
const western = "english german french spanish italian portuguese dutch polish swedish danish norwegian finnish czech " +
	"hungarian romanian turkish catalan icelandic welsh multi-lang"

// reader tells what a model can read: given a text of which it can read nothing
// sherpa-onnx writes that text on standard error, where speech has no place.
type reader struct {
	any    bool // nothing is known of its languages
	tables []*unicode.RangeTable
}

// readerOf takes the languages as a network names them.
func readerOf(languages string) reader {
	r := reader{any: true}
	for w := range strings.FieldsFuncSeq(strings.ToLower(languages), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) }) {
		if strings.Contains(" "+western+" ", " "+w+" ") {
			r.any = false
		}
		for _, s := range scripts {
			if s.language == w {
				r.any, r.tables = false, append(r.tables, s.tables...)
			}
		}
	}
	return r
}

// reads says whether there is anything in text for the model to say.
func (r reader) reads(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool {
		if r.any {
			return unicode.IsLetter(c) || unicode.IsNumber(c)
		}
		return '0' <= c && c <= '9' || unicode.Is(unicode.Latin, c) || unicode.In(c, r.tables...)
	})
}
