package reply

import "strings"

// Marks inside a line: cells of tables, links, tags of HTML.

// cellEnd skips the space before the end of a table's cell; false means that
// more text is needed to tell whether it is one.
func (c *Cleaner) cellEnd(all bool) bool {
	next := strings.TrimLeft(c.held, " \t")
	switch {
	case next == "" && !all:
		c.held = " "
		return false
	case next == "" || next[0] != '|':
		c.emit(' ')
	}
	c.held = next
	return true
}

// column makes a pause between two cells of a table.
func (c *Cleaner) column(bar rune, all bool) bool {
	next := strings.TrimLeft(c.held, " \t\r")
	if next == "" && !all {
		c.held = string(bar)
		return false
	}
	if next != "" && next[0] != '\n' && next[0] != '|' && wordRune(c.last) && !c.blank {
		c.emit(',')
	}
	if next != "" && next[0] != '\n' {
		c.emit(' ')
	}
	c.held = next
	return true
}

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
