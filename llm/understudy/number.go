package understudy

import (
	"strconv"
	"strings"
)

// numbers appends the figure n to what was said, in the form in which the
// language compares numbers: English spells them out, the others add up signs
// such as 2, 1000, 40 and 5 for 2045, which is what their number words give too.
func (l *language) numbers(out []string, n int) []string {
	if l.tag == "en" {
		return spell(out, n)
	}
	for _, unit := range []int{1000, 100} {
		if n >= unit {
			if n >= 2*unit {
				out = l.numbers(out, n/unit)
			}
			out = append(out, strconv.Itoa(unit))
			if n %= unit; n == 0 {
				return out
			}
		}
	}
	if n > 20 {
		out = append(out, strconv.Itoa(n/10*10))
		if n %= 10; n == 0 {
			return out
		}
	}
	return append(out, strconv.Itoa(n))
}

// value is the figure a number word stands for. One is too common an article to
// be a figure.
func (l *language) value(w string) (n int, ok bool) {
	if n, ok = l.number[w]; ok || l.tag != "de" {
		return n, ok && n != 1
	}
	total, part, parts := 0, 0, 0
	for rest := w; rest != ""; parts++ { // zweitausendfuenfundvierzig
		if parts > 0 {
			rest = strings.TrimPrefix(rest, "und")
		}
		end, v := 0, 0
		for i := 1; i <= len(rest); i++ {
			if x, known := l.number[rest[:i]]; known {
				end, v = i, x
			}
		}
		switch {
		case end == 0:
			return 0, false
		case v == 100:
			part = max(part, 1) * v
		case v == 1000:
			total, part = total+max(part, 1)*v, 0
		default:
			part += v
		}
		rest = rest[end:]
	}
	return min(total+part, maxSpelled), true
}

// joinNumbers puts together what a language says in two words: "vingt et un",
// "quatre vingt dix".
func joinNumbers(out []string) []string {
	n := len(out)
	if n >= 3 && (out[n-2] == "y" || out[n-2] == "et") && isDigits(out[n-3]) && len(out[n-3]) == 2 {
		out = append(out[:n-2], out[n-1])
		n--
	}
	if n < 2 {
		return out
	}
	last, _ := strconv.Atoi(out[n-1])
	switch before := out[n-2]; {
	case before == "4" && last == 20:
		return append(out[:n-2], "80")
	case (before == "60" || before == "80") && last >= 10 && last < 20:
		tens, _ := strconv.Atoi(before)
		out = append(out[:n-2], strconv.Itoa(tens+10))
		if last > 10 {
			out = append(out, strconv.Itoa(last-10))
		}
	}
	return out
}

func isDigits(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

var (
	ones = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
		"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	tens = [...]string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

// isNumber holds the words "#" in a wording stands for. "one" is too common a
// pronoun to be among them.
var isNumber = func() map[string]bool {
	m := map[string]bool{"hundred": true, "thousand": true, "million": true, "half": true, "couple": true}
	for _, w := range ones[2:] {
		m[w] = true
	}
	for _, w := range tens[2:] {
		m[w] = true
	}
	return m
}()

// maxSpelled is the largest number written out digit group by digit group;
// longer runs of digits are no figure anyone says.
const maxSpelled = 999_999

// spell appends n, 0 to maxSpelled, in words.
func spell(words []string, n int) []string {
	if n >= 1000 {
		words = append(spell(words, n/1000), "thousand")
		if n %= 1000; n == 0 {
			return words
		}
	}
	if n >= 100 {
		words = append(words, ones[n/100], "hundred")
		if n %= 100; n == 0 {
			return words
		}
	}
	if n >= 20 {
		words = append(words, tens[n/10])
		if n %= 10; n == 0 {
			return words
		}
	}
	return append(words, ones[n])
}
