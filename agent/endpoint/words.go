package endpoint

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

//go:embed lexicon.txt
var lexicon string

// classes are the lexicon's words by class.
var classes = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(lexicon) {
		name, words, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			if m[w] == "" {
				m[w] = name
			}
		}
	}
	return m
})

// Words are the words of text in lower case without marks.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.ReplaceAll(text, "’", "'")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
}

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
		switch class(before) {
		case "det", "poss", "adj", "ord", "num":
			return "noun"
		}
	case "but":
		if word == "so" && thinking[before] {
			return "noun"
		}
	case "when":
		if b := class(before); word == "while" && (b == "det" || b == "adj") {
			return "noun"
		}
	}
	return c
}

// thinking are verbs that "so" may be the object of.
var thinking = Set("think thought hope guess believe suppose say said says told do did doing be is")

// verbs are the classes of finite verbs; subjects those of words that are hardly
// ever anything else.
var (
	verbs    = Set("be isnt im ill modal wont do dont have havent want make go seem ed")
	subjects = Set("i you im ill thing")
	// openers begin a clause that another must follow.
	openers = Set("if when while before after since until once because although though unless whereas " +
		"whenever wherever provided suppose supposing")
)

// Set is the set of the words of a text.
func Set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// shape is what the order of the words tells.
type shape struct {
	// verbs and subjects are how many groups of finite verbs, and how many
	// subjects that are plain to see, the sentence has.
	verbs, subjects int
	// pending is set while a clause that was announced has not begun: "if we
	// launch in June", "either we leave now".
	pending bool
	// asks is set for a question by its order that has enough behind it to be one.
	asks bool
}

func shapeOf(words []string) shape {
	var s shape
	group := false
	for i, w := range words {
		c := class(w)
		after := ""
		if i > 0 {
			after = class(words[i-1])
		}
		verb := verbs[c] && after != "to" && after != "det" && after != "poss"
		if verb && !group {
			s.verbs++
		}
		group = verb || group && (c == "not" || c == "ly" || c == "ing" || c == "degree")
		if subjects[c] && (i == 0 || after != "in" && after != "of" && after != "to" && !verbs[after]) {
			s.subjects++
		}
	}
	s.pending = pending(words, s)
	s.asks = asks(words)
	return s
}

// begun is words without those that only lead into a sentence.
func begun(words []string) []string {
	for len(words) > 0 {
		switch class(words[0]) {
		case "and", "but", "filler":
		default:
			if words[0] != "well" {
				return words
			}
		}
		words = words[1:]
	}
	return words
}

// pending reports whether words of that shape announce a clause that has not
// begun.
func pending(words []string, s shape) bool {
	words = begun(words)
	if len(words) > 0 && words[0] == "even" {
		words = words[1:]
	}
	if len(words) < 2 {
		return false
	}
	text := " " + strings.Join(words, " ") + " "
	for _, pair := range [][2]string{{" either ", " or "}, {" not only ", " but "}, {" both ", " and "}} {
		if i := strings.Index(text, pair[0]); i >= 0 && !strings.Contains(text[i:], pair[1]) {
			return true
		}
	}
	first, second := words[0], class(words[1])
	opens := openers[first] && second != "of" && !(verbs[second] && (first == "when" || first == "since"))
	opens = opens || strings.HasPrefix(text, " as soon as ") || strings.HasPrefix(text, " as long as ") ||
		strings.HasPrefix(text, " as far as ") || strings.HasPrefix(text, " now that ")
	return opens && s.verbs <= 1 && s.subjects <= 1
}

var (
	auxiliaries = Set("be isnt modal wont do dont have havent")
	asked       = Set("i you this quant det poss that thing me here")
)

// asks reports whether the words are a question by their order: a question word
// or an inverted verb in front, and enough behind it to be one.
func asks(words []string) bool {
	words = begun(words)
	if len(words) < 3 {
		return false
	}
	first, second, third := class(words[0]), class(words[1]), class(words[2])
	if auxiliaries[first] {
		return len(words) >= 4 && asked[second]
	}
	wh := first == "wh" || first == "when" && words[0] == "when" || first == "who" || words[0] == "which"
	return wh && (auxiliaries[second] || len(words) >= 4 && auxiliaries[third])
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
