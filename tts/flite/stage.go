package flite

import (
	"bytes"
	"strings"
)

// maxDirection is the longest stage direction looked for, in bytes; a longer
// span between asterisks or brackets is text.
const maxDirection = 80

// unmark blanks what is written but not said: markdown marks, link targets and
// stage directions such as *sighs* or (laughs). Offsets stay as they are.
func unmark(s []byte) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*':
			i = unmarkStars(s, i)
		case '(', '[':
			unmarkBracket(s, i)
		case '#':
			if i+1 == len(s) || !digit(s[i+1]) {
				s[i] = ' '
			}
		case '_', '`', '~', '|', '<', '>', '{', '}', '^', '\\':
			s[i] = ' '
		}
	}
}

// unmarkStars deals with the run of asterisks at i and returns its last index.
// Two or more only ever stress words; one may enclose a direction.
func unmarkStars(s []byte, i int) int {
	end := i
	for end < len(s) && s[end] == '*' {
		end++
	}
	if end-i == 1 {
		if n := bytes.IndexByte(s[end:], '*'); n > 0 && direction(s[end:end+n]) {
			blank(s[i : end+n+1])
		}
	}
	blank(s[i:end])
	return end - 1
}

func unmarkBracket(s []byte, i int) {
	closing := byte(')')
	if s[i] == '[' {
		closing = ']'
	}
	n := bytes.IndexByte(s[i:], closing)
	if n < 0 {
		return
	}
	link := s[i] == '(' && i > 0 && s[i-1] == ']'
	if link || direction(s[i+1:i+n]) {
		blank(s[i : i+n+1])
		return
	}
	if closing == ']' && i+n+1 < len(s) && s[i+n+1] == '(' {
		return // the brackets stay until the link's target is seen
	}
	s[i], s[i+n] = ' ', ' '
}

func blank(s []byte) {
	for i := range s {
		s[i] = ' '
	}
}

// plainS are words that end like a verb of the third person and are none; a
// span that starts with one is stressed text.
var plainS = map[string]bool{
	"as": true, "is": true, "was": true, "has": true, "his": true, "hers": true, "its": true, "this": true, "us": true,
	"yes": true, "always": true, "perhaps": true, "sometimes": true, "numbers": true, "less": true, "unless": true,
	"thus": true, "plus": true, "yours": true, "ours": true, "theirs": true, "profits": true, "results": true,
	"figures": true, "costs": true, "risks": true, "dollars": true, "years": true, "months": true, "weeks": true,
	"days": true, "minutes": true, "hours": true, "sales": true, "besides": true, "various": true, "serious": true,
	"bring": true, "during": true, "nothing": true, "anything": true, "everything": true, "something": true,
	"king": true, "thing": true, "including": true, "according": true,
}

// adverbs may come before the verb of a direction: *softly laughs*.
const adverbEnding = "ly"

// direction reports whether span tells what the character does: its first word,
// adverbs aside, is a verb such as "sighs" or "smiling".
func direction(span []byte) bool {
	if len(span) > maxDirection || len(span) == 0 || span[0] == ' ' {
		return false
	}
	for _, w := range strings.Fields(strings.ToLower(string(span))) {
		w = strings.Trim(w, ".,!?;:'\"")
		if strings.HasSuffix(w, adverbEnding) {
			continue
		}
		verb := len(w) > 3 && (strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "ing"))
		return (verb || w == "beat" || w == "pause") && !plainS[w] && !strings.Contains(w, "'")
	}
	return false
}
