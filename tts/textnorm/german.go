package textnorm

import "strings"

var (
	deDigits = strings.Fields("null eins zwei drei vier fünf sechs sieben acht neun")
	deTeens  = strings.Fields("zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn")
	deTens   = strings.Fields("- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
	dePowers = []scale{{}, {}, {"Million", "Millionen"}, {"Milliarde", "Milliarden"}, {"Billion", "Billionen"}}
)

func deCardinal(n uint64) string { return deNumber(n, "eins") }

// deCounted is a number before a noun: "ein Euro".
func deCounted(n uint64) string { return deNumber(n, "ein") }

// deNumber says n; one is its last word if that is a one.
func deNumber(n uint64, one string) string {
	if n == 0 {
		return deDigits[0]
	}
	var large []string
	small := ""
	triples(n, func(t uint64, power int) {
		switch {
		case power == 0:
			small += deTriple(t, one)
		case power == 1:
			small += deTriple(t, "ein") + "tausend"
		case t == 1:
			large = append(large, "eine "+dePowers[power].one)
		default:
			large = append(large, deTriple(t, "eine")+" "+dePowers[power].many)
		}
	})
	return joined(append(large, small)...)
}

func deTriple(n uint64, one string) string {
	said := ""
	if n >= 100 {
		said, n = deUnit(n/100, "ein")+"hundert", n%100
	}
	switch {
	case n == 0:
		return said
	case n < 10:
		return said + deUnit(n, one)
	case n < 20:
		return said + deTeens[n-10]
	case n%10 == 0:
		return said + deTens[n/10]
	}
	return said + deUnit(n%10, "ein") + "und" + deTens[n/10]
}

func deUnit(n uint64, one string) string {
	if n == 1 {
		return one
	}
	return deDigits[n]
}

// deOrdinal is the form after an article, as in "der dritte".
func deOrdinal(n uint64) string {
	c := deCardinal(n)
	switch tail := n % 100; {
	case tail == 1:
		return strings.TrimSuffix(c, "eins") + "erste"
	case tail == 3:
		return strings.TrimSuffix(c, "drei") + "dritte"
	case tail == 7:
		return strings.TrimSuffix(c, "en") + "te"
	case tail == 8:
		return c + "e"
	case tail > 0 && tail < 20:
		return c + "te"
	}
	return c + "ste"
}

// deYear says 1999 in hundreds, as all years before 2000.
func deYear(n uint64) string {
	if n < 1100 || n >= 2000 {
		return deCardinal(n)
	}
	said := deTriple(n/100, "ein") + "hundert"
	if n%100 == 0 {
		return said
	}
	return said + deTriple(n%100, "eins")
}

// deDay declines the day as the word before it asks.
func deDay(d int, previous string) string {
	said := deOrdinal(uint64(d))
	switch strings.ToLower(previous) {
	case "am", "vom", "zum", "bis", "den", "dem", "seit", "ab", "nach", "vor":
		return said + "n"
	}
	return said
}

func deClock(h, m int, _ string) string {
	said := deCounted(uint64(h)) + " Uhr"
	if m > 0 {
		said += " " + deCardinal(uint64(m))
	}
	return said
}

func deFraction(a, b uint64) string {
	if b == 2 {
		if a == 1 {
			return "ein halb"
		}
		return deCounted(a) + " halbe"
	}
	part := strings.TrimSuffix(deOrdinal(b), "e") + "el"
	return deCounted(a) + " " + strings.ToUpper(part[:1]) + part[1:]
}
