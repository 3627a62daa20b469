package textnorm

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// form reads what text, the start of what b comes to next, begins with; it
// returns the length and what is said instead, or 0.
type form func(l *language, b *builder, text string) (int, string)

// forms are tried in this order where a figure stands, signedForms where a sign
// or a currency does.
var (
	forms = []form{
		dateAt, phoneAt, clockAt, ratioAt, versionAt, fractionAt, dayAt, rangeAt, decadeAt, ordinalAt, yearAt, quantityAt,
	}
	signedForms = []form{phoneAt, rangeAt, quantityAt}
)

const (
	// window is how far ahead forms look.
	window = 96
	// nearby is how far behind a sign or a currency a figure may begin.
	nearby = 8
)

// numberAt reads the number that text begins with.
func (l *language) numberAt(b *builder) (int, string) {
	text := b.rest()
	if len(text) > window {
		text = text[:wholeWords(text, window)]
	}
	if text == "" { // one word longer than the window
		n := min(digitsAt(b.rest()), window)
		return n, l.digitwise(b.rest()[:n])
	}
	tried := forms
	if !digit(text[0]) {
		if tried = signedForms; digitsIn(text[:min(len(text), nearby)]) == 0 {
			return 0, ""
		}
	}
	for _, f := range tried {
		if n, said := f(l, b, text); n > 0 {
			return n, said
		}
	}
	return 0, ""
}

// quantityAt reads a number with its sign, currency and unit.
func quantityAt(l *language, _ *builder, text string) (int, string) {
	q, n := l.quantity(text)
	if n == 0 {
		return 0, ""
	}
	if len(q.num.whole) >= 10 && !q.num.grouped && q.coin == nil {
		return n, joined(q.sign, l.digitwise(q.num.whole+q.num.frac))
	}
	return n, l.say(q)
}

// rangeAt reads "3-5", "10–15%" and "$3-5M".
func rangeAt(l *language, b *builder, text string) (int, string) {
	from, n := l.quantity(text)
	if n == 0 {
		return 0, ""
	}
	gap := blank(text[n:])
	dash, size := utf8.DecodeRuneInString(text[n+gap:])
	if dash != '-' && dash != '–' && dash != '—' || gap > 0 && blank(text[n+gap+size:]) == 0 || dash == '—' && gap > 0 {
		return 0, ""
	}
	at := n + gap + size
	at += blank(text[at:])
	to, n := l.quantity(text[at:])
	if n == 0 || to.sign != "" || !ascending(from.num, to.num) || !ended(text[at+n:]) {
		return 0, ""
	}
	first := from
	if from.unit == nil && from.scale == nil && to.coin == nil {
		to.coin, first.coin = from.coin, nil // "three to five dollars"
	}
	if first.coin != nil && to.coin != nil && *first.coin == *to.coin && first.scale == nil {
		first.coin = nil
	}
	said := l.say(first)
	if l.isYear(b, from, text[at+n:]) && l.isYear(b, to, text[at+n:]) {
		return at + n, joined(l.yearOf(from.num.whole), l.to, l.yearOf(to.num.whole))
	}
	return at + n, joined(said, l.to, l.unsigned(to))
}

// ascending tells a range, 10-15, from a telephone number or a score.
func ascending(from, to numeral) bool {
	a, errA := strconv.ParseFloat(from.whole+"."+from.frac, 64)
	b, errB := strconv.ParseFloat(to.whole+"."+to.frac, 64)
	return errA == nil && errB == nil && a < b
}

var decadeForm = regexp.MustCompile(`^(\d{3}0|\d0)s\b`)

// decadeAt reads "1990s" and "'90s".
func decadeAt(l *language, _ *builder, text string) (int, string) {
	m := decadeForm.FindStringSubmatch(text)
	if m == nil || l.plural == nil || m[1] == "00" {
		return 0, ""
	}
	if n, _ := strconv.ParseUint(m[1], 10, 64); len(m[1]) == 4 {
		return len(m[0]), l.plural(l.year(n))
	}
	return len(m[0]), l.plural(l.whole(m[1]))
}

// ordinalAt reads "1st".
func ordinalAt(l *language, _ *builder, text string) (int, string) {
	num, n := l.numeral(text)
	if n == 0 || num.frac != "" {
		return 0, ""
	}
	for _, ending := range l.ordinals {
		if strings.HasPrefix(text[n:], ending) && ended(text[n+len(ending):]) {
			value, err := strconv.ParseUint(num.whole, 10, 64)
			if err != nil || value > maxCardinal {
				return 0, ""
			}
			return n + len(ending), l.ordinal(value)
		}
	}
	return 0, ""
}

// yearAt reads four digits that are a year.
func yearAt(l *language, b *builder, text string) (int, string) {
	q, n := l.quantity(text)
	if n == 0 || !l.isYear(b, q, text[n:]) {
		return 0, ""
	}
	return n, l.yearOf(q.num.whole)
}

// isYear reports whether q is a year: four digits after a word such as "since",
// or of our own times unless things are counted with them.
func (l *language) isYear(b *builder, q quantity, next string) bool {
	if len(q.num.whole) != 4 || q.num.grouped || q.num.frac != "" || q.sign != "" || q.coin != nil || q.scale != nil || q.unit != nil {
		return false
	}
	year, _ := strconv.Atoi(q.num.whole)
	if year < 1100 || year >= 2100 {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimLeft(next, " "), " ")
	word = strings.TrimRightFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	first, _ := utf8.DecodeRuneInString(word)
	counts := blank(next) > 0 && unicode.IsLower(first) && (strings.HasSuffix(word, "s") && len(word) > 3 || word == "people")
	return !counts && (year >= 1900 || l.yearAfter[strings.ToLower(b.previous())])
}
