package sphinx

/*
#cgo pkg-config: pocketsphinx sphinxbase
#include <stdlib.h>
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>

#ifdef __GLIBC__
#include <malloc.h>
static void give_back(void) { malloc_trim(0); }
#else
static void give_back(void) {}
#endif

static ps_decoder_t *new_decoder(char **args, int n)
{
	cmd_ln_t *config = cmd_ln_parse_r(NULL, ps_args(), n, args, TRUE);
	ps_decoder_t *ps;

	if (!config)
		return NULL;
	ps = ps_init(config);
	cmd_ln_free_r(config); // the decoder holds its own reference
	return ps;
}

static cmn_t *decoder_cmn(ps_decoder_t *ps) { return ps_get_feat(ps)->cmn_struct; }

static double posterior(ps_decoder_t *ps, ps_seg_t *seg)
{
	return logmath_exp(ps_get_logmath(ps), ps_seg_prob(seg, NULL, NULL, NULL));
}
*/
import "C"

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
	"unsafe"
)

var errDecoder = errors.New("pocketsphinx failed")

// quiet stops PocketSphinx's own log, which goes to standard error.
var quiet = sync.OnceFunc(func() { C.err_set_logfp(nil) })

// decoder is one PocketSphinx decoder: 100 MiB and 0.3 s of CPU to make, so it
// is pooled. Decoders are independent, but one is used by one goroutine at a
// time.
type decoder struct {
	ps *C.ps_decoder_t
	// cmn is the cepstral mean every speaker starts with.
	cmn []C.mfcc_t

	general *C.ngram_model_t
	// scene is the model of the domain's own sentences, nil without them; whole says that
	// it knows where any of them ends.
	scene  *C.ngram_model_t
	whole  bool
	weight float64  // of scene in the mix, 0-1
	domain domainID // what it expects, if ready
	ready  bool
	added  int // words in the dictionary that came with domains
	// unused is since when it is idle, if it is.
	unused time.Time
}

// newDecoder loads the model with the settings of docs/sources.md: fwdflat costs
// 100-230 ms at the end of each utterance for 1 point of word error rate,
// maxhmmpf 5000 a quarter of the CPU for none, bestpath gives the posteriors,
// and remove_silence would falsify word times; the VAD gates instead.
func newDecoder(m model) (*decoder, error) {
	quiet()
	args := []string{
		"parley", "-hmm", m.acoustic, "-dict", m.dictionary,
		"-fwdflat", "no", "-bestpath", "yes", "-maxhmmpf", "5000", "-remove_silence", "no",
	}
	argv := make([]*C.char, len(args))
	for i, a := range args {
		argv[i] = C.CString(a)
		defer C.free(unsafe.Pointer(argv[i]))
	}
	ps := C.new_decoder(&argv[0], C.int(len(argv)))
	if ps == nil {
		return nil, fmt.Errorf("load speech model %s: %w", m.acoustic, errDecoder)
	}
	d := &decoder{ps: ps, cmn: make([]C.mfcc_t, C.decoder_cmn(ps).veclen), weight: m.weight}
	C.cmn_live_get(C.decoder_cmn(ps), &d.cmn[0])
	if err := d.readGeneral(m.language); err != nil {
		d.free()
		return nil, err
	}
	return d, nil
}

func (d *decoder) free() {
	C.ps_free(d.ps)
	C.ngram_model_free(d.general)
	C.ngram_model_free(d.scene)
}

// giveBack returns to the system what decoders have freed, which glibc keeps unless
// told (malloc_trim(3)).
func giveBack() { C.give_back() }

// prepare makes the decoder ready for a stream. A domain whose model cannot be
// made, as on a full disk, costs the call some accuracy but not its hearing.
func (d *decoder) prepare(dom *domain) error {
	if err := d.expect(dom); err != nil {
		if dom == nil {
			return err
		}
		slog.Warn("speech is recognised without the scene's words", "engine", "sphinx", "err", err)
		if err := d.expect(nil); err != nil {
			return err
		}
	}
	return d.newSpeaker()
}

// newSpeaker forgets the last speaker: the cepstral mean, which adapts over the
// utterances of one voice, and the noise estimate.
func (d *decoder) newSpeaker() error {
	C.cmn_live_set(C.decoder_cmn(d.ps), &d.cmn[0])
	if C.ps_start_stream(d.ps) < 0 {
		return fmt.Errorf("start speaker: %w", errDecoder)
	}
	return nil
}

func (d *decoder) begin() error {
	if C.ps_start_utt(d.ps) < 0 {
		return fmt.Errorf("start utterance: %w", errDecoder)
	}
	return nil
}

// write decodes pcm, which must not be empty; it takes about 0.15 of its
// duration.
func (d *decoder) write(pcm []int16) error {
	if C.ps_process_raw(d.ps, (*C.int16)(unsafe.SliceData(pcm)), C.size_t(len(pcm)), C.FALSE, C.FALSE) < 0 {
		return fmt.Errorf("decode %d samples: %w", len(pcm), errDecoder)
	}
	return nil
}

// end closes the utterance and returns its words, fillers included.
func (d *decoder) end() ([]segment, error) {
	if C.ps_end_utt(d.ps) < 0 {
		return nil, fmt.Errorf("end utterance: %w", errDecoder)
	}
	// The hypothesis is asked for first: it is what builds the lattice that the
	// posteriors come from.
	if C.ps_get_hyp(d.ps, nil) == nil {
		return nil, nil
	}
	var out []segment
	var sf, ef C.int
	for s := C.ps_seg_iter(d.ps); s != nil; s = C.ps_seg_next(s) {
		C.ps_seg_frames(s, &sf, &ef)
		out = append(out, segment{C.GoString(C.ps_seg_word(s)), int(sf), int(ef), float64(C.posterior(d.ps, s))})
	}
	return out, nil
}

// interim is the text so far of the open utterance.
func (d *decoder) interim() string {
	hyp := C.ps_get_hyp(d.ps, nil)
	if hyp == nil {
		return ""
	}
	return C.GoString(hyp)
}
