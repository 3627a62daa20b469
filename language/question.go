package language

import (
	"slices"
	"strings"
	"unicode"
)

// maxAsked bounds the words of a question that an answer may repeat.
const maxAsked = 24

// asked is what an answer may repeat of a question.
type asked struct {
	words []string
	// deeds are those that the question asks about.
	deeds map[string]bool
	// several is set if it asks about more than one thing.
	several bool
}

// covered reports whether the words before j say all that has to be said.
func (a *asked) covered(j int) bool { return !a.several || j == len(a.words) }

// readQuestion reads the last sentence of a question.
func readQuestion(question string) asked {
	out := asked{deeds: map[string]bool{}}
	question = strings.TrimRight(question, " ?.!\n")
	question = question[strings.LastIndexAny(question, ".!?\n")+1:]
	if len(question) > maxText {
		return out
	}
	most := -1
	said := ReadSigns(question)
	for _, v := range vocabularies() {
		r := v.reading(said)
		r.eachPhrase(func(_, _ int, ro role) { out.deeds[ro.deed] = out.deeds[ro.deed] || ro.kind == deed })
		if n := r.knows(); n > most {
			most, out.words = n, r.matter()
			out.several = r.has(joins, but) || strings.ContainsAny(question, ",;&+/")
		}
	}
	if len(out.words) > maxAsked {
		out.words = nil
	}
	return out
}

// eachPhrase calls f with every phrase of the text and where it stands.
func (r *reading) eachPhrase(f func(from, to int, ro role)) {
	for i, spans := range r.spans {
		for _, s := range spans {
			f(i, s.to, s.role)
		}
	}
}

// matter is the words of a question that name what it is about.
func (r *reading) matter() (words []string) {
	leaves := make([]bool, len(r.words))
	r.eachPhrase(func(from, to int, ro role) {
		if slices.Contains([]kind{small, asking, joins, no, not, refusal, but, deed}, ro.kind) {
			for i := from; i < to; i++ {
				leaves[i] = true
			}
		}
	})
	for i, w := range r.words {
		if !leaves[i] {
			words = append(words, kept(w.Text, r.number))
		}
	}
	return words
}

// kept is a word as it is compared: a number in figures, a noun without its plural.
func kept(word string, number map[string]string) string {
	if n, ok := number[word]; ok {
		return n
	}
	if len(word) > 3 {
		word = strings.TrimSuffix(word, "s")
	}
	return word
}

// figures reports whether a word is a number.
func figures(word string) bool { return strings.IndexFunc(word, unicode.IsDigit) == 0 }
