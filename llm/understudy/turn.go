package understudy

import (
	"strings"
	"unicode"

	"parley/language"
)

// turn is what the user said in one turn, with what comparing needs of its words.
type turn struct {
	*language.Speech
	words []word
}

// hear reads a turn.
func (l *manners) hear(text string) *turn { return l.turn(l.Hear(text)) }

// fluent reads a turn as if nothing in it only filled a pause between two marks; nil
// where nothing does.
func (l *manners) fluent(text string) *turn {
	if s := l.Fluent(text); s != nil {
		return l.turn(s)
	}
	return nil
}

func (l *manners) turn(s *language.Speech) *turn {
	t := &turn{s, make([]word, len(s.Words))}
	voice := isSpoken(s.Raw)
	for i, w := range s.Words {
		t.words[i] = l.word(w.Text, voice)
		t.words[i].negates = s.Negates[i]
	}
	return t
}

// words are the words of a text, at most as many as a turn's.
func (l *manners) words(text string) []string {
	read := l.Read(text).Words
	out := make([]string, min(len(read), language.MaxWords))
	for i := range out {
		out[i] = read[i].Text
	}
	return out
}

// isSpoken reports whether text is as a plain recogniser writes it: no marks and
// no capital to begin with, or nothing but capitals. Such words may have been
// misheard; what was written, or recognised by an engine that sets marks, is
// taken as it stands.
func isSpoken(text string) bool {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, ".,!?;:¿¡…") {
		return false
	}
	for _, r := range text {
		return !unicode.IsUpper(r) || strings.ToUpper(text) == text
	}
	return true
}
