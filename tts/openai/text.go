package openai

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxInput is the most bytes of text in one request. The API's limit is 4,096
// characters.
const maxInput = 4000

// readable is text as valid UTF-8 without control characters, empty if it has
// nothing to speak.
func readable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	return strings.TrimSpace(text)
}

// parts cuts text that is too long for one request at the last sentence end
// that fits, else at the last space, else between runes.
func parts(text string) []string {
	var out []string
	for len(text) > maxInput {
		n := cut(text[:maxInput])
		out = append(out, text[:n])
		text = strings.TrimLeft(text[n:], " ")
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// cut is where to cut text; the rune at its end may be broken.
func cut(text string) int {
	for _, end := range []string{". ", "? ", "! ", "; ", ", ", " "} {
		if n := strings.LastIndex(text, end); n > 0 {
			return n + len(end)
		}
	}
	n := len(text)
	for n > 1 && !utf8.RuneStart(text[n-1]) {
		n--
	}
	return n - 1
}
