package understudy

import (
	"strconv"
	"strings"
	"unicode"
)

// MaxWords is how many words of one turn are looked at. At a fast 200 words a
// minute that is over three minutes of speech.
const MaxWords = 640

// words splits text into lower-case words: contractions opened, digits spelled
// out, everything else that is not a letter dropped.
func words(text string) []string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	var out []string
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '%' && r != ','
	}) {
		if len(out) >= MaxWords {
			return out[:MaxWords]
		}
		for _, piece := range pieces(field) {
			out = appendWord(out, piece)
		}
	}
	return out
}

// pieces cuts a field where digits meet letters, as in "3x" and "40%". A comma
// counts only between digits.
func pieces(field string) []string {
	var out []string
	var b strings.Builder
	var last rune
	cut := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	for _, r := range field {
		switch {
		case r == ',':
			if !unicode.IsDigit(last) {
				cut()
			}
			last = ','
			continue
		case last == ',' && !unicode.IsDigit(r), unicode.IsDigit(r) != unicode.IsDigit(last) && last != ',', r == '%':
			cut()
		}
		b.WriteRune(r)
		last = r
	}
	cut()
	return out
}

func appendWord(out []string, w string) []string {
	if w[0] >= '0' && w[0] <= '9' {
		if n, err := strconv.Atoi(w); err == nil && n <= maxSpelled {
			return spell(out, n)
		}
	}
	switch w {
	case "%":
		return append(out, "percent")
	case "x":
		if len(out) > 0 && (isNumber[out[len(out)-1]] || out[len(out)-1] == "one") {
			return append(out, "times")
		}
	case "can't", "cannot":
		return append(out, "can", "not")
	case "won't":
		return append(out, "will", "not")
	case "let's":
		return append(out, "let", "us")
	}
	stem, tail, _ := strings.Cut(strings.Trim(w, "'"), "'")
	if stem == "" {
		return out
	}
	switch {
	case tail == "t" && len(stem) > 2 && strings.HasSuffix(stem, "n"):
		return append(out, stem[:len(stem)-1], "not")
	case opened[tail] != "":
		return append(out, stem, opened[tail])
	case tail == "s" && isSubject[stem]:
		return append(out, stem, "is")
	}
	return append(out, stem)
}

var opened = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}

// isSubject tells "it's" from "Sterling's".
var isSubject = map[string]bool{"it": true, "that": true, "he": true, "she": true, "what": true, "there": true,
	"here": true, "who": true, "this": true, "how": true, "where": true, "when": true}

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
