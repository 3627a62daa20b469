package textnorm

import (
	"strconv"
	"strings"
)

// maxCardinal is the largest number said as one; longer ones are said digit by
// digit.
const maxCardinal = 999_999_999_999_999

var (
	digits = strings.Fields("zero one two three four five six seven eight nine")
	teens  = strings.Fields("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens   = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
)

// cardinal says n, at most maxCardinal, as a number.
func cardinal(n uint64) string {
	if n == 0 {
		return digits[0]
	}
	var groups []string
	unit := uint64(1e12)
	for _, power := range []string{" trillion", " billion", " million", " thousand", ""} {
		if group := n / unit % 1000; group > 0 {
			groups = append(groups, threeDigits(group)+power)
		}
		unit /= 1000
	}
	return strings.Join(groups, " ")
}

func threeDigits(n uint64) string {
	var hundreds string
	if n >= 100 {
		hundreds = digits[n/100] + " hundred"
		if n %= 100; n == 0 {
			return hundreds
		}
	}
	return joined(hundreds, twoDigits(n))
}

func twoDigits(n uint64) string {
	switch {
	case n < 10:
		return digits[n]
	case n < 20:
		return teens[n-10]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + " " + digits[n%10]
}

// irregularOrdinals are those that are no cardinal with "th".
var irregularOrdinals = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

// ordinal says n as in "the third".
func ordinal(n uint64) string {
	c := cardinal(n)
	at := strings.LastIndexByte(c, ' ') + 1
	head, last := c[:at], c[at:]
	if o, ok := irregularOrdinals[last]; ok {
		return head + o
	}
	if stem, ok := strings.CutSuffix(last, "y"); ok {
		return head + stem + "ieth"
	}
	return head + last + "th"
}

// sayYear says 1999 in pairs, 2005 as a number. Two figures are of this
// century; it is "" for what is no number.
func sayYear(figures string) string {
	n, err := strconv.ParseUint(figures, 10, 64)
	if err != nil {
		return ""
	}
	if len(figures) == 2 {
		n += 2000
	}
	switch high, low := n/100, n%100; {
	case high%10 == 0 && low < 10:
		return cardinal(n)
	case low == 0:
		return twoDigits(high) + " hundred"
	case low < 10:
		return twoDigits(high) + " oh " + digits[low]
	default:
		return twoDigits(high) + " " + twoDigits(low)
	}
}

// sayDigits says the digits of s one by one.
func sayDigits(s string) string {
	out := make([]string, 0, len(s))
	for _, r := range s {
		if r >= '0' && r <= '9' {
			out = append(out, digits[r-'0'])
		}
	}
	return strings.Join(out, " ")
}

// sayWhole says a run of digits as a number, or digit by digit if it is too
// long or begins with a zero.
func sayWhole(figures string) string {
	if len(figures) > 1 && figures[0] == '0' {
		return sayDigits(figures)
	}
	return sayCount(figures)
}

// sayCount says a run of digits before the name of what is counted, where
// leading zeros mean nothing.
func sayCount(figures string) string {
	n, err := strconv.ParseUint(figures, 10, 64)
	if err != nil || n > maxCardinal {
		return sayDigits(figures)
	}
	return cardinal(n)
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
