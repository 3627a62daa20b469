package checker

import (
	"parley"
)

// maxLineRunes cuts one turn in the prompt; 2 minutes of speech are 1,800.
const maxLineRunes = 2000

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
	for _, t := range turns[max(0, len(turns)-parley.ContextWindow):] {
		who := "user"
		if t.Role == parley.Character {
			who = "character"
		}
		if text := plain(t.Text, maxLineRunes, names...); text != "" {
			out = append(out, line{T: t.Number, Who: who, Text: text})
		}
	}
	return out
}
