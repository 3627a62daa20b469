// Package reply turns what a language model writes into what a voice says: it
// strips thoughts, tool calls, stage directions and markup, cuts the rest into
// segments, and learns how fast a voice speaks so that none comes too late.
package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
)

// Cleaner turns a model's stream of text into what is shown and said: stage
// directions in *…*, (…) or […], markdown, emoji, a terminal's escape sequences, marks
// of direction, a leading "Name:" and the quotes around the whole are left out.
// Numbers, links and the like stay: they are shown as they are and said by the
// voice. However the stream is cut into pieces, the text is the same.
// What is held back is never much longer than twice maxAside. The zero value is
// ready.
type Cleaner struct {
	// Name is the character's; a reply that starts with "name:" loses it.
	Name string

	held   string // text not yet decided on
	begun  bool   // the leading name was dealt with
	quotes quotes
	inLine bool // past the marks a line may begin with
	link   link
	target int // bytes left out of the link's target
	// last is the newest rune passed on, spaces aside; blank is set when a space
	// came after it, broken when a line break is owed.
	last          rune
	blank, broken bool
	out           strings.Builder
}

// link is where in [text](target) the text is.
type link int

const (
	noLink link = iota
	inText
	inTarget
)

// Write takes the next piece of the stream and returns what may be spoken.
func (c *Cleaner) Write(text string) string {
	c.held += text
	return c.take(false)
}

// Flush returns what was held back at the stream's end.
func (c *Cleaner) Flush() string { return c.take(true) }

func (c *Cleaner) take(all bool) string {
	if !c.begun && !c.skipName(all) {
		return ""
	}
	for c.held != "" && (all || utf8.FullRuneInString(c.held)) {
		if c.link != inTarget && !c.inLine {
			if !c.lineStart(all) {
				break
			}
		} else if !c.next(all) {
			break
		}
	}
	defer c.out.Reset()
	return c.out.String()
}

// next deals with what comes next in a line; false means that more text is
// needed to tell what it is.
func (c *Cleaner) next(all bool) bool {
	if n, whole := parley.Escape(c.held); n > 0 {
		if whole || all {
			c.held = c.held[n:]
		}
		return whole || all
	}
	r, size := utf8.DecodeRuneInString(c.held)
	rest := c.held[size:]
	if c.link == inTarget {
		if c.target += size; r == ')' || r == '\n' || c.target > maxTarget {
			c.link, c.target = noLink, 0
		}
		c.held = rest
		return true
	}
	switch r {
	case '*', '(', '[':
		return c.stageDirection(r, all)
	case ']':
		return c.closeLink(rest, all)
	case '<':
		return c.tag(all)
	}
	if depends(r) && !all && !utf8.FullRuneInString(rest) {
		return false
	}
	after, _ := utf8.DecodeRuneInString(rest)
	if rest == "" {
		after = 0
	}
	c.held = rest
	switch {
	case c.quotes.drops(r, c.last == 0 || c.blank, after):
	case depends(r) && (after == 0xFE0F || after == 0x20E3): // a keycap
	case r == '#' && !asciiDigit(after), r == '~' && !asciiDigit(after), r == '`', r == '>' && (c.blank || c.last != '-'):
	case r == '_' && (c.blank || !wordRune(c.last) || !wordRune(after)):
	case r == '|': // of a table
	case keeps(r):
		c.emit(r)
	}
	return true
}

// depends reports whether what r means depends on the rune after it.
func depends(r rune) bool { return asciiDigit(r) || r == '#' || r == '~' || r == '_' || r == '"' }

func asciiDigit(r rune) bool { return r >= '0' && r <= '9' }

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// emit passes r on; of several spaces the first.
func (c *Cleaner) emit(r rune) {
	switch {
	case r == '\n':
		c.inLine = false
		if c.last != 0 && !c.blank {
			c.broken = true
			if !wordRune(c.last) {
				c.breakLine()
			}
		}
	case unicode.IsSpace(r):
		if c.last != 0 && !c.blank {
			c.out.WriteByte(' ')
			c.blank = true
		}
	default:
		c.breakLine()
		c.out.WriteRune(r)
		c.last, c.blank = r, false
	}
}

// breakLine passes on the line break that is owed.
func (c *Cleaner) breakLine() {
	if c.broken {
		c.out.WriteByte('\n')
		c.broken, c.blank = false, true
	}
}

// skipName drops a leading "Name:" and the quotes before and behind it; false
// means that more text is needed to tell whether there are any.
func (c *Cleaner) skipName(all bool) bool {
	c.quotes.skip(&c.held)
	label := c.Name + ":"
	n := min(len(c.held), len(label))
	same := c.Name != "" && strings.EqualFold(c.held[:n], label[:n])
	if !all && (c.held == "" || same && n < len(label) || !utf8.FullRuneInString(c.held)) {
		return false
	}
	if same && n == len(label) {
		behind := c.held[n:]
		if c.quotes.skip(&behind); !all && !utf8.FullRuneInString(behind) {
			return false
		}
		c.held = behind
	}
	c.begun = true
	return true
}

// quotes are those around a whole reply. They are dropped, others stay.
type quotes struct {
	closers string // of those dropped at the beginning
	inner   int    // quotes open inside
}

// closing says what closes a quote that a reply may begin with.
var closing = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '»': "«"}

// skip drops spaces and quotes that text begins with.
func (q *quotes) skip(text *string) {
	for {
		*text = strings.TrimLeft(*text, " \n\t")
		r, size := utf8.DecodeRuneInString(*text)
		closers, is := closing[r]
		if !is {
			return
		}
		q.closers = closers
		*text = (*text)[size:]
	}
}

// drops reports whether r closes the quotes around the reply. first is set where
// a quote would open one, after is the rune behind, 0 at the end.
func (q *quotes) drops(r rune, first bool, after rune) bool {
	opens := first && after != 0 && !unicode.IsSpace(after)
	switch {
	case q.closers == "" || r != '"' && r != '“' && r != '”' && r != '»' && r != '«':
		return false
	case r == '"' && opens, r == '“' && q.closers == "”", r == '«' && q.closers == "»", r == '»' && q.closers == "«":
		q.inner++
	case !strings.ContainsRune(q.closers, r):
	case q.inner > 0:
		q.inner--
	default:
		q.closers = ""
		return true
	}
	return false
}

// zwnj parts letters of scripts that join them.
const zwnj = 0x200C

// keeps reports whether a rune can be spoken or shown in a caption. Emoji are
// the symbols of Unicode's higher pages, and what modifies them.
func keeps(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return true
	case r != zwnj && !parley.IsPlain(r), r == unicode.ReplacementChar,
		unicode.In(r, unicode.Cs, unicode.Co, unicode.Me, unicode.Variation_Selector):
		return false
	case r >= 0x1F3FB && r <= 0x1F3FF:
		return false
	case r >= 0x2190 && (r < 0x3190 || r > 0x33FF): // 〒 and the like are writing
		return !unicode.Is(unicode.So, r)
	}
	return true
}
