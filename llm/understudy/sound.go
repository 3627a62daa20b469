package understudy

import "strings"

// word is a word with what comparing needs of it.
type word struct {
	text, stem, key string
	group           string // of short words that sound alike; "" for none
	common          bool
	number, negates bool // stands for a figure; turns a sentence round
	any             bool // is the "#" of a wording
	// spoken means that it came by voice, so that it may have been misheard.
	spoken bool
}

func (l *manners) word(text string, spoken bool) word {
	w := word{text: text, stem: l.stem(text), number: l.IsFigure(text), spoken: spoken}
	if l.Tag == "en" {
		w.group, w.common = sameSound[text], isCommon[text]
		if len(text) >= 4 && len(text) <= maxLetters { // alike looks at no others
			w.key = soundKey(text)
		}
	}
	return w
}

// stem cuts the first ending that leaves four letters.
func (l *manners) stem(w string) string {
	if l.Tag == "en" {
		return stem(w)
	}
	for _, end := range l.endings {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= minStem {
			return s
		}
	}
	return w
}

const minStem = 4

// stem cuts the commonest endings, so that "measured" meets "measures".
func stem(w string) string {
	if len(w) <= 4 {
		if len(w) == 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			return w[:3]
		}
		return w
	}
	for _, end := range []string{"ing", "ed", "es", "s", "e"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 && !strings.HasSuffix(w, "ss") {
			return s
		}
	}
	return w
}

// spellings maps letter groups to one sign each, longest first.
var spellings = strings.NewReplacer(
	"tch", "c", "sch", "x", "tion", "xn", "sion", "xn",
	"ch", "c", "sh", "x", "ph", "f", "th", "t", "ck", "k", "gh", "", "kn", "n", "wr", "r", "qu", "k", "wh", "w",
	"ce", "s", "ci", "s", "cy", "s", "ge", "j", "gi", "j", "dg", "j", "c", "k", "q", "k", "z", "s", "x", "ks")

// voiced maps a voiced consonant to its unvoiced twin: recognisers, and people
// with a cold, mix them up.
var voiced = map[byte]byte{'b': 'p', 'd': 't', 'g': 'k', 'v': 'f', 'j': 'c'}

// soundKey is the consonants of a word as they sound, a small Metaphone:
// vowels count only at the start, doubles once.
func soundKey(w string) string {
	var key []byte
	for i, r := range []byte(spellings.Replace(w)) {
		if v, ok := voiced[r]; ok {
			r = v
		}
		switch {
		case strings.IndexByte("aeiouyhw", r) >= 0:
			if i > 0 {
				continue
			}
			if r != 'h' && r != 'w' {
				r = 'a'
			}
		case r < 'a' || r > 'z':
			continue
		}
		if n := len(key); n == 0 || key[n-1] != r {
			key = append(key, r)
		}
	}
	return string(key)
}

// sameSound groups short words that recognisers take for one another. Words
// not in it stand for themselves.
var sameSound = func() map[string]string {
	m := map[string]string{}
	for _, group := range []string{"two to too", "four for", "eight ate", "your you're", "their there", "by buy bye",
		"would wood", "new knew", "know no", "be bee", "see sea", "risk risks risky", "men man", "sign sine"} {
		words := strings.Fields(group)
		for _, w := range words {
			m[w] = words[0]
		}
	}
	return m
}()

// isCommon holds words so frequent that what sounds like one of them is that
// word: "there" is no tree.
var isCommon = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`about after again all also always another any anything around because been before
		being better both came come could does doing done down each even every everything first from give going gone good
		great have hear heard here hope hoped into just keep know last less like little long look made make many maybe more most much must
		morning need never next night nothing often only other over part people perhaps please really right said same seem should
		since some something soon still such sure take tell than thank thanks that their them then there these they
		thing things think this those though thought through today told under until very want well went were what when where which
		while will with without work would year your yours`) {
		m[w] = true
	}
	return m
}()

// alike reports whether a word that was heard may be the word that is listened
// for. Up to three letters it must be the same word, give or take a homophone.
// From four letters on the same stem or nearly the same sound will do: with
// the same sound key up to three letters may differ (two in words under six),
// without it one letter, or two from eight letters on. The commonest words are
// only ever themselves. Of a word that was written only the stem or a slip of one
// letter in six is let pass.
func alike(want, heard *word) bool {
	if want.text == heard.text || want.stem == heard.stem {
		return true
	}
	short, long := len(want.text), len(heard.text)
	if short > long {
		short, long = long, short
	}
	if heard.spoken && want.group != "" && want.group == heard.group {
		return true
	}
	if short < 4 || long-short > 3 {
		return false
	}
	most := 0 // letters that may differ
	switch same := heard.spoken && want.key != "" && want.key == heard.key; {
	case long > maxLetters:
		return false
	case same && short >= 6:
		most = 3
	case same || short >= 8 && heard.spoken:
		most = 2
	case short >= 6:
		most = 1
	}
	if long-short > most || most == 0 || heard.common || want.number != heard.number {
		return false
	}
	a, b := want.text, heard.text
	if most == 1 && a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return false // that is two already
	}
	return distance(a, b) <= most
}

// maxLetters is the longest word compared letter by letter; English has no
// longer one in use.
const maxLetters = 31

// distance counts the letters to add, drop or change to make b of a; neither
// is longer than maxLetters.
func distance(a, b string) int {
	var row [maxLetters + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
