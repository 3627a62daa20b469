package reply

import (
	"errors"
	"unicode"
	"unicode/utf8"
)

// ErrUnsayable means that a model wrote what nobody can say.
var ErrUnsayable = errors.New("what the model writes cannot be said")

// maxRun is how many bytes without a space are still taken for a word, or an
// address: the longest words of any language have some 60 letters.
const maxRun = 256

// Run watches a stream of text for runs without a space that are no word: a model
// that writes one letter for ever, or a file in base64. Scripts that put no spaces
// between words have none. The zero value is ready.
type Run struct{ length int }

// Sayable is the part of the next piece of the stream that may be said; less than
// all of it means that the rest, and what follows, may not.
func (w *Run) Sayable(text string) string {
	from := 0 // of the run, in text
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Lo, r):
			w.length, from = 0, i+utf8.RuneLen(r)
		default:
			w.length += utf8.RuneLen(r)
		}
		if w.length > maxRun {
			return text[:from]
		}
	}
	return text
}
