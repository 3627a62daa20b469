package sherpa

import "parley/media"

// model is a loaded model. Its methods are safe for concurrent use, but none may
// run during or after free.
type model interface {
	// begin starts a piece of an utterance, biased towards phrases if the model
	// can be.
	begin(phrases []string) (piece, error)
	// free frees the model, whose pieces are all freed.
	free()
}

// piece decodes a stretch of speech that the model hears at once. It is used by
// one goroutine at a time.
type piece interface {
	// write adds 16 kHz samples of -1 to 1; it copies pcm if it keeps it.
	write(pcm []float32)
	// interim is the text so far.
	interim() string
	// end is the outcome, after which the piece only may be freed.
	end() outcome
	free()
}

// outcome is what a model made of a piece. The slices other than tokens are
// empty or as long as tokens.
type outcome struct {
	text   string
	tokens []string  // a space before the first one of each word
	starts []float32 // in seconds from the piece's beginning
	logs   []float32 // logarithms of the tokens' probabilities
}

// punctuator adds punctuation, and case if it can, to a plain text. It is safe
// for concurrent use.
type punctuator interface {
	punctuate(text string) string
	free()
}

// float converts pcm into dst, which is as long.
func float(dst []float32, pcm []int16) {
	for i, s := range pcm {
		dst[i] = float32(s) / (1 << 15)
	}
}

// silence follows the last word of a piece: recognisers look ahead before they
// give a token.
var silence = make([]float32, media.SampleRate*6/10)
