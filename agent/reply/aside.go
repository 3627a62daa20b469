package reply

import (
	"parley/agent/endpoint"
	"strings"
	"unicode"
	"unicode/utf8"
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
	return len(w) > 3 && !stressed[w] && !strings.Contains(w, "'") &&
		(strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ing"))
}

// stressed are words that end like verbs and are none: they are starred for
// stress.
var stressed = endpoint.Set("always perhaps sometimes numbers unless plus yours ours theirs profits results figures costs risks dollars " +
	"years months weeks days minutes hours sales besides various serious bring during nothing anything everything something " +
	"king thing including according this less thus customers")
