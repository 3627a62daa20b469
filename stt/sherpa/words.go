package sherpa

import (
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/media"
	"parley/stt"
)

// outcome is what a model made of a piece. The slices other than tokens are
// empty or as long as tokens.
type outcome struct {
	text   string
	tokens []string  // a space before the first one of each word
	starts []float32 // in seconds from the piece's beginning
	logs   []float32 // logarithms of the tokens' probabilities
}

// words puts an outcome's tokens together into words (each Chinese character is
// one), timed from the utterance's first sample, of which the piece begins at
// sample from and is samples long. Models that do not time their tokens give none.
func (o outcome) words(from, samples int, lower bool) []stt.Word {
	if len(o.starts) != len(o.tokens) {
		return nil
	}
	start, end := media.Duration(from), media.Duration(from+samples)
	var out []stt.Word
	var sum float64
	var n int
	for i, t := range o.tokens {
		text := strings.TrimPrefix(strings.TrimPrefix(t, "▁"), " ")
		at := min(start+time.Duration(float64(o.starts[i])*float64(time.Second)), end)
		first, _ := utf8.DecodeRuneInString(text)
		if len(out) == 0 || text != t || unicode.Is(unicode.Han, first) {
			if k := len(out); k > 0 {
				out[k-1].End = at
			}
			out = append(out, stt.Word{Start: at, End: end})
			sum, n = 0, 0
		}
		w := &out[len(out)-1]
		if lower {
			text = strings.ToLower(text)
		}
		w.Text += text
		if len(o.logs) == len(o.tokens) {
			sum += math.Exp(float64(o.logs[i]))
			n++
			w.Confidence = min(max(sum/float64(n), 0), 1)
		}
	}
	return withText(out)
}

// withText leaves out words without one: a token of nothing but a space.
func withText(words []stt.Word) []stt.Word {
	kept := words[:0]
	for _, w := range words {
		if w.Text != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// confidence is the mean of the words', 0 if they have none.
func confidence(words []stt.Word) float64 {
	if len(words) == 0 {
		return 0
	}
	var sum float64
	for _, w := range words {
		sum += w.Confidence
	}
	return sum / float64(len(words))
}
