package checker

import (
	"slices"
	"unicode/utf8"

	"parley"
)

const (
	// maxLineRunes cuts one turn in the prompt; 2 minutes of speech are 1,800.
	maxLineRunes = 2000
	// maxTalkRunes bounds all turns in the prompt: with the instructions they take
	// less than the 4,096 tokens that the smallest context windows in use hold. At
	// the pace of speech it is more than parley.ContextWindow turns.
	maxTalkRunes = 8000
)

// line is one turn as the judge sees it. Who is set from the turn's role, which
// the server knows; nothing said can change it.
type line struct {
	T    int    `json:"t"`
	Who  string `json:"who"`
	Text string `json:"text"`
}

// lines is the newest part of the conversation, oldest turn first, without
// turns of which nothing was heard.
func lines(turns []parley.Turn, names ...string) []line {
	out := []line{}
	room := maxTalkRunes
	for _, t := range slices.Backward(turns[max(0, len(turns)-parley.ContextWindow):]) {
		who := "user"
		if t.Role == parley.Character {
			who = "character"
		}
		if text := plain(t.Text, maxLineRunes, names...); text != "" {
			if room -= utf8.RuneCountInString(text); room < 0 {
				break
			}
			out = append(out, line{T: t.Number, Who: who, Text: text})
		}
	}
	slices.Reverse(out)
	return out
}
