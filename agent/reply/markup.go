package reply

import (
	"strings"
	"unicode/utf8"
)

// lineStart drops the marks that a line begins with: lists, headings, quotes,
// fences of code and rules. False means that more text is
// needed to tell.
func (c *Cleaner) lineStart(all bool) bool {
	rest := strings.TrimLeft(c.held, " \t\r")
	if rest == "" {
		c.held = ""
		return true
	}
	if rest[0] == '\n' {
		c.stop()
		c.held = rest[1:]
		return true
	}
	n, known := lineMark(rest, c.last == 0)
	switch {
	case !known && !all:
		return false
	case !known || n == 0:
		c.inLine = true
		c.held = rest
	default:
		c.stop()
		c.held = rest[n:]
	}
	return true
}

// stop ends what was said in the lines before, if it does not end by itself.
func (c *Cleaner) stop() {
	if c.broken {
		c.out.WriteByte('.')
		c.last = '.'
		c.breakLine()
	}
}

// lineMark is the length of the mark a line begins with, 0 for none; known is
// false if more text is needed to tell. In the first line a number is no mark.
func lineMark(line string, first bool) (n int, known bool) {
	mark := line[0]
	run := 1
	for run < len(line) && line[run] == mark {
		run++
	}
	if run >= maxAside && strings.IndexByte("#-+=:*_`~", mark) >= 0 {
		return maxAside, true
	}
	whole := run == len(line) // it may go on
	spaced := !whole && (line[run] == ' ' || line[run] == '\t')
	switch mark {
	case '>':
		return 1, true
	case '#':
		if spaced || !whole && line[run] == '\n' {
			return run, true
		}
		return 0, !whole
	case '-':
		if spaced || run > 1 && !whole {
			return run, true
		}
		return 0, !whole
	case '+', '=':
		if run > 1 && !whole || spaced && mark == '+' {
			return run, true
		}
		return 0, !whole
	case '*', '_':
		if run == 1 && spaced && mark == '*' || run > 2 && !whole && (spaced || line[run] == '\n') {
			return run, true
		}
		return 0, !whole
	case '`', '~':
		return fence(line, run)
	}
	if r, size := utf8.DecodeRuneInString(line); strings.ContainsRune("•▪●◦‣", r) {
		return size, true
	}
	if first || !asciiDigit(rune(mark)) {
		return 0, true
	}
	return listNumber(line)
}

// maxInfo is the longest name of a language behind a fence.
const maxInfo = 20

// fence is the length of ``` and of the language behind it.
func fence(line string, run int) (n int, known bool) {
	if run < 3 {
		return 0, run < len(line)
	}
	info := strings.TrimLeft(line[run:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#-")
	length := len(line) - len(info)
	switch {
	case length-run > maxInfo:
		return run, true
	case info == "":
		return length, false
	case info[0] == '\n' || info[0] == '\r':
		return length, true
	}
	return run, true
}

// listNumber is the length of "1." or "12)" before a space.
func listNumber(line string) (n int, known bool) {
	digits := 0
	for digits < len(line) && asciiDigit(rune(line[digits])) {
		digits++
	}
	switch {
	case digits > 2:
		return 0, true
	case len(line) < digits+2:
		return 0, digits < len(line) && line[digits] != '.' && line[digits] != ')'
	case (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ':
		return digits + 1, true
	}
	return 0, true
}

// Marks inside a line: links, tags of HTML.

// closeLink drops the target behind a link's text.
func (c *Cleaner) closeLink(rest string, all bool) bool {
	if c.link == noLink {
		c.emit(']')
		c.held = rest
		return true
	}
	if rest == "" && !all {
		return false
	}
	c.link = noLink
	if strings.HasPrefix(rest, "(") {
		c.link, rest = inTarget, rest[1:]
	}
	c.held = rest
	return true
}

// linked reports whether text, behind the bracket of a link, is its target;
// known is false if more is needed to tell. A target has no space, unless a
// title comes.
func linked(text string) (is, known bool) {
	if !strings.HasPrefix(text, "(") {
		return false, text != ""
	}
	end := strings.IndexAny(text, ") \n")
	switch {
	case end < 0:
		return true, len(text) > maxAside
	case text[end] == ' ' && end+1 == len(text):
		return false, false
	}
	return end <= maxAside && (text[end] == ')' || strings.HasPrefix(text[end:], ` "`)) || end > maxAside, true
}

// maxTarget is the longest target of a link, in bytes; what is behind is text.
const maxTarget = 400

// maxTag is the longest tag of HTML looked for.
const maxTag = 40

// tag drops a tag of HTML, or the "<" that begins none.
func (c *Cleaner) tag(all bool) bool {
	end := strings.IndexAny(c.held[1:], "> \n")
	begins := len(c.held) > 1 && (c.held[1] == '/' || c.held[1]|0x20 >= 'a' && c.held[1]|0x20 <= 'z')
	switch {
	case len(c.held) == 1 && !all, begins && end < 0 && len(c.held) <= maxTag && !all:
		return false
	case begins && end >= 0 && end < maxTag:
		if c.held[1+end] != '>' { // attributes, or no tag at all
			return c.longTag(all)
		}
		c.held = c.held[2+end:]
		return true
	}
	c.held = c.held[1:]
	return true
}

// longTag drops a tag with attributes.
func (c *Cleaner) longTag(all bool) bool {
	end := strings.IndexByte(c.held, '>')
	switch {
	case end >= 0 && end <= maxAside && strings.Contains(c.held[:end], "="):
		c.held = c.held[end+1:]
	case end < 0 && len(c.held) <= maxAside && !all:
		return false
	default:
		c.held = c.held[1:]
	}
	return true
}
