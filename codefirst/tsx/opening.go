package tsx

import (
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"
)

// opening are the words that a spoken reply opens with, before its code: lines that
// begin as no statement does, up to the first sign of code.
type opening struct {
	begun, over bool
	inLine      bool
}

// notInWords begins the code in a line of words.
const notInWords = "■`<>{}="

// take is how much of text belongs to the words: its first character, or 0 if they are
// over, which o.over tells, or if the character is not whole yet.
func (o *opening) take(text string) int {
	if !utf8.FullRuneInString(text) {
		return 0
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == '\n':
		o.inLine = false
	case unicode.IsSpace(r):
	case o.inLine && !strings.ContainsRune(notInWords, r):
	case !o.inLine && (unicode.IsUpper(r) || unicode.IsDigit(r) || r >= utf8.RuneSelf && !strings.ContainsRune(notInWords, r)):
		o.begun, o.inLine = true, true
	default:
		o.over = true
		return 0
	}
	return n
}

// SpokenCode is the code in a reply that may open with words, which are its first
// message, of that component. A reply that is words alone gives the turn back after
// them.
func SpokenCode(reply, component string) string {
	var o opening
	end := 0
	for n := o.take(reply); n > 0; n = o.take(reply[end:]) {
		end += n
	}
	words, rest := strings.TrimSpace(reply[:end]), reply[end:]
	before, _, marked := strings.Cut(rest, StartMark)
	if words == "" && marked && !strings.ContainsAny(before, notInWords) && !strings.Contains(before, "//") {
		words = strings.TrimSpace(before) // they begin with a small letter
	}
	if words == "" {
		return Code(reply)
	}
	if strings.TrimSpace(rest) == "" {
		return Saying(words, component)
	}
	return sayingWords(words, component) + Code(rest)
}

// Saying is code that shows words as a message of that component, and gives the turn back.
func Saying(words, component string) string {
	return sayingWords(words, component) + `return { action: "listen" }`
}

func sayingWords(words, component string) string {
	text, _ := json.Marshal(words) // a text
	return "yield <" + component + ">{" + string(text) + "}</" + component + ">\n"
}
