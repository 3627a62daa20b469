package grammar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
)

// word is one word of a text as the patterns see it, and where it stands.
type word struct {
	// as is in lower case, without punctuation around it and in one spelling.
	as         string
	start, end int // of the text, in bytes
	// stop is the strongest punctuation that follows: one of ? ! . ; : , or 0. A
	// new line counts as ';', a dash as ','.
	stop byte
	// half marks the second word of a contraction, which has the place of the first.
	half bool
	// cut is set where a filler was left out before it.
	cut bool
	// opened and closed are set where a quotation mark stands before or behind it.
	opened, closed bool
}

// sentence is a text in words.
type sentence struct {
	text  string
	words []word
	// cut is set while the last that was read is a filler.
	cut bool
}

// fillers are sounds that a recogniser writes down and nobody means.
var fillers = set(`um umm uh uhm erm er hm hmm mm ah eh`)

// stutters are words that are said twice by those who look for the next one.
var stutters = set(`i the a to me my add and is can you please remind mark on for of it task delete`)

// spellings give the words with several spellings the one that the patterns have,
// and what is written in one word its parts.
var spellings = map[string]string{
	"summarize": "summarise", "summarizing": "summarising", "prioritize": "prioritise", "prioritizing": "prioritising",
	"deprioritize": "deprioritise", "favorite": "favourite", "fave": "favourite", "organize": "organise",
	"todos": "todos", "to-do": "todo", "to-dos": "todos", "tasklist": "task list", "to-do-list": "todo list", "todolist": "todo list",
	"re-open": "reopen", "canceled": "cancelled", "ok": "okay", "k": "okay", "pls": "please", "plz": "please", "mom": "mum",
	"timezone": "time zone", "nonstop": "non-stop", "e-mail": "email", "&": "and", "+": "and", "tmrw": "tomorrow",
	"gonna": "going to", "gotta": "got to", "wanna": "want to", "cannot": "can not", "lemme": "let me", "gimme": "give me",
	"whats": "what is", "hows": "how is", "wheres": "where is", "whens": "when is", "thats": "that is", "im": "i am", "ive": "i have",
	"dont": "do not", "didnt": "did not", "doesnt": "does not", "isnt": "is not", "wont": "will not", "won't": "will not",
	"cant": "can not", "can't": "can not", "havent": "have not", "lets": "let us", "let's": "let us", "y'all": "you",
}

// isAfter are the words behind which 's is "is".
var isAfter = set(`what how where when who that it there here which everything`)

// readWords takes a text apart.
func readWords(text string) sentence {
	s := sentence{text: text}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			if r == '\n' {
				s.halt(';')
			}
			at += size
			continue
		}
		end := chunkEnd(text, at)
		s.add(at, end)
		at = end
	}
	return s
}

// chunkEnd is where the piece of text from at ends: at a space, or behind a colon,
// comma or semicolon that stands between letters.
func chunkEnd(text string, at int) int {
	var before rune
	for i, r := range text[at:] {
		switch {
		case unicode.IsSpace(r):
			return at + i
		case i > 0 && strings.ContainsRune(":,;…", r) && unicode.IsLetter(before):
			next, _ := utf8.DecodeRuneInString(text[at+i+utf8.RuneLen(r):])
			if unicode.IsLetter(next) || strings.ContainsRune(`"'“‘`, next) {
				return at + i + utf8.RuneLen(r)
			}
		}
		before = r
	}
	return len(text)
}

// add appends the word or words of the piece of text from start to end.
func (s *sentence) add(start, end int) {
	piece := s.text[start:end]
	left := len(piece) - len(strings.TrimLeftFunc(piece, loose))
	right := len(strings.TrimRightFunc(piece, loose))
	if left >= right {
		s.mark(piece)
		if piece != "&" {
			return
		}
		left, right = 0, 1
	}
	w := word{
		as: strings.ReplaceAll(strings.ToLower(piece[left:right]), "’", "'"), start: start + left, end: start + right,
		opened: strings.ContainsAny(piece[:left], quotes),
	}
	if s.cut = s.cut || fillers[w.as]; !fillers[w.as] {
		s.push(w)
	}
	s.mark(piece[right:])
}

