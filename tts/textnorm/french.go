package textnorm

import "strings"

var (
	frDigits = strings.Fields("zéro un deux trois quatre cinq six sept huit neuf")
	frTeens  = strings.Fields("dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf")
	frTens   = strings.Fields("- - vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt") //nolint:misspell // French
	frPowers = []scale{{}, {}, {"million", "millions"}, {"milliard", "milliards"}, {"billion", "billions"}}
)

func frCardinal(n uint64) string {
	if n == 0 {
		return frDigits[0]
	}
	var out []string
	triples(n, func(t uint64, power int) {
		switch {
		case power == 0:
			out = append(out, frTriple(t, true))
		case power == 1 && t == 1:
			out = append(out, "mille")
		case power == 1:
			out = append(out, frTriple(t, false)+" mille")
		case t == 1:
			out = append(out, "un "+frPowers[power].one)
		default:
			out = append(out, frTriple(t, true)+" "+frPowers[power].many)
		}
	})
	return strings.Join(out, " ")
}

// frTriple says a number below a thousand. Hundreds and four twenties have an s
// at the end, unless "mille" follows.
func frTriple(n uint64, end bool) string {
	hundreds := ""
	switch {
	case n >= 200:
		hundreds = frDigits[n/100] + " cent"
		if n%100 == 0 && end {
			hundreds += "s"
		}
	case n >= 100:
		hundreds = "cent"
	}
	if n %= 100; n == 0 {
		return hundreds
	}
	pair := frPair(n)
	if n == 80 && end {
		pair += "s"
	}
	return joined(hundreds, pair)
}

func frPair(n uint64) string {
	switch ten, unit := n/10, n%10; {
	case n < 10:
		return frDigits[n]
	case n < 20:
		return frTeens[n-10]
	case ten == 7 && unit == 1:
		return "soixante et onze"
	case ten == 7 || ten == 9:
		return frTens[ten] + "-" + frTeens[unit]
	case unit == 0:
		return frTens[ten]
	case unit == 1 && ten < 8:
		return frTens[ten] + " et un"
	default:
		return frTens[ten] + "-" + frDigits[unit]
	}
}

func frOrdinal(n uint64) string {
	if n == 1 {
		return "premier"
	}
	c := frCardinal(n)
	switch {
	case strings.HasSuffix(c, "cinq"):
		c += "u"
	case strings.HasSuffix(c, "neuf"):
		c = strings.TrimSuffix(c, "f") + "v"
	case strings.HasSuffix(c, "quatre-vingts"), strings.HasSuffix(c, "cents"):
		c = strings.TrimSuffix(c, "s")
	}
	return strings.TrimSuffix(c, "e") + "ième"
}

// frDay says the day of a date: only the first is an ordinal.
func frDay(d int, _ string) string {
	if d == 1 {
		return "premier"
	}
	return frCardinal(uint64(d))
}

func frClock(h, m int, _ string) string {
	said := frFeminine(uint64(h)) + " heure"
	if h > 1 {
		said += "s"
	}
	if m > 0 {
		said += " " + frFeminine(uint64(m))
	}
	return said
}

func frFeminine(n uint64) string {
	c := frCardinal(n)
	if c == "un" || strings.HasSuffix(c, " un") {
		c += "e"
	}
	return c
}

func frFraction(a, b uint64) string {
	part := frOrdinal(b)
	switch b {
	case 2:
		part = "demi"
	case 3:
		part = "tiers"
	case 4:
		part = "quart"
	}
	if a > 1 && part != "tiers" {
		part += "s"
	}
	return frCardinal(a) + " " + part
}

// frOf elides before a vowel: "millions d'euros".
func frOf(coin string) string {
	if strings.ContainsAny(coin[:1], "aeiou") {
		return "d'" + coin
	}
	return "de " + coin
}
