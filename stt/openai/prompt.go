package openai

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/stt"
)

// maxPrompt is the most bytes of prompt. Whisper reads the last 224 tokens, some
// 900 letters of English.
const maxPrompt = 800

// prompt tells the model what will be said: sentences first, then the words and
// names, since the end counts most.
func prompt(o stt.Options) string {
	var words []string
	room := maxPrompt / 2
	for _, p := range o.Phrases {
		if p = line(p); p != "" && len(p)+2 <= room {
			words = append(words, p)
			room -= len(p) + 2
		}
	}
	end := ""
	if len(words) > 0 {
		end = strings.Join(words, ", ") + "."
	}
	var b strings.Builder
	for _, d := range o.Domain {
		if d = line(d); d != "" && b.Len()+len(d)+1+len(end) <= maxPrompt {
			b.WriteString(d + " ")
		}
	}
	return strings.TrimSpace(b.String() + end)
}

// line is text as valid UTF-8 in one line, empty if it holds no letter.
func line(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return ""
	}
	return strings.TrimSpace(text)
}
