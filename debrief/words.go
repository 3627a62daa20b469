package debrief

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"parley/language"
)

//go:embed words.txt
var wordFile string

var lists = language.Embedded(wordFile)

// rules tell fillers, questions and numbers in the words of one language, a primary one.
// Of the lists, ask are words that only a question begins with unless one of after
// follows, turned the verbs that do where one does; in a language without after they do by
// themselves.
type rules string

// rulesOf are those of a language by its BCP 47 tag.
func rulesOf(tag string) rules {
	primary, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return rules(primary)
}

func (r rules) list(name string) map[string]bool { return lists().Words[string(r)+" "+name] }

func (r rules) known() bool { return r.list("filler") != nil }

// spaceless are the scripts that are written without spaces between words.
var spaceless = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// words are the words of text in lower case without marks. ok is false for a script
// that is written without spaces, whose words cannot be counted so.
func words(text string) (all []string, ok bool) {
	return language.Read(text).Spelt(), !strings.ContainsFunc(text, func(r rune) bool {
		return r > unicode.MaxLatin1 && unicode.In(r, spaceless...)
	})
}

// fillersIn counts the hesitations.
func (r rules) fillersIn(words []string) (n int) {
	for _, w := range words {
		if r.filler(w) {
			n++
		}
	}
	return n
}

func (r rules) filler(word string) bool { return r.list("filler")[unstretched(word)] }

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
	if !r.known() {
		return false
	}
	if strings.ContainsAny(text, "?？؟") {
		return true
	}
	for len(all) > 0 && r.filler(all[0]) {
		all = all[1:]
	}
	if len(all) == 0 {
		return false
	}
	after := r.list("after")
	subject := len(all) > 1 && after[all[1]]
	return r.list("ask")[all[0]] && !subject || r.list("turned")[all[0]] && (subject || len(after) == 0)
}

// figures are numbers as digits, with a part behind a point or a comma.
var figures = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// numbers are the words for numbers, with their digits, by language.
var numbers = sync.OnceValue(func() map[rules]map[string]string {
	all := map[rules]map[string]string{}
	for name, lines := range lists().Phrases {
		words := map[string]string{}
		for _, line := range lines {
			digits, spoken, _ := strings.Cut(line, ":")
			for w := range strings.FieldsSeq(spoken) {
				words[w] = digits
			}
		}
		all[rulesOf(strings.TrimSuffix(name, " number"))] = words
	}
	return all
})

// numbersIn are the numbers in a text of a language, by its BCP 47 tag, as digits, whether
// they stand in it so or as words: of all languages of words.txt where the language is
// none of them. A "one" is none: it is an article.
func numbersIn(text, tag string) map[string]bool {
	spoken := numbers()
	if own := rulesOf(tag); own.known() {
		spoken = map[rules]map[string]string{own: spoken[own]}
	}
	found := map[string]bool{}
	for _, n := range figures.FindAllString(text, -1) {
		found[strings.ReplaceAll(n, ",", ".")] = true
	}
	for _, w := range language.Read(text).Words {
		for _, words := range spoken {
			if n := words[w.Spelt]; n != "" {
				found[n] = true
			}
		}
	}
	return found
}
