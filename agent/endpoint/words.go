package endpoint

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"parley/language"
)

//go:embed lexicon.txt
var lexicon string

//go:embed cues.txt
var cueLists string

// cues are the lists of classes, and of words, that a rule is about.
var cues = language.Embedded(cueLists)

// classes are the lexicon's words by class.
var classes = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for name, words := range language.Embedded(lexicon)().Words {
		for w := range words {
			m[w] = name
		}
	}
	return m
})

// class is what a word does to a sentence that stops after it.
func class(word string) string {
	if c := classes()[word]; c != "" {
		return c
	}
	switch {
	case word == "":
		return "-"
	case unicode.IsDigit(rune(word[0])):
		return "digits"
	case strings.HasSuffix(word, "ly"):
		return "ly"
	case strings.HasSuffix(word, "ing"):
		return "ing"
	case strings.HasSuffix(word, "ed"):
		return "ed"
	case strings.HasSuffix(word, "'s"):
		return "poss"
	}
	return "noun"
}

// classAfter is the class of word after another: what may be a verb is none after
// an article, "a call", "their work", "a little while" opens no clause, and "I
// think so" is whole.
func classAfter(before, word string) string {
	c := class(word)
	switch c {
	case "make", "go", "want", "seem":
		if cues().Is("naming", class(before)) {
			return "noun"
		}
	case "but":
		if word == "so" && cues().Is("thinking", before) {
			return "noun"
		}
	case "when":
		if b := class(before); word == "while" && (b == "det" || b == "adj") {
			return "noun"
		}
	}
	return c
}

// clauses counts the groups of finite verbs in a sentence, and the subjects that are plain
// to see.
func clauses(words []string) (verbs, subjects int) {
	group := false
	after := ""
	for i, w := range words {
		c := class(w)
		verb := cues().Is("verbs", c) && !cues().Is("before nouns", after)
		if verb && !group {
			verbs++
		}
		group = verb || group && cues().Is("within verbs", c)
		if cues().Is("subjects", c) && (i == 0 || !cues().Is("before objects", after)) {
			subjects++
		}
		after = c
	}
	return verbs, subjects
}

// begun is words without those that only lead into a sentence.
func begun(words []string) []string {
	for len(words) > 0 && (cues().Is("leading", class(words[0])) || words[0] == "well") {
		words = words[1:]
	}
	return words
}

// announcing are the pairs of which the first half stands alone, and the openings of
// several words.
var announcing = sync.OnceValues(func() (pairs, openings *language.Patterns) {
	return cues().Must(cues().Phrases["pairs"]), cues().Must(cues().Phrases["openings"])
})

// pending reports whether a clause was announced that has not begun: "if we launch in
// June", "either we leave now".
func pending(text language.Text, words []string) bool {
	all := words
	words = begun(words)
	if len(words) > 0 && words[0] == "even" {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	pairs, openings := announcing()
	s := language.Scope{Words: text.Words, Begins: func(at int) bool { return at == 0 }}
	if pairs.Stand(s) {
		return true
	}
	first, second := words[0], class(words[1])
	opens := cues().Is("openers", first) && second != "of" && !(cues().Is("verbs", second) && (first == "when" || first == "since"))
	if !opens && !openings.Stand(s) {
		return false
	}
	verbs, subjects := clauses(all)
	return verbs <= 1 && subjects <= 1
}

// asks reports whether the words are a question by their order: a question word
// or an inverted verb in front, and enough behind it to be one.
func asks(words []string) bool {
	words = begun(words)
	if len(words) < 3 {
		return false
	}
	first, second, third := class(words[0]), class(words[1]), class(words[2])
	if cues().Is("auxiliaries", first) {
		return len(words) >= 4 && cues().Is("asked", second)
	}
	wh := first == "wh" || first == "when" && words[0] == "when" || first == "who" || words[0] == "which"
	return wh && (cues().Is("auxiliaries", second) || len(words) >= 4 && cues().Is("auxiliaries", third))
}

// dictated is how many groups of digits the words end in, and how many digits
// these are.
func dictated(words []string) (groups, digits int) {
	for i := len(words) - 1; i >= 0; i-- {
		switch c := class(words[i]); {
		case c == "digit":
			digits++
		case c == "digits":
			digits += len(strings.ReplaceAll(words[i], "-", ""))
		default:
			return groups, digits
		}
		groups++
	}
	return groups, digits
}
