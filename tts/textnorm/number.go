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
type form func(b *builder, text string) (int, string)

// forms are tried in this order where a figure stands, signedForms where a sign
// or a currency does.
var (
	forms = []form{
		dateAt, phoneAt, clockAt, fractionAt, dayAt, rangeAt, decadeAt, ordinalAt, yearAt, quantityAt,
	}
	signedForms = []form{phoneAt, rangeAt, quantityAt}
)

const (
	// window is how far ahead forms look, in bytes.
	window = 96
	// nearby is how far behind a sign or a currency a figure may begin.
	nearby = 8
)

// numberAt reads the number that comes next.
func numberAt(b *builder) (int, string) {
	text := b.rest()
	if len(text) > window {
		text = text[:wholeWords(text, window)]
	}
	if text == "" { // one word longer than the window
		n := min(digitsAt(b.rest()), window)
		return n, sayDigits(b.rest()[:n])
	}
	tried := forms
	if !digit(text[0]) {
		if tried = signedForms; !strings.ContainsAny(text[:min(len(text), nearby)], "0123456789") {
			return 0, ""
		}
	}
	for _, f := range tried {
		if n, said := f(b, text); n > 0 {
			return n, said
		}
	}
	return 0, ""
}

// phones are the forms of telephone and card numbers.
var phones = []*regexp.Regexp{
	regexp.MustCompile(`^\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}\b`),
	regexp.MustCompile(`^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}\b`),
	regexp.MustCompile(`^\d{3}-\d{4}\b`),
	regexp.MustCompile(`^0\d{1,4}(?:[ /.-]\d{2,8}){1,5}\b`),
	regexp.MustCompile(`^\d{4}(?:[ -]\d{4}){3}\b`),
}

// phoneAt reads a telephone number, digit by digit with a pause between groups.
func phoneAt(_ *builder, text string) (int, string) {
	for _, form := range phones {
		n := len(form.FindString(text))
		if n == 0 || strings.IndexByte(text[:n], '/') == 2 || strings.IndexByte(text[:n], '.') == 2 { // a date
			continue
		}
		groups := strings.FieldsFunc(text[:n], func(r rune) bool { return r < '0' || r > '9' })
		for i, g := range groups {
			groups[i] = sayDigits(g)
		}
		said := strings.Join(groups, ", ")
		if text[0] == '+' {
			said = "plus " + said
		}
		return n, said
	}
	return 0, ""
}

var fractionForm = regexp.MustCompile(`^(?:(\d{1,3})[ \x{a0}])?(\d{1,3})/(\d{1,3})\b`)

// fractionAt reads "1/2", "3 1/2" and "8/10"; of others the figures are said, as
// in "24/7".
func fractionAt(_ *builder, text string) (int, string) {
	m := fractionForm.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(text[len(m[0]):], "/") {
		return 0, ""
	}
	a, _ := strconv.ParseUint(m[2], 10, 64)
	b, _ := strconv.ParseUint(m[3], 10, 64)
	switch {
	case a > 0 && a < b && (b <= 6 || b == 8):
		said := sayFraction(a, b)
		if m[1] != "" {
			said = sayWhole(m[1]) + " and " + said
		}
		return len(m[0]), said
	case m[1] != "":
		return 0, ""
	case b == 10 || b == 100:
		return len(m[0]), sayWhole(m[2]) + " out of " + sayWhole(m[3])
	}
	return len(m[0]), sayWhole(m[2]) + " " + sayWhole(m[3])
}

func sayFraction(a, b uint64) string {
	one, many := ordinal(b), ordinal(b)+"s"
	switch b {
	case 2:
		one, many = "half", "halves"
	case 4:
		one, many = "quarter", "quarters"
	}
	if a == 1 {
		return "one " + one
	}
	return cardinal(a) + " " + many
}

// rangeAt reads "3-5", "10–15%" and "$3-5M".
func rangeAt(b *builder, text string) (int, string) {
	from, n := readQuantity(text)
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
	to, n := readQuantity(text[at:])
	if n == 0 || to.sign != "" || !ascending(from.num, to.num) || !ended(text[at+n:]) {
		return 0, ""
	}
	at += n
	if from.isYear(b, text[at:]) && to.isYear(b, text[at:]) {
		return at, sayYear(from.num.whole) + " to " + sayYear(to.num.whole)
	}
	if from.unit == nil && from.scale == nil && to.currency == nil {
		to.currency, from.currency = from.currency, nil // "three to five dollars"
	}
	if from.currency != nil && to.currency != nil && *from.currency == *to.currency && from.scale == nil {
		from.currency = nil
	}
	return at, joined(from.sign, from.amount(), "to", to.amount())
}

// ascending tells a range, 10-15, from a telephone number or a score.
func ascending(from, to numeral) bool {
	a, errA := strconv.ParseFloat(from.whole+"."+from.frac, 64)
	b, errB := strconv.ParseFloat(to.whole+"."+to.frac, 64)
	return errA == nil && errB == nil && a < b
}

var decadeForm = regexp.MustCompile(`^(\d{3}0|\d0)s\b`)

// decadeAt reads "1990s" and "'90s".
func decadeAt(_ *builder, text string) (int, string) {
	m := decadeForm.FindStringSubmatch(text)
	if m == nil || m[1] == "00" {
		return 0, ""
	}
	said := sayWhole(m[1])
	if len(m[1]) == 4 {
		said = sayYear(m[1])
	}
	if stem, ok := strings.CutSuffix(said, "y"); ok {
		return len(m[0]), stem + "ies"
	}
	return len(m[0]), said + "s"
}

// ordinalAt reads "1st".
func ordinalAt(_ *builder, text string) (int, string) {
	num, n := numeralAt(text)
	if n == 0 || num.frac != "" {
		return 0, ""
	}
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		if strings.HasPrefix(text[n:], ending) && ended(text[n+len(ending):]) {
			value, err := strconv.ParseUint(num.whole, 10, 64)
			if err != nil || value > maxCardinal {
				return 0, ""
			}
			return n + len(ending), ordinal(value)
		}
	}
	return 0, ""
}

// yearAt reads four digits that are a year.
func yearAt(b *builder, text string) (int, string) {
	q, n := readQuantity(text)
	if n == 0 || !q.isYear(b, text[n:]) {
		return 0, ""
	}
	return n, sayYear(q.num.whole)
}

// isYear reports whether q, with next behind it, is a year: four digits after a
// word such as "since", or from 1900 on, unless things are counted with them.
func (q *quantity) isYear(b *builder, next string) bool {
	if len(q.num.whole) != 4 || (*q != quantity{num: numeral{whole: q.num.whole}}) {
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
	return !counts && (year >= 1900 || yearAfter[strings.ToLower(b.previous())])
}
