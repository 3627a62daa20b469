package grammar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/language"
)

// sentence is a text in words, as the patterns see them: without fillers and stutters,
// each word in one spelling. What neither space nor mark parts is one word, "non-stop".
// A new line is the mark ";", an ellipsis ".".
type sentence struct {
	text  string
	words []language.Word
}

// readWords takes a text apart.
func readWords(text string) sentence {
	s := sentence{text: text}
	for rest := language.Read(text).Words; len(rest) > 0; {
		w, n := s.piece(rest)
		if rest = rest[n:]; w.Mark == ',' && !s.halts(w, rest) {
			w.Mark = 0
		}
		if w.Line {
			w.Mark = stronger(w.Mark, ';')
		}
		if w.Trails {
			w.Mark = stronger(w.Mark, '.')
		}
		s.add(w)
	}
	return s
}

// piece is the word at the head of words with those that are one with it, and how many
// they are.
func (s *sentence) piece(words []language.Word) (w language.Word, n int) {
	w = words[0]
	for n = 1; n < len(words); n++ {
		next := words[n]
		if !next.Joined || w.Half || w.Trails || parts[strings.TrimRight(s.text[w.To:next.From], `"'“‘`)] {
			break
		}
		next.From, next.Opened, next.Text = w.From, w.Opened, w.Text+s.text[w.To:next.From]+next.Text
		w = next
	}
	return w, n
}

// parts are what parts words without a space; "https://a.b/c?d" is one.
var parts = language.Set(", : ; — –")

// halts reports whether more than a bracket stands between a word and the next.
func (s *sentence) halts(w language.Word, next []language.Word) bool {
	to := len(s.text)
	if len(next) > 0 {
		to = next[0].From
	}
	return strings.ContainsAny(s.text[w.To:to], ",-–—、，،")
}

// stronger is the stronger of two of language.Marks.
func stronger(a, b rune) rune {
	if strings.IndexRune(language.Marks, a) < strings.IndexRune(language.Marks, b) {
		return b
	}
	return a
}

// add appends w in its spelling. A filler goes, and so does a stutter before it.
func (s *sentence) add(w language.Word) {
	if n := len(s.words); n > 0 {
		last := &s.words[n-1]
		switch {
		case fillers[w.Text]:
			last.Mark, last.Closed = stronger(last.Mark, w.Mark), last.Closed || w.Closed
		case stutters[w.Text] && last.Text == w.Text && last.Mark == 0:
			s.words = s.words[:n-1]
		}
	}
	if fillers[w.Text] {
		return
	}
	as := spellings[w.Text]
	if as == "" {
		s.words = append(s.words, w)
		return
	}
	parts := strings.Fields(as)
	for i, part := range parts {
		one := w
		if one.Text, one.Half = part, w.Half || i > 0; i > 0 {
			one.Opened = false
		}
		if i < len(parts)-1 {
			one.Mark, one.Closed = 0, false
		}
		s.words = append(s.words, one)
	}
}

// loose reports whether a rune is no part of a word at whose ends it stands.
func loose(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(language.Symbols, r) && !unicode.IsMark(r)
}

func tight(r rune) bool { return !loose(r) }

// has reports whether one of its words is in set.
func (s sentence) has(set map[string]bool) bool {
	return slices.ContainsFunc(s.words, func(w language.Word) bool { return set[w.Text] })
}

// paused reports whether punctuation stands between its words.
func (s sentence) paused() bool {
	return slices.ContainsFunc(s.words[:max(len(s.words)-1, 0)], func(w language.Word) bool { return w.Mark != 0 })
}

// first and last are the words at its ends as patterns see them; it may not be empty.
func (s sentence) first() string { return s.words[0].Text }
func (s sentence) last() string  { return s.words[len(s.words)-1].Text }

// part is the words from i to before j.
func (s sentence) part(i, j int) sentence { return sentence{text: s.text, words: s.words[i:j]} }

// said is the text of the words from i to before j on one line, without the fillers.
func (s sentence) said(i, j int) string {
	var b strings.Builder
	for k := i; k < j; k++ {
		w := s.words[k]
		if w.Half && k > i {
			continue
		}
		if k > i {
			between := s.text[s.words[k-1].To:w.From]
			if strings.ContainsFunc(between, tight) { // a filler
				between = " "
			}
			b.WriteString(between)
		}
		b.WriteString(s.text[w.From:w.To])
	}
	out := parley.OneLine(b.String())
	if j > i && s.words[i].Opened && strings.Count(out, `"`)%2 == 1 {
		return `"` + out
	}
	return closed(out)
}

// whole is the text of s with all that stands around it but words.
func (s sentence) whole() string {
	first, last := s.words[0], s.words[len(s.words)-1]
	from, to := strings.LastIndexFunc(s.text[:first.From], tight), strings.IndexFunc(s.text[last.To:], tight)
	if from >= 0 {
		_, size := utf8.DecodeRuneInString(s.text[from:])
		from += size
	}
	if to < 0 {
		to = len(s.text) - last.To
	}
	return s.text[max(from, 0) : last.To+to]
}

// closed is s with the quotation mark or bracket that was cut off its end.
func closed(s string) string {
	for _, pair := range [][2]string{{`"`, `"`}, {"“", "”"}, {"(", ")"}, {"[", "]"}} {
		opened := strings.Count(s, pair[0])
		if pair[0] == pair[1] {
			opened %= 2
		} else {
			opened -= strings.Count(s, pair[1])
		}
		if opened > 0 {
			s += pair[1]
		}
	}
	return s
}

// as is the words from i to before j as patterns see them.
func (s sentence) as(i, j int) []string {
	out := make([]string, 0, j-i)
	for _, w := range s.words[i:j] {
		out = append(out, w.Text)
	}
	return out
}
