package sphinx

/*
#cgo LDFLAGS: -lm
#include <math.h>
#include <stdlib.h>
#include <pocketsphinx.h>
#include <sphinxbase/ngram_model.h>

#define LANGUAGE "parley"

static ngram_model_t *read_language(ps_decoder_t *ps, char *path, ngram_file_type_t type)
{
	return ngram_model_read(ps_get_config(ps), path, type, ps_get_logmath(ps));
}

// mix_languages joins two models, which stay the caller's.
static ngram_model_t *mix_languages(ps_decoder_t *ps, ngram_model_t *general, ngram_model_t *scene, float weight)
{
	ngram_model_t *models[] = { general, scene };
	char *names[] = { "general", "scene" };
	float64 lw = cmd_ln_float_r(ps_get_config(ps), "-lw");
	float32 weights[] = { pow(1 - weight, lw), pow(weight, lw) };

	return ngram_model_set_init(ps_get_config(ps), models, names, weights, 2);
}

static void unset_language(ps_decoder_t *ps)
{
	if (ps_get_lm(ps, LANGUAGE))
		ps_unset_search(ps, LANGUAGE);
}

static int set_language(ps_decoder_t *ps, ngram_model_t *lm)
{
	if (ps_set_lm(ps, LANGUAGE, lm) < 0)
		return -1;
	return ps_set_search(ps, LANGUAGE);
}

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
	"fmt"
	"os"
	"strings"
	"unsafe"
)

// domainWeight is the share of the domain's model in the mix; the rest is the
// general model's.
const domainWeight = 0.5

const (
	// maxNames is how many words of one domain are added to the dictionary.
	maxNames = 200
	// maxAdded is how many words of all its domains make a decoder's dictionary
	// full: it is then freed, and the next stream gets a new one.
	maxAdded = 2000
)

// readGeneral loads the general language model. A decoder needs one of its own,
// as it holds caches that change with each look-up.
func (d *decoder) readGeneral(path string) error {
	if d.general = d.readLanguage(path, C.NGRAM_BIN); d.general == nil {
		return fmt.Errorf("load language model %s: %w", path, errDecoder)
	}
	return nil
}

func (d *decoder) readLanguage(path string, kind C.ngram_file_type_t) *C.ngram_model_t {
	p := C.CString(path)
	defer C.free(unsafe.Pointer(p))
	return C.read_language(d.ps, p, kind)
}

// expect makes the decoder expect the language of dom, or of nothing in
// particular if dom is nil. It takes 0.2 s of CPU unless the decoder does so
// already. After an error the decoder is in an unknown state.
func (d *decoder) expect(dom *domain) error {
	want := dom.identity()
	if d.ready && d.domain == want {
		return nil
	}
	d.ready = false
	// The old search is freed first: while it stands it takes part in each word
	// that is added.
	C.unset_language(d.ps)
	C.ngram_model_free(d.scene)
	d.scene = nil
	lm := C.ngram_model_retain(d.general)
	if dom != nil {
		d.addWords(dom.words)
		C.ngram_model_free(lm)
		var err error
		if lm, err = d.mix(dom); err != nil {
			return err
		}
	}
	defer C.ngram_model_free(lm)
	if C.set_language(d.ps, lm) < 0 {
		return fmt.Errorf("set language model: %w", errDecoder)
	}
	d.domain, d.ready = want, true
	return nil
}

// addWords adds the words to the dictionary that it lacks. They are recognised
// only as long as a language model has them.
func (d *decoder) addWords(words []string) {
	left := min(maxNames, maxAdded-d.added)
	for _, w := range words {
		if left <= 0 {
			return
		}
		if d.addWord(w) {
			left--
			d.added++
		}
	}
}

// addWord reports whether w was added: it was unknown and can be pronounced.
func (d *decoder) addWord(w string) bool {
	c := C.CString(w)
	defer C.free(unsafe.Pointer(c))
	if known := C.ps_lookup_word(d.ps, c); known != nil {
		C.free(unsafe.Pointer(known))
		return false
	}
	phones := pronounce(w)
	if phones == "" {
		return false
	}
	p := C.CString(phones)
	defer C.free(unsafe.Pointer(p))
	return C.ps_add_word(d.ps, c, p, 0) >= 0
}

// mix is the general model and that of dom as one.
func (d *decoder) mix(dom *domain) (*C.ngram_model_t, error) {
	path, err := dom.write()
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(path) }()
	scene := d.readLanguage(path, C.NGRAM_ARPA)
	if scene == nil {
		return nil, fmt.Errorf("read the domain's language model: %w", errDecoder)
	}
	d.scene, d.whole = scene, dom.whole
	mixed := C.mix_languages(d.ps, d.general, scene, C.float(d.weight))
	if mixed == nil {
		return nil, fmt.Errorf("mix language models: %w", errDecoder)
	}
	return mixed, nil
}

// full reports whether the decoder's dictionary has grown as far as it may.
func (d *decoder) full() bool { return d.added >= maxAdded }

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
	if d.scene != nil && d.whole {
		if own := float64(C.sentence_ends(d.ps, d.scene, last, before)); p == 0 {
			p = own
		} else if own > 0 {
			p += d.weight * (own - p)
		}
	}
	return min(max(p, 0), 1)
}
