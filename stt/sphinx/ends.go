package sphinx

/*
#include <stdlib.h>
#include <pocketsphinx.h>
#include <sphinxbase/ngram_model.h>

// sentence_ends is the probability of the end of the sentence after two words, of
// which before may be NULL, or 0 if the last is unknown.
static double sentence_ends(ps_decoder_t *ps, ngram_model_t *lm, const char *last, const char *before)
{
	int32 end = ngram_wid(lm, "</s>"), history[2] = { ngram_wid(lm, last), 0 }, used, n = 1;

	if (end == ngram_unknown_wid(lm) || history[0] == ngram_unknown_wid(lm))
		return 0;
	if (before && (history[1] = ngram_wid(lm, before)) != ngram_unknown_wid(lm))
		n = 2;
	return logmath_exp(ps_get_logmath(ps), ngram_ng_prob(lm, end, history, n, &used));
}
*/
import "C"

import (
	"strings"
	"unsafe"
)

// ends is the probability, by the language models in use, that a sentence ends
// after text and not goes on; 0 if they do not know its last word. The decoder's
// own mix of them is weighted for its search and gives no probabilities.
func (d *decoder) ends(text string) float64 {
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0
	}
	last := C.CString(words[len(words)-1])
	defer C.free(unsafe.Pointer(last))
	var before *C.char
	if len(words) > 1 {
		before = C.CString(words[len(words)-2])
		defer C.free(unsafe.Pointer(before))
	}
	p := float64(C.sentence_ends(d.ps, d.general, last, before))
	if d.scene != nil {
		if own := float64(C.sentence_ends(d.ps, d.scene, last, before)); p == 0 {
			p = own
		} else if own > 0 {
			p += d.weight * (own - p)
		}
	}
	return min(max(p, 0), 1)
}
