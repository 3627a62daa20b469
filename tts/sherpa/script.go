package sherpa

import (
	"strings"
	"unicode"
)

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
