package textnorm

import "strings"

var (
	esDigits = strings.Fields("cero uno dos tres cuatro cinco seis siete ocho nueve")
	esTeens  = strings.Fields("diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno " +
		"veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve")
	esTens     = strings.Fields("- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa")
	esHundreds = strings.Fields("- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos")
)

func esCardinal(n uint64) string {
	if n == 0 {
		return esDigits[0]
	}
	var out []string
	if m := n / 1_000_000_000_000; m > 0 {
		out = append(out, esMillions(m, "billón", "billones"))
	}
	if m := n / 1_000_000 % 1_000_000; m > 0 {
		out = append(out, esMillions(m, "millón", "millones"))
	}
	return joined(append(out, esThousands(n%1_000_000))...)
}

func esMillions(n uint64, one, many string) string {
	if n == 1 {
		return "un " + one
	}
	return esCounted(n) + " " + many
}

// esThousands says a number below a million, nothing for 0.
func esThousands(n uint64) string {
	thousands := ""
	switch t := n / 1000; {
	case t == 1:
		thousands = "mil"
	case t > 1:
		thousands = esShort(esTriple(t)) + " mil"
	}
	return joined(thousands, esTriple(n%1000))
}

func esTriple(n uint64) string {
	if n == 100 {
		return "cien"
	}
	hundreds := ""
	if n > 100 {
		hundreds = esHundreds[n/100]
	}
	switch n %= 100; {
	case n == 0:
		return hundreds
	case n < 10:
		return joined(hundreds, esDigits[n])
	case n < 30:
		return joined(hundreds, esTeens[n-10])
	case n%10 == 0:
		return joined(hundreds, esTens[n/10])
	}
	return joined(hundreds, esTens[n/10], "y", esDigits[n%10])
}

// esCounted is a number before a noun: "un euro", "veintiún días".
func esCounted(n uint64) string { return esShort(esCardinal(n)) }

func esShort(said string) string {
	switch stem, cut := strings.CutSuffix(said, "uno"); {
	case !cut:
		return said
	case strings.HasSuffix(stem, "veinti"):
		return stem + "ún"
	default:
		return stem + "un"
	}
}

var esOrdinals = strings.Fields("- primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo")

func esOrdinal(n uint64) string {
	if n > 0 && n < uint64(len(esOrdinals)) {
		return esOrdinals[n]
	}
	return esCardinal(n) // as is usual above ten
}

// esDay says the day of a date: only the first is an ordinal.
func esDay(d int, _ string) string {
	if d == 1 {
		return "primero"
	}
	return esCardinal(uint64(d))
}

func esClock(h, m int, _ string) string {
	said := esCardinal(uint64(h))
	if h%100 == 1 || h == 21 {
		said = strings.TrimSuffix(said, "o") + "a"
	}
	if m > 0 {
		said += " y " + esCardinal(uint64(m))
	}
	return said
}

func esFraction(a, b uint64) string {
	var part string
	switch {
	case b == 2:
		part = "medio"
	case b == 3:
		part = "tercio"
	case b <= 10:
		part = esOrdinals[b]
	default:
		return esCardinal(a) + " entre " + esCardinal(b)
	}
	if a > 1 {
		part += "s"
	}
	return esCounted(a) + " " + part
}
