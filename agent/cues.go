package agent

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// closure is how complete a turn's words are.
type closure int

const (
	// unsure words tell nothing.
	unsure closure = iota
	// sure words are a complete turn.
	sure
	// open words ask for more: "we talked to the", half a telephone number.
	open
	// hanging words announce more: "and", "um".
	hanging
)

// cues reads a turn's words, and what the turn model made of its sound:
// likelihood is the probability that the turn is complete, negative if no model
// was asked. writes is set for a recogniser that puts marks, of which a missing
// one means something. Words that announce more outweigh the sound, the sound
// outweighs a sentence that merely could end here.
func cues(text string, writes bool, likelihood float64) closure {
	c := wordCues(text, writes)
	switch {
	case c == hanging || likelihood < 0:
	case likelihood >= 0.8 && c != open:
		return sure
	case likelihood <= 0.3:
		return open
	}
	return c
}

func wordCues(text string, writes bool) closure {
	words := plainWords(text)
	if len(words) == 0 {
		return unsure
	}
	last := words[len(words)-1]
	switch {
	case trailers[last]:
		return hanging
	case dictating(words):
		return open
	case len(words) == 1 && answers[last]:
		return sure
	case marked(text) && (!links[last] || len(words) > 1 && strandable[last]):
		return sure
	case closes(words) && !writes:
		return sure
	case writes || links[last]:
		return open
	case asks(words):
		return sure
	}
	return unsure
}

// marked reports whether text ends like a sentence.
func marked(text string) bool {
	text = strings.TrimRight(text, " \"')”’")
	if strings.HasSuffix(text, "...") {
		return false
	}
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") ||
		strings.HasSuffix(text, "。") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "！")
}

// written reports whether a final transcript shows a recogniser that writes as
// people do: with capitals or marks.
func written(text string) bool {
	if marked(text) || strings.ContainsAny(text, ",;:") {
		return true
	}
	first, _, _ := strings.Cut(text, " ")
	r, _ := utf8.DecodeRuneInString(first)
	return unicode.IsUpper(r) && first != "I" && !strings.HasPrefix(first, "I'")
}

// asks reports whether the words are a question by their order: a question word
// or an inverted verb in front, and enough behind it to be one.
func asks(words []string) bool {
	return len(words) >= 4 && questions[words[0]] && pronouns[words[1]] ||
		len(words) >= 5 && whWords[words[0]] && (questions[words[1]] || questions[words[2]])
}

// closes reports whether the words end with a phrase that gives the floor away.
func closes(words []string) bool {
	text := " " + strings.Join(words, " ")
	return slices.ContainsFunc(closings, func(c string) bool { return strings.HasSuffix(text, " "+c) })
}

// dictating reports whether the words end in the midst of digits that are being
// dictated: two groups of them or more, and fewer digits than a telephone number
// has. A single group is a year or a sum.
func dictating(words []string) bool {
	groups, n := 0, 0
	for i := len(words) - 1; i >= 0; i-- {
		d := digits(words[i])
		if d == 0 {
			break
		}
		groups, n = groups+1, n+d
	}
	return groups >= 2 && n < 10
}

// digits counts the digits a word stands for, 0 if it is no digit.
func digits(word string) int {
	if digitWords[word] {
		return 1
	}
	for _, r := range word {
		if !unicode.IsDigit(r) && r != '-' {
			return 0
		}
	}
	return len(strings.ReplaceAll(word, "-", ""))
}

// plainWords are the lower-case words of text without marks.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' && r != '-'
	})
}
