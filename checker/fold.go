package checker

import (
	"strings"
	"unicode"
)

var (
	fillers = set("um uh uhm hm hmm hmmm mm mhm erm ah oh äh ähm öh euh heu eh ehm pues beh mah")
	titles  = set("mr mrs ms dr st prof sr sra m mme hr fr dott sig")
)

// set is the words of s, folded.
func set(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[fold(w)] = true
	}
	return m
}

var accents = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ò", "o", "ó", "o", "ô", "o", "õ", "o", "ö", "o",
	"ù", "u", "ú", "u", "û", "u", "ü", "u", "ý", "y", "ÿ", "y", "ß", "ss", "œ", "oe", "æ", "ae", "’", "'", "ʼ", "'",
)

// fold is w in lower case without accents, apostrophes plain.
func fold(w string) string {
	w = accents.Replace(strings.ToLower(w))
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, w)
}

// openWord parts a folded word at its apostrophes: English contractions into
// what they stand for, the elisions of other languages into their halves.
func openWord(w string) []string {
	if opened := irregular[w]; opened != nil {
		return opened
	}
	head, tail, found := strings.Cut(w, "'")
	if !found {
		return []string{w}
	}
	switch {
	case tail == "t" && strings.HasSuffix(head, "n"):
		return []string{strings.TrimSuffix(head, "n"), "not"}
	case contractions[tail] != "":
		return []string{head, contractions[tail]}
	case tail == "s" && subjects[head]:
		return []string{head, "is"}
	case tail == "s", tail == "":
		return []string{head}
	}
	return append([]string{head}, openWord(tail)...)
}

var (
	irregular = map[string][]string{
		"can't": {"can", "not"}, "cannot": {"can", "not"}, "cant": {"can", "not"}, "won't": {"will", "not"},
		"wont": {"will", "not"}, "dont": {"do", "not"}, "doesnt": {"does", "not"}, "didnt": {"did", "not"}, "let's": {"let", "us"},
	}
	contractions = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}
	subjects     = set("it that he she what there here who this how where when everything")
)
