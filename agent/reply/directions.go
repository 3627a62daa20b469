package reply

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"parley/language"
)

// maxAside is how many bytes of an unclosed stage direction are held back
// before they are taken for plain text after all.
const maxAside = 120

// closers maps what opens a stage direction to what closes it.
var closers = map[rune]string{'*': "*", '(': ")", '[': "]"}

// stageDirection drops the stage direction the held text starts with, or only its marks
// if it is none; false means that more text is needed to tell.
func (c *Cleaner) stageDirection(opener rune, all bool) bool {
	rest := c.held[1:]
	if opener == '*' {
		run := len(c.held) - len(strings.TrimLeft(c.held, "*"))
		switch {
		case run == len(c.held) && !all && run <= maxAside:
			return false
		case run > 1: // bold: the words stay
			c.held = c.held[min(run, maxAside):]
			return true
		case asciiDigit(c.last) && !c.blank && rest != "" && asciiDigit(rune(rest[0])): // 3*4
			c.emit('×')
			c.held = rest
			return true
		}
	}
	i := strings.IndexAny(rest, closers[opener]+"\n")
	if i < 0 && !all && len(rest) <= maxAside {
		return false
	}
	if i < 0 || i > maxAside || rest[i] == '\n' {
		if opener == '(' {
			c.emit(opener)
		}
		c.held = rest
		return true
	}
	inside, behind := rest[:i], rest[i+1:]
	if opener != '*' {
		return c.bracket(opener, inside, behind, all)
	}
	next := strings.TrimLeft(behind, " ")
	if next == "" && !all && len(behind) < maxAside || !utf8.FullRuneInString(next) && !all {
		return false
	}
	if c.acted(inside, next) {
		c.held = behind
	} else {
		c.held = inside + behind
	}
	return true
}

// bracket deals with (…) and […]. Square ones hold narration, unless they are a
// link, whose text stays; what is in round ones is said unless it is a stage
// direction.
func (c *Cleaner) bracket(opener rune, inside, behind string, all bool) bool {
	link, known := linked(behind)
	if opener == '[' && !known && !all {
		return false
	}
	link = link && opener == '[' && c.link == noLink
	switch {
	case link:
		c.link = inText
		c.held = c.held[1:]
	case c.link == noLink && (opener == '[' || directs(inside)):
		c.held = behind
	case opener == '[':
		c.held = inside + behind
	default:
		c.emit(opener)
		c.held = c.held[1:]
	}
	return true
}

// acted tells "*sighs* I never said that" from "I *never* said that": next is
// the text behind.
func (c *Cleaner) acted(inside, next string) bool {
	words := strings.Fields(inside)
	if len(words) == 0 {
		return true
	}
	if wordRune(c.last) && !c.broken || c.last == ',' { // in the middle of a sentence
		return len(words) > 1 && directs(inside)
	}
	first, _ := utf8.DecodeRuneInString(words[0])
	if unicode.IsLower(first) || directs(inside) || actsLike(words[0]) {
		return true
	}
	if strings.HasSuffix(inside, "!") || strings.HasSuffix(inside, "?") || strings.HasSuffix(inside, ".") {
		return false
	}
	after, _ := utf8.DecodeRuneInString(next)
	return next == "" || unicode.IsUpper(after) || strings.ContainsRune("\n\"“*(", after)
}

// actsLike reports whether a word looks like a verb of the third person, or
// like "smiling".
func actsLike(word string) bool {
	w := strings.ToLower(strings.Trim(word, ".,!?;:'\""))
	return len(w) > 3 && !lists().Is("stressed", w) && !strings.Contains(w, "'") &&
		(strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ing"))
}

// directs reports whether text tells what the character does, such as "sighs
// heavily", "she leans back" or "a long pause". What has a figure in it is said.
func directs(text string) bool {
	if strings.ContainsAny(text, "0123456789%$€£") {
		return false
	}
	words := language.Read(text).Spelt()
	if len(words) > 1 && words[0] == "to" && (words[1] == "himself" || words[1] == "herself" || words[1] == "themselves") ||
		len(words) > 2 && words[0] == "under" && words[2] == "breath" {
		return true
	}
	at := 0
	for at < len(words) && (lists().Is("lead", words[at]) || lists().Is("manner", words[at])) {
		at++
	}
	switch {
	case at == len(words):
		return at > 0 && lists().Is("manner", words[at-1])
	case acts()[words[at]]:
		return true
	case lists().Is("deeds", words[at]): // a noun as well: "a long sigh", not "look, I know"
		return len(words) <= 3 && at == len(words)-1
	case at > 0 && (words[at-1] == "his" || words[at-1] == "her") && at+1 < len(words):
		return acts()[words[at+1]] // "her voice softens"
	}
	return false
}

//go:embed directions.txt
var directions string

var lists = language.Embedded(directions)

// acts are the forms of deeds that name an action: "sighs", "sighing".
var acts = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for w := range lists().Words["deeds"] {
		stem := strings.TrimSuffix(w, "e")
		m[w+"s"], m[w+"es"], m[stem+"ing"], m[w+w[len(w)-1:]+"ing"] = true, true, true, true
		if y, ok := strings.CutSuffix(w, "y"); ok {
			m[y+"ies"] = true
		}
	}
	return m
})
