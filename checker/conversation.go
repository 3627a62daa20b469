package checker

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

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
func lines(turns []parley.Turn) []line {
	out := []line{}
	for _, t := range turns[max(0, len(turns)-parley.ContextWindow):] {
		who := "user"
		if t.Role == parley.Character {
			who = "character"
		}
		if text := plain(t.Text, maxLineRunes); text != "" {
			out = append(out, line{T: t.Number, Who: who, Text: text})
		}
	}
	return out
}

// plain is s on one line without control and other invisible characters, at
// most limit runes.
func plain(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > limit {
		s = string(runes[:limit])
	}
	return s
}

// fence is the mark around the data of one check. It is new each time, so
// nothing said beforehand can hold it.
type fence string

func newFence() fence {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
	return fence("data-" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:])))
}

// put writes v as one line of JSON between the opening and the closing mark.
// JSON writes <, > and line breaks inside strings as escapes, so no text in v
// can end the line or look like a mark.
func (f fence) put(b *strings.Builder, name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("checker: %s is not JSON: %v", name, err)) // plain structs only
	}
	fmt.Fprintf(b, "<%s %s>\n%s\n</%s>\n", f, name, data, f)
}
