package flite

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	amountForm = regexp.MustCompile(`^([-+])?([$\x01\x02])?(\d[\d,]*)?(?:\.(\d+))?([a-zA-Z%]{0,2})$`)
	rangeForm  = regexp.MustCompile(`^([$\x01\x02]?[\d,.]+[a-zA-Z%]{0,2})-([$\x01\x02]?[\d,.]+[a-zA-Z%]{0,2})$`)
	longForm   = regexp.MustCompile(`^[1-9]\d{4,}$`)
)

// scales are the letters after a number; those in moneyScales only count as
// one after an amount of money, since "5m" may be metres.
var (
	scales      = map[string]string{"": "", "k": "thousand", "K": "thousand", "M": "million", "B": "billion", "bn": "billion"}
	moneyScales = map[string]string{"m": "million", "mn": "million", "b": "billion", "tn": "trillion", "T": "trillion"}
	units       = map[string]string{"%": "percent", "x": "times", "X": "times"}
	coins       = map[string][4]string{
		"$":               {"dollar", "dollars", "cent", "cents"},
		string(euroSign):  {"euro", "euros", "cent", "cents"},
		string(poundSign): {"pound", "pounds", "penny", "pence"},
	}
)

// number spells a number flite would read wrong, or returns nil: money,
// decimals, signs, ranges and the letters that follow figures.
func number(s string) []string {
	if m := rangeForm.FindStringSubmatch(s); m != nil && ascending(m[1], m[2]) {
		from, to := orSame(m[1]), orSame(m[2])
		return append(append(from, "to"), to...)
	}
	if longForm.MatchString(s) {
		return []string{group(s)}
	}
	m := amountForm.FindStringSubmatch(s)
	if m == nil || m[3] == "" && m[4] == "" {
		return nil
	}
	whole, frac := strings.Trim(m[3], ","), m[4]
	out := sign(m[1])
	if m[2] != "" {
		amount := money(coins[m[2]], whole, frac, m[5])
		if amount == nil {
			return nil
		}
		return append(out, amount...)
	}
	if unit, ok := units[m[5]]; ok {
		return append(append(out, decimal(whole, frac)...), unit)
	}
	scale, ok := scales[m[5]]
	if !ok || scale == "" && frac == "" && len(out) == 0 {
		return nil
	}
	return append(append(out, decimal(whole, frac)...), strings.Fields(scale)...)
}

func orSame(s string) []string {
	if n := number(s); n != nil {
		return n
	}
	return []string{strings.Trim(s, ",.")}
}

// ascending tells a range, 10-15, from a telephone number, 555-1234.
func ascending(from, to string) bool {
	digits := func(s string) string { return strings.Map(keepDigits, s) }
	a, errA := strconv.Atoi(digits(from))
	b, errB := strconv.Atoi(digits(to))
	return errA == nil && errB == nil && a < b && (len(digits(from)) == len(digits(to)) || b < 1000)
}

func keepDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

func sign(s string) []string {
	switch s {
	case "-":
		return []string{"minus"}
	case "+":
		return []string{"plus"}
	}
	return nil
}

func money(coin [4]string, whole, frac, letters string) []string {
	scale, ok := scales[letters]
	if !ok {
		if scale, ok = moneyScales[letters]; !ok {
			return nil
		}
	}
	if scale != "" {
		return append(decimal(whole, frac), scale, coin[1])
	}
	if len(frac) > 2 {
		return append(decimal(whole, frac), coin[1])
	}
	return append(coinage(whole, coin), small(frac, whole != "" && strings.Trim(whole, "0,") != "", coin)...)
}

func coinage(whole string, coin [4]string) []string {
	switch strings.TrimLeft(strings.ReplaceAll(whole, ",", ""), "0") {
	case "":
		return nil
	case "1":
		return []string{"1", coin[0]}
	}
	return []string{group(whole), coin[1]}
}

// small spells the cents of an amount; after is set when whole coins precede.
func small(frac string, after bool, coin [4]string) []string {
	cents, _ := strconv.Atoi((frac + "00")[:2])
	if cents == 0 {
		if after {
			return nil
		}
		return []string{"0", coin[1]}
	}
	name := coin[2]
	if cents > 1 {
		name = coin[3]
	}
	out := []string{strconv.Itoa(cents), name}
	if after {
		return append([]string{"and"}, out...)
	}
	return out
}

// decimal spells whole.frac, the digits after the point one by one.
func decimal(whole, frac string) []string {
	if whole == "" {
		whole = "0"
	}
	out := []string{group(whole)}
	if frac == "" {
		return out
	}
	return append(append(out, "point"), strings.Split(frac, "")...)
}

// group sets commas between thousands: flite reads 250,000 as a number and
// 250000 as digits.
func group(digits string) string {
	s := strings.ReplaceAll(digits, ",", "")
	if len(s) < 5 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}
