package textnorm

import (
	"regexp"
	"strings"
)

var romanForm = regexp.MustCompile(`^(?:X{0,3})(?:IX|IV|V?I{0,3})\b`)

// kings are names that go with Roman numerals, parts what is numbered with
// them; after anything else they may be letters.
var (
	kings = words("Henry Louis Charles George Edward Elizabeth William James Richard Napoleon Nicholas Catherine Frederick Philip " +
		"Ferdinand Alexander Pius Paul Benedict Leo Gregory Mary Francis Peter Innocent")
	parts = words("War Chapter Part Act Phase Type Volume Section Level Class Stage Tier Book Title Article Appendix Bowl")
)

// romanAt reads "Henry VIII" and "World War II"; of single letters only V.
func romanAt(l *language, b *builder, text string) (int, string) {
	m := romanForm.FindString(text)
	if m == "" || !l.halves || len(m) == 1 && m != "V" || strings.HasPrefix(text[len(m):], "'") {
		return 0, ""
	}
	switch before := b.previous(); {
	case b.before() != ' ':
		return 0, ""
	case kings[before]:
		return len(m), "the " + l.ordinal(roman(m))
	case parts[before]:
		return len(m), l.cardinal(roman(m))
	}
	return 0, ""
}

// roman is the value of a well-formed numeral below forty.
func roman(s string) uint64 {
	values := map[byte]int{'I': 1, 'V': 5, 'X': 10}
	sum := 0
	for i := range len(s) {
		v := values[s[i]]
		if i+1 < len(s) && values[s[i+1]] > v {
			v = -v
		}
		sum += v
	}
	return uint64(sum)
}