// push appends w in its spelling. A stutter before it goes.
func (s *sentence) push(w word) {
	w.cut, s.cut = s.cut, false
	if n := len(s.words); n > 0 && s.words[n-1].as == w.as && stutters[w.as] && s.words[n-1].stop == 0 {
		s.words, w.cut = s.words[:n-1], true
	}
	for i, as := range strings.Fields(spell(w.as)) {
		w.as, w.half = as, i > 0
		s.words = append(s.words, w)
		w.cut, w.opened = false, false
	}
}

// spell is w in the spelling of the patterns, its parts apart.
func spell(w string) string {
	if s, ok := spellings[w]; ok {
		return s
	}
	i := strings.LastIndexByte(w, '\'')
	if i < 1 {
		return w
	}
	switch before, after := w[:i], w[i+1:]; {
	case after == "m" || after == "re":
		return before + " " + map[string]string{"m": "am", "re": "are"}[after]
	case after == "ve":
		return before + " have"
	case after == "ll":
		return before + " will"
	case after == "d":
		return before + " would"
	case after == "t" && strings.HasSuffix(before, "n") && before != "n":
		return before[:len(before)-1] + " not"
	case after == "s" && isAfter[before]:
		return before + " is"
	}
	return w
}

const quotes = `"“”‘’«»` + "'`"

// loose reports whether a rune is no part of a word at whose ends it stands.
func loose(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("#$€£%°+@", r) && !unicode.IsMark(r)
}

// mark notes the punctuation that follows the last word.
func (s *sentence) mark(tail string) {
	for _, r := range tail {
		switch {
		case strings.ContainsRune(quotes, r) && len(s.words) > 0:
			s.words[len(s.words)-1].closed = true
		case r < utf8.RuneSelf:
			s.halt(byte(r))
		case strings.ContainsRune("–—", r):
			s.halt(',')
		case strings.ContainsRune("…。", r):
			s.halt('.')
		case r == '？':
			s.halt('?')
		}
	}
}

// stops are the kinds of punctuation, the weakest first.
const stops = ",:;.!?"

func (s *sentence) halt(stop byte) {
	if stop == '-' {
		stop = ','
	}
	if n := len(s.words); n > 0 && strings.IndexByte(stops, stop) > strings.IndexByte(stops, s.words[n-1].stop) {
		s.words[n-1].stop = stop
	}
}

// has reports whether one of its words is in set.
func (s sentence) has(set map[string]bool) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return set[w.as] })
}

// paused reports whether punctuation stands between its words.
func (s sentence) paused() bool {
	return slices.ContainsFunc(s.words[:max(len(s.words)-1, 0)], func(w word) bool { return w.stop != 0 })
}

// first and last are the words at its ends as patterns see them; it may not be empty.
func (s sentence) first() string { return s.words[0].as }
func (s sentence) last() string  { return s.words[len(s.words)-1].as }

// part is the words from i to before j.
func (s sentence) part(i, j int) sentence { return sentence{text: s.text, words: s.words[i:j]} }

// said is the text of the words from i to before j on one line, without the fillers.
func (s sentence) said(i, j int) string {
	var b strings.Builder
	for k := i; k < j; k++ {
		w := s.words[k]
		if w.half && k > i {
			continue
		}
		if k > i {
			between := s.text[s.words[k-1].end:w.start]
			if w.cut {
				between = " "
			}
			b.WriteString(between)
		}
		b.WriteString(s.text[w.start:w.end])
	}
	out := parley.OneLine(b.String())
	if j > i && s.words[i].opened && strings.Count(out, `"`)%2 == 1 {
		return `"` + out
	}
	return closed(out)
}

// whole is the text of s with all that stands around it but words.
func (s sentence) whole() string {
	first, last := s.words[0], s.words[len(s.words)-1]
	from, to := strings.LastIndexFunc(s.text[:first.start], tight), strings.IndexFunc(s.text[last.end:], tight)
	if from >= 0 {
		_, size := utf8.DecodeRuneInString(s.text[from:])
		from += size
	}
	if to < 0 {
		to = len(s.text) - last.end
	}
	return s.text[max(from, 0) : last.end+to]
}

func tight(r rune) bool { return !loose(r) }

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
		out = append(out, w.as)
	}
	return out
}

// set is the set of the words of a list.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
