package textnorm

import (
	"strconv"
	"strings"
)

// maxCardinal is the largest number said as one; longer ones are said digit by
// digit.
const maxCardinal = 999_999_999_999_999

// triples splits n into groups of three digits, the highest first, and calls say
// with each that is not 0 and its power of a thousand.
func triples(n uint64, say func(triple uint64, power int)) {
	for power, unit := 4, uint64(1e12); unit > 0; power, unit = power-1, unit/1000 {
		if t := n / unit % 1000; t > 0 {
			say(t, power)
		}
	}
}

// digitwise says the digits of s one by one.
func (l *language) digitwise(s string) string {
	out := make([]string, 0, len(s))
	for _, r := range s {
		if r >= '0' && r <= '9' {
			out = append(out, l.digits[r-'0'])
		}
	}
	return strings.Join(out, " ")
}

// whole says a run of digits as a number, or digit by digit if it is none.
func (l *language) whole(digits string) string {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > maxCardinal || len(digits) > 1 && digits[0] == '0' {
		return l.digitwise(digits)
	}
	return l.cardinal(n)
}

// count says a run of digits before the name of what is counted.
func (l *language) count(digits string) string {
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || n > maxCardinal {
		return l.digitwise(digits)
	}
	return l.counted(n)
}

// decimals says the digits after the decimal mark one by one.
func (l *language) decimals(n numeral) string {
	if n.frac == "" {
		return l.whole(n.whole)
	}
	return l.whole(n.whole) + " " + l.point + " " + l.digitwise(n.frac)
}

// joined joins the parts that are not empty with spaces.
func joined(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p)
	}
	return b.String()
}
