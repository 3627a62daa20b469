package agent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAside is how many bytes of an unclosed stage direction are held back
// before they are taken for plain text after all.
const maxAside = 120

// cleaner turns a model's stream of text into speakable text: stage directions
// in *…*, (…) or […], markdown marks, emoji and a leading "Name:" are left out.
// What it holds back is never longer than maxAside. The zero value is ready.
type cleaner struct {
	// name is the character's; a reply that starts with "name:" loses it.
	name string

	held  string // text not yet decided on
	begun bool   // the leading name was dealt with
	last  rune   // the newest rune passed on, spaces aside
}

// Write takes the next piece of the stream and returns what may be spoken.
func (c *cleaner) Write(text string) string {
	c.held += text
	return c.take(false)
}

// Flush returns what was held back at the stream's end.
func (c *cleaner) Flush() string { return c.take(true) }

func (c *cleaner) take(all bool) string {
	if !c.begun && !c.skipName(all) {
		return ""
	}
	var out strings.Builder
	for c.held != "" {
		r, size := utf8.DecodeRuneInString(c.held)
		if closer, ok := asides[r]; ok {
			if !c.skipAside(closer, all) {
				break
			}
			continue
		}
		c.held = c.held[size:]
		if keeps(r) && (c.last != 0 || !unicode.IsSpace(r)) {
			out.WriteRune(r)
			if !unicode.IsSpace(r) {
				c.last = r
			}
		}
	}
	return out.String()
}

// asides maps what opens a stage direction to what closes it.
var asides = map[rune]string{'*': "*", '(': ")", '[': "]"}

// skipAside drops the stage direction the held text starts with, or only its
// marks if it is none; false means that more text is needed to tell.
func (c *cleaner) skipAside(closer string, all bool) bool {
	rest := c.held[1:]
	if closer == "*" && strings.HasPrefix(rest, "*") { // bold: the words stay
		c.held = strings.TrimLeft(rest, "*")
		return true
	}
	i := strings.Index(rest, closer)
	switch {
	case i >= 0 && i <= maxAside && c.emphasis(closer, rest[:i]):
		c.held = rest[:i] + rest[i+1:]
	case i >= 0 && i <= maxAside:
		c.held = rest[i+1:]
	case all || len(rest) > maxAside:
		c.held = rest
	default:
		return false
	}
	return true
}

// emphasis tells "I *never* said that" from "*sighs* I never said that": one
// starred word in the middle of a sentence is stressed, not acted.
func (c *cleaner) emphasis(closer, inside string) bool {
	return closer == "*" && inside != "" && !strings.Contains(inside, " ") &&
		(unicode.IsLetter(c.last) || unicode.IsDigit(c.last) || c.last == ',')
}

// skipName drops a leading "Name:"; false means that more text is needed to
// tell whether there is one.
func (c *cleaner) skipName(all bool) bool {
	c.held = strings.TrimLeft(c.held, " \n\t\"")
	label := c.name + ":"
	n := min(len(c.held), len(label))
	same := c.name != "" && strings.EqualFold(c.held[:n], label[:n])
	if !all && (c.held == "" || same && n < len(label)) {
		return false
	}
	if same && n == len(label) {
		c.held = strings.TrimLeft(c.held[n:], " ")
	}
	c.begun = true
	return true
}

// keeps reports whether a rune can be spoken or shown in a caption.
func keeps(r rune) bool {
	switch {
	case r == '#' || r == '`' || r == '_' || r == '~' || r == '<' || r == '>' || r == '|':
		return false
	case r == '\n' || r == '\t':
		return true
	case unicode.IsControl(r) || r == unicode.ReplacementChar:
		return false
	}
	return !unicode.Is(unicode.So, r) && !unicode.Is(unicode.Cs, r) && r != 0xFE0F && r != 0x200D
}
