package textnorm

import "strings"

var (
	enDigits = strings.Fields("zero one two three four five six seven eight nine")
	enTeens  = strings.Fields("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	enTens   = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	enPowers = []string{"", " thousand", " million", " billion", " trillion"}
)

func enCardinal(n uint64) string {
	if n == 0 {
		return enDigits[0]
	}
	var out []string
	triples(n, func(t uint64, power int) { out = append(out, enTriple(t)+enPowers[power]) })
	return strings.Join(out, " ")
}

func enTriple(n uint64) string {
	var hundreds string
	if n >= 100 {
		hundreds = enDigits[n/100] + " hundred"
		if n %= 100; n == 0 {
			return hundreds
		}
	}
	return joined(hundreds, enPair(n))
}

func enPair(n uint64) string {
	switch {
	case n < 10:
		return enDigits[n]
	case n < 20:
		return enTeens[n-10]
	case n%10 == 0:
		return enTens[n/10]
	}
	return enTens[n/10] + " " + enDigits[n%10]
}

// enIrregular are the ordinals that are no cardinal with "th".
var enIrregular = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

func enOrdinal(n uint64) string {
	c := enCardinal(n)
	head, last := "", c
	if i := strings.LastIndexByte(c, ' '); i >= 0 {
		head, last = c[:i+1], c[i+1:]
	}
	if o, ok := enIrregular[last]; ok {
		return head + o
	}
	if stem, ok := strings.CutSuffix(last, "y"); ok {
		return head + stem + "ieth"
	}
	return head + last + "th"
}

// enYear says 1999 in pairs, 2005 as a number.
func enYear(n uint64) string {
	switch high, low := n/100, n%100; {
	case high%10 == 0 && low < 10:
		return enCardinal(n)
	case low == 0:
		return enPair(high) + " hundred"
	case low < 10:
		return enPair(high) + " oh " + enDigits[low]
	default:
		return enPair(high) + " " + enPair(low)
	}
}

// enPlural is a number as a name of many: the nineties.
func enPlural(said string) string {
	if stem, ok := strings.CutSuffix(said, "y"); ok {
		return stem + "ies"
	}
	return said + "s"
}

func enFraction(a, b uint64) string {
	one, many := enOrdinal(b), enOrdinal(b)+"s"
	switch b {
	case 2:
		one, many = "half", "halves"
	case 4:
		one, many = "quarter", "quarters"
	}
	if a == 1 {
		return "one " + one
	}
	return enCardinal(a) + " " + many
}

func enDate(day, month, year string) string {
	if day == "" {
		return joined(month, year)
	}
	if year != "" {
		year = ", " + year
	}
	return month + " " + day + year
}

func enClock(h, m int, half string) string {
	said := enCardinal(uint64(h))
	switch {
	case m == 0 && half == "" && h <= 12 && h > 0:
		said += " o'clock"
	case m == 0 && half == "":
		said += " hundred"
	case m > 0 && m < 10:
		said += " oh " + enDigits[m]
	case m > 0:
		said += " " + enPair(uint64(m))
	}
	if half != "" {
		said += " " + strings.ToUpper(half[:1]) + " M"
	}
	return said
}
