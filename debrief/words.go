package debrief

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// rules tell fillers, questions and numbers in the words of one language.
type rules struct {
	known bool
	// fillers are hesitations, single words. ask are words that only a question begins
	// with unless one of after follows, turned the verbs that do where one does; in
	// a language without after they do by themselves.
	fillers, ask, turned, after map[string]bool
	// numbers are words for numbers, with their digits.
	numbers map[string]string
}

//go:embed words.txt
var wordFile string

// languages are the rules of words.txt by primary language.
var languages = sync.OnceValue(func() map[string]rules {
	all := map[string]rules{}
	for line := range strings.Lines(wordFile) {
		head, list, ok := strings.Cut(line, ":")
		language, class, both := strings.Cut(head, " ")
		if !ok || !both || strings.HasPrefix(line, "#") {
			continue
		}
		set, digits := map[string]bool{}, map[string]string{}
		for w := range strings.FieldsSeq(list) {
			word, number, _ := strings.Cut(w, "=")
			set[word], digits[word] = true, number
		}
		r := all[language]
		r.known = true
		switch class {
		case "filler":
			r.fillers = set
		case "ask":
			r.ask = set
		case "turned":
			r.turned = set
		case "after":
			r.after = set
		case "number":
			r.numbers = digits
		}
		all[language] = r
	}
	return all
})

// rulesOf are those of a language by its BCP 47 tag; the zero rules where there are none.
func rulesOf(tag string) rules {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return languages()[primary]
}

// spaceless are the scripts that are written without spaces between words.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// words are the words of text in lower case without marks. ok is false for a script
// that is written without spaces, whose words cannot be counted so.
func words(text string) (all []string, ok bool) {
	ok = true
	all = strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		if r > unicode.MaxLatin1 && unicode.In(r, spaceless...) {
			ok = false
		}
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\'' && r != '-'
	})
	all = slices.DeleteFunc(all, func(w string) bool { return strings.Trim(w, "'-") == "" })
	return all, ok
}

// fillersIn counts the hesitations.
func (r rules) fillersIn(words []string) (n int) {
	for _, w := range words {
		if r.fillers[unstretched(w)] {
			n++
		}
	}
	return n
}

// unstretched is a word with each run of a letter as one: "ummm", "hmm".
func unstretched(word string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		if r == last {
			return -1
		}
		last = r
		return r
	}, word)
}

// asks reports whether text of these words asks something: it has a question mark, or its first words,
// hesitations aside, are those of a question; many recognisers write no marks.
func (r rules) asks(text string, all []string) bool {
	if !r.known {
		return false
	}
	if strings.ContainsAny(text, "?？؟") {
		return true
	}
	for len(all) > 0 && r.fillers[unstretched(all[0])] {
		all = all[1:]
	}
	if len(all) == 0 {
		return false
	}
	subject := len(all) > 1 && r.after[all[1]]
	return r.ask[all[0]] && !subject || r.turned[all[0]] && (subject || len(r.after) == 0)
}

// figures are numbers as digits, with a part behind a point or a comma.
var figures = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// numbersIn are the numbers in a text of a language, by its BCP 47 tag, as digits, whether
// they stand in it so or as words: of all languages of words.txt where the language is
// none of them. A "one" is none: it is an article.
func numbersIn(text, language string) map[string]bool {
	spoken := languages()
	if own := rulesOf(language); own.known {
		spoken = map[string]rules{language: own}
	}
	found := map[string]bool{}
	for _, n := range figures.FindAllString(text, -1) {
		found[strings.ReplaceAll(n, ",", ".")] = true
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, r := range spoken {
			if n := r.numbers[w]; n != "" {
				found[n] = true
			}
		}
	}
	return found
}
