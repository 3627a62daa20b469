package grammar

import (
	"slices"
	"strconv"
	"strings"
)

var ones = index(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
	sixteen seventeen eighteen nineteen`)

var tens = map[string]int{
	"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}

var ordinals = index(`zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
	fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`)

// misread are what a recogniser makes of numbers; they are believed at the end
// behind "task".
var misread = map[string]int{"to": 2, "too": 2, "for": 4, "won": 1, "tree": 3}

// index gives each word of a list its place, from 0.
func index(list string) map[string]int {
	out := map[string]int{}
	for i, w := range strings.Fields(list) {
		out[w] = i
	}
	return out
}

// number reads a number below 1000 from the head of words; used is how many words it
// has, 0 if there is none.
func number(words []string) (n, used int) {
	if len(words) == 0 {
		return 0, 0
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(words[0], "#")); err == nil && n >= 0 && n < 1000 && words[0][0] != '+' {
		return n, 1
	}
	if n, ok := ones[words[0]]; ok {
		return n, 1
	}
	head, tail, joined := strings.Cut(words[0], "-")
	n, ok := tens[head]
	switch {
	case !ok:
		return 0, 0
	case joined:
		if one := ones[tail]; one >= 1 && one <= 9 {
			return n + one, 1
		}
		return 0, 0
	case len(words) > 1 && ones[words[1]] >= 1 && ones[words[1]] <= 9:
		return n + ones[words[1]], 2
	}
	return n, 1
}

func isNumber(w string) bool {
	_, used := number([]string{w})
	return used > 0 || w == "hundred" || w == "thousand"
}

// ordinal reads "second" or "2nd"; the last is -1.
func ordinal(w string) (n int, ok bool) {
	if n, ok = ordinals[w]; ok && n > 0 {
		return n, true
	}
	if w == "last" || w == "latest" || w == "bottom" {
		return -1, true
	}
	if w == "top" {
		return 1, true
	}
	for _, end := range []string{"st", "nd", "rd", "th"} {
		if digits, found := strings.CutSuffix(w, end); found {
			n, err := strconv.Atoi(digits)
			return n, err == nil && n > 0 && n < 1000
		}
	}
	return 0, false
}

// places reads words that refer to places of a list.
type places struct {
	words []string
	count int // how long the list is
	out   []int
	// named is set once "task" or "number" was read, counted behind an ordinal.
	named, counted bool
}

// readPlaces reads words such as "2", "task two and three", "one to four", "the last
// one", "the first two", "both", and "it" where there is one thing only. A place is
// counted from 1, the number that was said; 0 is one that cannot be known.
func readPlaces(words []string, count int) (out []int, ok bool) {
	switch joined := strings.Join(words, " "); joined {
	case "it", "that", "this", "that one", "this one", "that task", "this task":
		if count == 1 {
			return []int{1}, true
		}
		return []int{0}, true
	case "both", "both of them", "both tasks", "them both", "the two", "both of those":
		if count == 2 {
			return []int{1, 2}, true
		}
		return []int{0}, true
	}
	p := places{words: words, count: count}
	if i := slices.IndexFunc(words, isRange); i >= 0 {
		from, to, _ := strings.Cut(words[i], "-")
		p.words = slices.Concat(words[:i], []string{from, "to", to}, words[i+1:])
	}
	for len(p.words) > 0 {
		if !p.next() {
			return nil, false
		}
	}
	return p.out, len(p.out) > 0
}

// isRange reports whether w is "2-4".
func isRange(w string) bool {
	from, to, ok := strings.Cut(w, "-")
	_, err := strconv.Atoi(from)
	_, err2 := strconv.Atoi(to)
	return ok && err == nil && err2 == nil
}

// next reads one word or more of p.
func (p *places) next() bool {
	w := p.words[0]
	switch w {
	case "the", "my", "and", "plus", "also":
		p.counted = p.counted && (w == "the" || w == "my")
		p.words = p.words[1:]
		return true
	case "task", "tasks", "number", "numbers", "no", "item", "items", "todo", "todos", "ones", "reminder", "reminders":
		p.named, p.words = true, p.words[1:]
		return true
	}
	if p.counted && w == "one" { // "the last one"
		p.words = p.words[1:]
		return true
	}
	if n, ok := ordinal(w); ok {
		p.words, p.counted = p.words[1:], true
		return p.ordinal(n)
	}
	n, used := number(p.words)
	if used == 0 {
		n, used = misread[w], 1
		if n == 0 || !p.named || len(p.words) > 1 || len(p.out) > 0 {
			return p.through()
		}
	}
	p.words, p.counted = p.words[used:], false
	p.out = append(p.out, n)
	return n > 0
}

// ordinal takes one place, or several for "the first two".
func (p *places) ordinal(n int) bool {
	if n == 2 && len(p.words) > 0 && p.words[0] == "last" {
		n, p.words = -2, p.words[1:]
	}
	many, used := number(p.words)
	if used == 0 || n != 1 && n != -1 || many < 2 {
		many, used = 1, 0
	}
	p.words = p.words[used:]
	if n < 0 {
		n = max(0, p.count+1+n-(many-1))
	}
	for i := range min(many, 20) {
		p.out = append(p.out, n+i)
	}
	return true
}

// through reads the rest of "one to four".
func (p *places) through() bool {
	if w := p.words[0]; len(p.out) == 0 || w != "to" && w != "through" && w != "till" && w != "until" {
		return false
	}
	from := p.out[len(p.out)-1]
	to, used := number(p.words[1:])
	if used == 0 || to <= from || to-from > 50 {
		return false
	}
	for n := from + 1; n <= to; n++ {
		p.out = append(p.out, n)
	}
	p.words = p.words[1+used:]
	return true
}
