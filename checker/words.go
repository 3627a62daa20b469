package checker

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is one word of a speech, folded for comparing: lower case, without
// accents, contractions opened. Both halves of "don't" have its place.
type word struct {
	text     string
	from, to int // its bytes in the text
	sentence int
	clause   int
	paused   bool // a comma or the like follows
	trails   bool // an ellipsis follows
	quoted   bool // it stands between quotation marks
	filler   bool // "um": it carries nothing and parts nothing
}

// speech is a text read into words and sentences.
type speech struct {
	text  string
	words []word
	asks  []bool // by sentence: it ends in a question mark
	quote bool   // while reading: a quotation mark is open
}

// listen reads text as something that was said. A full stop ends a sentence,
// an ellipsis does not: people pause before the half that turns the rest round.
func listen(text string) speech {
	s := speech{text: text, asks: []bool{false}}
	start, pause := -1, false
	add := func(end int) {
		if start < 0 {
			return
		}
		s.add(start, end, pause)
		start, pause = -1, false
	}
	var width int
	for i := 0; i < len(text); i += width {
		var r rune
		r, width = utf8.DecodeRuneInString(text[i:]) // a broken byte is one wide
		switch {
		case isLetter(r), isApostrophe(r) && start >= 0:
			if start < 0 {
				start = i
			}
		default:
			add(i)
			s.mark(r, text[i+width:])
			switch {
			case isPause(r, text[i+width:]):
				pause = s.paused() || pause
			case isEnd(text, i, r):
				s.end(r == '?' || r == '？')
			}
		}
	}
	add(len(text))
	return s
}

// add takes text[from:to], one word with its apostrophes.
func (s *speech) add(from, to int, pause bool) {
	for from < to && isApostrophe(lastRune(s.text[from:to])) {
		to -= utf8.RuneLen(lastRune(s.text[from:to]))
	}
	clause := 0
	if n := len(s.words); n > 0 {
		clause = s.words[n-1].clause
	}
	for _, folded := range openWord(fold(s.text[from:to])) {
		w := word{text: folded, from: from, to: to, sentence: len(s.asks) - 1, filler: fillers[folded], quoted: s.quote}
		if pause && !w.filler {
			clause++
			pause = false
		}
		w.clause = clause
		s.words = append(s.words, w)
	}
}

// mark takes the marks that part no clauses: of quotations, and of a trailing
// voice.
func (s *speech) mark(r rune, rest string) {
	switch {
	case strings.ContainsRune("\"“”„«»「」", r):
		s.quote = !s.quote
	case len(s.words) > 0 && (r == '…' || r == '.' && strings.HasPrefix(rest, ".")):
		s.words[len(s.words)-1].trails = true
	}
}

// paused marks the pause after the last word, and tells whether it parts
// clauses: after a filler it does not.
func (s *speech) paused() bool {
	n := len(s.words)
	if n == 0 || s.words[n-1].filler {
		return false
	}
	s.words[n-1].paused = true
	return true
}

// end closes the sentence, unless it has no word or ends in a title.
func (s *speech) end(question bool) {
	n := len(s.words)
	if n == 0 || titles[s.words[n-1].text] {
		return
	}
	at := len(s.asks) - 1
	if s.words[n-1].sentence != at { // "?!"
		s.asks[at-1] = s.asks[at-1] || question
		return
	}
	tag := n > 1 && tags[s.words[n-1].text] && s.words[n-2].paused
	s.asks[at] = question && !tag
	s.asks = append(s.asks, false)
	s.words[n-1].paused = true
}

// find returns the last place where the words of part stand in s, as indexes
// of s.words.
func (s speech) find(part []word) (from, to int, ok bool) {
	for i := len(s.words) - len(part); i >= 0 && len(part) > 0; i-- {
		if s.has(part, i) {
			return i, i + len(part), true
		}
	}
	return 0, 0, false
}

// has reports whether the words of part stand in s from s.words[from] on.
func (s speech) has(part []word, from int) bool {
	return from+len(part) <= len(s.words) &&
		slices.EqualFunc(s.words[from:from+len(part)], part, func(a, b word) bool { return a.text == b.text })
}

// said is the words without fillers.
func (s speech) said() []word {
	return slices.DeleteFunc(slices.Clone(s.words), func(w word) bool { return w.filler })
}

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' }

// isPause reports that r parts clauses; a hyphen does only between spaces.
func isPause(r rune, rest string) bool {
	return strings.ContainsRune(",;:—–(),、，؛", r) || r == '-' && strings.HasPrefix(rest, " ")
}

// isEnd reports that the rune r at text[i] may end a sentence.
func isEnd(text string, i int, r rune) bool {
	switch r {
	case '?', '!', '？', '！', '。':
		return true
	case '.':
		rest := text[i+1:]
		return !strings.HasPrefix(rest, ".") && (i == 0 || text[i-1] != '.') && (rest == "" || !isLetter(firstRune(rest)))
	}
	return false
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

var (
	fillers = set("um uh uhm hm hmm hmmm mm mhm erm ah oh äh ähm öh euh heu eh ehm pues beh mah")
	// tags make no question of what goes before them.
	tags   = set("eh hein gell ne")
	titles = set("mr mrs ms dr st prof sr sra m mme hr fr dott sig")
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
		"can't": {"can", "not"}, "cannot": {"can", "not"}, "cant": {"can", "not"}, "ain't": {"am", "not"}, "aint": {"am", "not"},
		"won't": {"will", "not"},
		"wont":  {"will", "not"}, "dont": {"do", "not"}, "doesnt": {"does", "not"}, "didnt": {"did", "not"}, "let's": {"let", "us"},
	}
	contractions = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}
	subjects     = set("it that he she what there here who this how where when everything")
)

// foreign reports whether the turn is in none of the languages that the lists
// of phrases are in.
func (s speech) foreign(language string) bool {
	if language != "" && !listed[fold(language)] {
		return true
	}
	words := s.said()
	if len(words) < minForeign {
		return false
	}
	return !slices.ContainsFunc(words, func(w word) bool { return common[w.text] })
}

// minForeign is from how many words on a turn without one common word of a known
// language is in another.
const minForeign = 3

var (
	listed = set("en de fr es it pt")
	// commons are words of nearly every sentence of a language.
	commons = map[string]map[string]bool{
		"en": set("the a an i you it is to of and that in we on for my your have will can are me be do not so then at with this would if"),
		"de": set("der die das ich sie es ist und zu nicht wir mit auf bis ein eine den dem sie mir noch was ja dann uns bei wenn"),
		"fr": set("le la les je tu vous il est et de un une on pas ce c l en que ne y a me nous si pour"),
		"es": set("el la los yo lo se de en por un una que no es y me le si con para su"),
		"it": set("io il la lo di che è un una per non mi ci e a le con si da"),
		"pt": set("o a os eu um uma que não de em é você me se"),
	}
	common = union(commons)
)

// union is all words of the sets.
func union(of map[string]map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, s := range of {
		maps.Copy(out, s)
	}
	return out
}

// written reports whether text is in language, as far as its commonest words tell.
func written(text, language string) bool {
	words := listen(text).words
	count := func(of map[string]bool) int {
		n := 0
		for _, w := range words {
			if of[w.text] {
				n++
			}
		}
		return n
	}
	here := count(commons[fold(language)])
	for _, of := range commons {
		if count(of) > here {
			return false
		}
	}
	return here > 0
}
