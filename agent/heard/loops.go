package heard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/language"
)

// mostWords and mostBytes are how much of a text is looked at: more than anybody says in
// an utterance.
const (
	mostWords = 500
	mostBytes = 32 * mostWords
)

// plain are the words of text in lower case, without marks. Of scripts without
// spaces each sign is one.
func plain(text string) (out []string) {
	for _, w := range language.Read(text[:min(len(text), mostBytes)]).Words {
		word := w.Spelt
		for at := strings.IndexFunc(word, sign); at >= 0; at = strings.IndexFunc(word, sign) {
			_, size := utf8.DecodeRuneInString(word[at:])
			out = append(out, word[:at], word[at:at+size])
			word = word[at+size:]
		}
		out = append(out, word)
	}
	out = slices.DeleteFunc(out, func(w string) bool { return w == "" })
	return out[:min(len(out), mostWords)]
}

// sign reports whether r is a syllable or word by itself.
func sign(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// distinct are the words without those that came before.
func distinct(words []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(words)))
}

const (
	// longestLoop is the most words of what is said again and again.
	longestLoop = 12
	// repeats is how often that must be until it is a loop.
	repeats = 3
)

// looping is the share of the words that belong to a loop: the same words again and
// again, as recognisers write that found no end.
func looping(words []string) float64 {
	in := make([]bool, len(words))
	for period := 1; period <= longestLoop; period++ {
		run := 0
		for i := period; i <= len(words); i++ {
			if i < len(words) && words[i] == words[i-period] {
				run++
				continue
			}
			if run >= repeats*period-period && run > 1 {
				for k := i - run - period; k < i; k++ {
					in[k] = true
				}
			}
			run = 0
		}
	}
	return share(in)
}

// echoing is the share of the words that stand in the prompt in the same order, three and
// more in a row.
func echoing(words []string, prompt string) float64 {
	const row = 3
	if prompt == "" || len(words) < row {
		return 0
	}
	known := map[[row]string]bool{}
	p := plain(prompt)
	for i := row; i <= len(p); i++ {
		known[[row]string(p[i-row:i])] = true
	}
	in := make([]bool, len(words))
	for i := row; i <= len(words); i++ {
		if known[[row]string(words[i-row:i])] {
			for k := i - row; k < i; k++ {
				in[k] = true
			}
		}
	}
	return share(in)
}

func share(in []bool) float64 {
	n := 0
	for _, yes := range in {
		if yes {
			n++
		}
	}
	return float64(n) / float64(max(len(in), 1))
}

// vowels are those of the scripts that write them.
const vowels = "aeiouyäöüàáâãåæèéêëìíîïòóôõøùúûýœаеёиоуыэюяіїєαεηιουωάέήίόύώ"

// syllables is the least number of syllables that words take to say.
func syllables(words []string) float64 {
	n := 0.0
	for _, w := range words {
		n += syllablesOf(w)
	}
	return n
}

func syllablesOf(word string) (n float64) {
	groups, letters, zeros, before := 0.0, 0, 0, false
	for _, r := range word {
		vowel := strings.ContainsRune(vowels, r)
		switch {
		case sign(r):
			n++
		case r == '0':
			zeros++ // "1000" has two
		case unicode.IsDigit(r):
			n++
		case vowel && !before:
			groups++
		}
		if unicode.IsLetter(r) {
			letters++
		}
		before = vowel
	}
	if groups > 1 && strings.HasSuffix(word, "e") { // as in "sure"
		groups--
	}
	if n += float64(zeros) / 3; n == 0 && groups == 0 && letters > 0 { // "mm", or a script whose vowels are not known
		groups = float64(max(letters/3, 1))
	}
	return n + groups
}
