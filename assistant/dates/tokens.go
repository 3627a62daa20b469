package dates

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// token is a word, a number in digits or a mark of a text.
type token struct {
	text       string // in lower case
	start, end int    // bytes of the text
	word
	glued bool // nothing parts it from the token before
}

// scan is text as tokens. A line's end is a mark, other space is none.
func scan(text string) []token {
	lower := lowerASCII(text)
	tokens := make([]token, 0, len(text)/5+8)
	glued := false
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) && r != '\n' {
			at, glued = at+size, false
			continue
		}
		if n := len(tokens) - 1; glued && n >= 0 && tokens[n].kind == mark && tokens[n].text == text[at:at+size] {
			at += size // a row of one mark is one
			tokens[n].end = at
			continue
		}
		t := token{start: at, end: at + size, glued: glued, word: word{kind: mark}}
		switch {
		case r >= '0' && r <= '9':
			t.end, t.word = digitsEnd(lower, at)
		case inWord(r):
			t.end, t.word = wordEnd(lower, at), word{}
		}
		t.text = lower[t.start:t.end]
		if t.kind == other {
			t.word = words[t.text]
			if k := words[owning(t.text)].kind; k == relative || k == weekday {
				t.word = word{kind: owner}
			}
		}
		tokens = append(tokens, t)
		at, glued = t.end, r != '\n'
	}
	return tokens
}

// owning is the word whose genitive a word is, "" if it is none.
func owning(s string) string {
	base, ok := strings.CutSuffix(s, "'s")
	if !ok {
		base, ok = strings.CutSuffix(s, "’s")
	}
	if !ok {
		return ""
	}
	return base
}

// digitsEnd is where the digits at a place end, and what they are: a number,
// with the letters after them where those are no suffix of a number a word.
func digitsEnd(lower string, at int) (end int, w word) {
	for end = at; end < len(lower) && lower[end] >= '0' && lower[end] <= '9'; end++ {
		w.val = min(w.val*10+int(lower[end]-'0'), tooMany)
	}
	after := wordEnd(lower, end)
	dotted := after == end+1 && after < len(lower) && lower[after] == '.' && (lower[end] == 'a' || lower[end] == 'p') // 5a.m.
	if after > end && !dotted && words[lower[end:after]].kind != unit && !suffix(lower[end:after]) {
		return after, word{}
	}
	w.kind = digits
	return end, w
}

// suffix reports whether a word may be written onto a number, units aside.
func suffix(s string) bool {
	switch s {
	case "am", "pm", "st", "nd", "rd", "th":
		return true
	}
	return false
}

// wordEnd is where the word at a place ends.
func wordEnd(lower string, at int) int {
	for at < len(lower) {
		r, size := utf8.DecodeRuneInString(lower[at:])
		if r == '\'' || r == '’' { // o'clock, but not at a word's end
			next, _ := utf8.DecodeRuneInString(lower[at+size:])
			if !unicode.IsLetter(next) {
				break
			}
		} else if !inWord(r) {
			break
		}
		at += size
	}
	return at
}

func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// lowerASCII is s with its ASCII letters in lower case, which moves no byte.
func lowerASCII(s string) string {
	lower := []byte(s)
	for i, b := range lower {
		if b >= 'A' && b <= 'Z' {
			lower[i] = b + 'a' - 'A'
		}
	}
	return string(lower)
}

// parser reads the tokens of a text at a time. Its methods that read something at
// a token return the token after it, 0 if it is not there.
type parser struct {
	text   string
	tokens []token
	now    time.Time
	today  time.Time // civil
	looks  int       // at tokens: the work done, which a test bounds
}

// at is the token i, or a mark without text beyond the ends.
func (p *parser) at(i int) *token {
	p.looks++
	if i < 0 || i >= len(p.tokens) {
		return &outside
	}
	return &p.tokens[i]
}

var outside = token{word: word{kind: mark}}

// is reports whether the token i is one of some words.
func (p *parser) is(i int, any ...string) bool {
	text := p.at(i).text
	for _, w := range any {
		if text == w {
			return true
		}
	}
	return false
}

// skip is the token after i if that is one of some words, else i.
func (p *parser) skip(i int, any ...string) int {
	if p.is(i, any...) {
		return i + 1
	}
	return i
}

// phrase reads words that are written with single spaces between them.
func (p *parser) phrase(i int, words string) int {
	for {
		rest, ok := strings.CutPrefix(words, p.at(i).text)
		i++
		switch {
		case !ok:
			return 0
		case rest == "":
			return i
		case rest[0] != ' ':
			return 0
		}
		words = rest[1:]
	}
}

// phrases reads the first of some phrases that is at i.
func (p *parser) phrases(i int, any ...string) int {
	for _, words := range any {
		if j := p.phrase(i, words); j > 0 {
			return j
		}
	}
	return 0
}
