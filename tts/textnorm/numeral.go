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

// say says the digits after the decimal point one by one.
func (n numeral) say() string {
	if n.frac == "" {
		return sayWhole(n.whole)
	}
	return sayWhole(n.whole) + " point " + sayDigits(n.frac)
}

// maxGroups bounds the groups of digits of one number.
const maxGroups = 8

// numeralAt reads the number text begins with and returns its length, 0 if there
// is none. The decimal mark is a point; a comma is one too where it cannot part
// thousands, as in 9,99.
func numeralAt(text string) (numeral, int) {
	if len(text) > 1 && text[0] == '.' && digit(text[1]) {
		n := digitsAt(text[1:])
		return numeral{whole: "0", frac: text[1 : 1+n]}, 1 + n
	}
	at := digitsAt(text)
	if at == 0 {
		return numeral{}, 0
	}
	groups, ends := []string{text[:at]}, []int{at}
	var marks []rune
	for len(groups) < maxGroups {
		mark, size := groupMark(text[at:])
		n := digitsAt(text[at+size:])
		if size == 0 || n == 0 {
			break
		}
		marks = append(marks, mark)
		groups = append(groups, text[at+size:at+size+n])
		at += size + n
		ends = append(ends, at)
	}
	return fromGroups(groups, ends, marks)
}

// fromGroups makes a number of groups of digits, which end at ends in the text,
// with the marks between them. It returns how much of the text the number takes.
func fromGroups(groups []string, ends []int, marks []rune) (numeral, int) {
	thousands := 1 // groups that are parted as thousands are
	for len(groups[0]) <= 3 && groups[0] != "0" && thousands < len(groups) &&
		len(groups[thousands]) == 3 && marks[thousands-1] == marks[0] {
		thousands++
	}
	decimal := func(i int) bool { return marks[i] == '.' || marks[i] == ',' }
	last := len(groups) - 1
	switch {
	case last == 1 && (marks[0] == '.' || marks[0] == ',' && thousands == 1 && len(groups[1]) <= 2):
		return numeral{whole: groups[0], frac: groups[1]}, ends[1]
	case thousands > last && thousands > 1:
		return numeral{whole: strings.Join(groups, ""), grouped: true}, ends[last]
	case thousands == last && thousands > 1 && decimal(last-1) && marks[last-1] != marks[0]:
		return numeral{strings.Join(groups[:last], ""), groups[last], true}, ends[last]
	}
	return numeral{whole: groups[0]}, ends[0]
}

// groupMark is what may stand between the digits of one number, and its length.
func groupMark(text string) (rune, int) {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '.', ',':
		return r, size
	case '\'', '’', '\u00a0', '\u202f', '\u2009':
		if digitsAt(text[size:]) == 3 {
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
