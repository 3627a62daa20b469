package textnorm

import (
	"regexp"
	"strconv"
	"strings"
)

// phones are the forms of telephone and card numbers.
var phones = []*regexp.Regexp{
	regexp.MustCompile(`^\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}\b`),
	regexp.MustCompile(`^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}\b`),
	regexp.MustCompile(`^\d{3}-\d{4}\b`),
	regexp.MustCompile(`^0\d{1,4}(?:[ /.-]\d{2,8}){1,5}\b`),
	regexp.MustCompile(`^\d{4}(?:[ -]\d{4}){3}\b`),
}

// phoneAt reads a telephone number, digit by digit with a pause between groups.
func phoneAt(l *language, _ *builder, text string) (int, string) {
	for _, form := range phones {
		n := len(form.FindString(text))
		if n == 0 || strings.IndexByte(text[:n], '/') == 2 || strings.IndexByte(text[:n], '.') == 2 { // a date
			continue
		}
		groups := strings.FieldsFunc(text[:n], func(r rune) bool { return r < '0' || r > '9' })
		for i, g := range groups {
			groups[i] = l.digitwise(g)
		}
		said := strings.Join(groups, ", ")
		if text[0] == '+' {
			said = l.plus + " " + said
		}
		return n, said
	}
	return 0, ""
}

var versionForm = regexp.MustCompile(`^[vV]?\d{1,5}(?:\.\d{1,5}){2,4}\b`)

// versionAt reads "1.2.3", a version or an address of a computer.
func versionAt(l *language, _ *builder, text string) (int, string) {
	m := versionForm.FindString(text)
	if m == "" {
		return 0, ""
	}
	if num, n := l.numeral(text); n == len(m) && num.grouped { // 1.000.000
		return 0, ""
	}
	bare := strings.TrimLeft(m, "vV")
	groups := strings.Split(bare, ".")
	for i, g := range groups {
		groups[i] = l.whole(g)
	}
	said := strings.Join(groups, " "+l.point+" ")
	if bare != m {
		said = l.version + " " + said
	}
	return len(m), said
}

var fractionForm = regexp.MustCompile(`^(?:(\d{1,3})[ \x{a0}])?(\d{1,3})/(\d{1,3})\b`)

// fractionAt reads "1/2", "3 1/2" and "8/10"; of others the figures are said, as
// in "24/7".
func fractionAt(l *language, _ *builder, text string) (int, string) {
	m := fractionForm.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(text[len(m[0]):], "/") {
		return 0, ""
	}
	a, _ := strconv.ParseUint(m[2], 10, 64)
	b, _ := strconv.ParseUint(m[3], 10, 64)
	switch {
	case a > 0 && a < b && (b <= 6 || b == 8):
		said := l.fraction(a, b)
		if m[1] != "" {
			said = joined(l.whole(m[1]), l.and, said)
		}
		return len(m[0]), said
	case m[1] != "":
		return 0, ""
	case b == 10 || b == 100 || b == 20 && l.comma:
		return len(m[0]), joined(l.whole(m[2]), l.outOf, l.whole(m[3]))
	}
	return len(m[0]), joined(l.whole(m[2]), l.whole(m[3]))
}
