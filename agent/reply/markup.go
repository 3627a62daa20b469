package reply

import (
	"strings"
	"unicode/utf8"
)

// lineStart drops the marks that a line begins with: lists, headings, quotes,
// fences of code, rules and the frames of tables. False means that more text is
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
		c.table = c.table || rest[0] == '|'
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
	case '>', '|':
		return 1, true
	case '#':
		if spaced || !whole && line[run] == '\n' {
			return run, true
		}
		return 0, !whole
	case '-', ':':
		if frame := len(line) - len(strings.TrimLeft(line, "-:")); frame > 1 { // a rule, or a table's
			return min(frame, maxAside), frame < len(line) || frame >= maxAside
		}
		if mark == '-' && (spaced || !whole && line[run] == '|') {
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
