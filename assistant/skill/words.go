package skill

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/language"
)

// wordFile has the words that tell nothing of what a text is about, and those that do so of
// the words behind them.
//
//go:embed words.txt
var wordFile string

var lists = sync.OnceValue(func() *language.Lists {
	l, err := language.ReadLists(wordFile)
	if err != nil {
		panic("skill: " + err.Error())
	}
	return l
})

// terms are the words of s that tell what it is about, each once and in order: without
// accents and what English adds at their ends. In scripts that put no space between words
// each character is one.
func terms(s string) (out []string) {
	for _, w := range language.Read(s).Words {
		if w.Symbol || lists().Is("idle", w.Text) {
			continue
		}
		for _, t := range characters(w.Text) {
			if t = language.Root(t); !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// characters is a word, or its characters in a script without spaces.
func characters(w string) []string {
	if strings.ContainsFunc(w, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) }) {
		return strings.Split(w, "")
	}
	return []string{w}
}

// bag is a set of terms.
type bag map[string]bool

// bagOf holds the terms of all texts.
func bagOf(texts ...string) bag {
	b := bag{}
	for _, text := range texts {
		for _, t := range terms(text) {
			b[t] = true
		}
	}
	return b
}

// share is how many of the given terms are in b, 0-1.
func (b bag) share(of []string) float64 {
	if len(of) == 0 {
		return 0
	}
	n := 0
	for _, t := range of {
		if b[t] {
			n++
		}
	}
	return float64(n) / float64(len(of))
}

// backs reports whether a text says what b's texts do: more than half of its terms
// are there, or half of those behind the first, which often is a verb of the model's.
func (b bag) backs(text string) bool {
	ts := terms(text)
	return b.share(ts) > 0.5 || len(ts) > 1 && b.share(ts[1:]) >= 0.5
}

// said holds what was spoken or typed: text and the newest messages.
func (k Known) said(text string) bag {
	texts := []string{text}
	for _, m := range k.recent() {
		texts = append(texts, m.Content)
	}
	return bagOf(texts...)
}

// recent are the newest messages, oldest first.
func (k Known) recent() []parley.Message {
	return k.Messages[max(0, len(k.Messages)-maxMessages):]
}

// passage is the first limit characters of s with its lines, without what cannot be
// printed.
func passage(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	for i := range s {
		if limit--; limit < 0 {
			s = s[:i]
			break
		}
	}
	return strings.TrimSpace(s)
}

// clip is s as one line of at most limit characters, cut at a word where that loses
// little.
func clip(s string, limit int) string {
	s = s[:min(len(s), 16*limit)] // what is cut anyway is not worth reading
	s = parley.OneLine(strings.ToValidUTF8(s, ""))
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*2/3 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}
