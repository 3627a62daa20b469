package textnorm

import (
	"strings"
	"unicode/utf8"
)

// numeral is a number as written, digits only.
type numeral struct {
	whole, frac string
	grouped     bool // written with marks between thousands
}

// maxGroups bounds the groups of digits of one number.
const maxGroups = 8

// numeral reads the number text begins with and returns its length, 0 if there
// is none. Which of "." and "," is the decimal mark is the language's habit only
// where it cannot be told from the digits: 1.234 and 1,234.
func (l *language) numeral(text string) (numeral, int) {
	if len(text) > 1 && text[0] == '.' && digit(text[1]) {
		n := digitsAt(text[1:])
		return numeral{whole: "0", frac: text[1 : 1+n]}, 1 + n
	}
	first := digitsAt(text)
	if first == 0 {
		return numeral{}, 0
	}
	groups, ends, marks := []string{text[:first]}, []int{first}, ""
	for at := first; len(groups) < maxGroups; {
		mark, size := l.mark(text[at:])
		n := digitsAt(text[at+size:])
		if size == 0 || n == 0 {
			break
		}
		marks += string(mark)
		groups = append(groups, text[at+size:at+size+n])
		at += size + n
		ends = append(ends, at)
	}
	return l.read(groups, ends, []rune(marks))
}

// read makes a number of groups of digits, which end at ends in the text, with
// the marks between them.
func (l *language) read(groups []string, ends []int, marks []rune) (numeral, int) {
	thousands := 1 // groups that are parted as thousands are
	for len(groups[0]) <= 3 && groups[0] != "0" && thousands < len(groups) &&
		len(groups[thousands]) == 3 && marks[thousands-1] == marks[0] {
		thousands++
	}
	decimal := func(i int) bool { return marks[i] == '.' || marks[i] == ',' }
	alone := len(groups) == 2
	switch {
	case alone && thousands == 2 && decimal(0) && (marks[0] == ',') == l.comma:
		return numeral{whole: groups[0], frac: groups[1]}, ends[1] // 1.234 of its own language
	case alone && thousands == 1 && decimal(0) && (marks[0] == '.' || l.comma || len(groups[1]) <= 2):
		return numeral{whole: groups[0], frac: groups[1]}, ends[1]
	case thousands == len(groups) && thousands > 1:
		return numeral{whole: strings.Join(groups, ""), grouped: true}, ends[len(ends)-1]
	case thousands > 1 && thousands == len(groups)-1 && decimal(thousands-1) && marks[thousands-1] != marks[0]:
		return numeral{strings.Join(groups[:thousands], ""), groups[thousands], true}, ends[thousands]
	}
	return numeral{whole: groups[0]}, ends[0]
}

// mark is what may stand between the digits of one number, and its length. A
// space may where it parts exactly three digits.
func (l *language) mark(text string) (rune, int) {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '.', ',':
		return r, size
	case '\'', '’', '\u00a0', '\u202f', '\u2009', ' ':
		if (r != ' ' || l.comma) && digitsAt(text[size:]) == 3 {
			return r, size
		}
	}
	return 0, 0
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// digitsAt counts the digits text begins with.
func digitsAt(text string) int {
	n := 0
	for n < len(text) && digit(text[n]) {
		n++
	}
	return n
}

// digitsIn counts the digits of text.
func digitsIn(text string) int {
	n := 0
	for i := range len(text) {
		if digit(text[i]) {
			n++
		}
	}
	return n
}

// ended reports whether no word goes on at the start of text.
func ended(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text == "" || !wordy(r)
}

// blank is the length of the space text begins with, 0 or that of one.
func blank(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case ' ', '\u00a0', '\u202f', '\u2009':
		return size
	}
	return 0
}
