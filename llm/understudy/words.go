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
// out, accents and everything else that is not a letter dropped.
func (l *language) words(text string) []string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	if l.tag != "en" {
		text = unaccented.Replace(text)
	}
	var out []string
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '%' && r != ','
	}) {
		if len(out) >= MaxWords {
			return out[:MaxWords]
		}
		for _, piece := range pieces(field) {
			out = l.appendWord(out, piece)
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

// unaccented folds the accents of the languages there are.
var unaccented = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ß", "ss", "à", "a", "â", "a", "á", "a", "ã", "a", "ç", "c",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i", "í", "i", "ñ", "n", "ô", "o", "ó", "o", "ò", "o", "œ", "oe",
	"ù", "u", "û", "u", "ú", "u", "ÿ", "y")

func (l *language) appendWord(out []string, w string) []string {
	if isDigits(w) {
		if n, err := strconv.Atoi(w); err == nil && n <= maxSpelled {
			return l.numbers(out, n)
		}
	}
	if l.tag != "en" {
		return l.appendForeign(out, w)
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

// appendForeign appends a word of another language than English. An apostrophe
// parts words: "l'idee", "s'il".
func (l *language) appendForeign(out []string, w string) []string {
	if w == "%" {
		return append(out, map[string]string{"de": "prozent", "fr": "pourcent", "es": "porciento"}[l.tag])
	}
	for part := range strings.SplitSeq(w, "'") {
		if part == "" {
			continue
		}
		if n, ok := l.value(part); ok {
			out = joinNumbers(l.numbers(out, n))
			continue
		}
		out = append(out, part)
	}
	return out
}

var opened = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}

// isSubject tells "it's" from "Sterling's".
var isSubject = map[string]bool{"it": true, "that": true, "he": true, "she": true, "what": true, "there": true,
	"here": true, "who": true, "this": true, "how": true, "where": true, "when": true}
