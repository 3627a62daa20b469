package echo

// #cgo pkg-config: speexdsp
// #include <speex/speex_preprocess.h>
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"parley/media"
)

// noiseSuppressDB is how far stationary noise is pushed down. -15 dB lowered
// PocketSphinx's error rate in noise without raising it in quiet (docs/sources.md).
const noiseSuppressDB = -15

// DenoiserDelay is how much later audio leaves a Denoiser (measured by
// correlation, TestDenoiserDelay).
const DenoiserDelay = media.PTime

// Denoiser takes stationary noise out of one speaker's audio before
// recognition, at 1.5 ms of CPU per second. What Process puts in a frame is the
// frame before, cleaned: it delays by DenoiserDelay. It is for one goroutine.
type Denoiser struct {
	state *C.SpeexPreprocessState
}

// NewDenoiser returns a denoiser; Close frees it.
func NewDenoiser() (*Denoiser, error) {
	state := C.speex_preprocess_state_init(media.FrameSamples, media.SampleRate)
	if state == nil {
		return nil, errors.New("create denoiser: out of memory")
	}
	d := &Denoiser{state: state}
	on, level := C.spx_int32_t(1), C.spx_int32_t(noiseSuppressDB)
	for _, o := range []struct {
		request C.int
		value   *C.spx_int32_t
	}{
		{C.SPEEX_PREPROCESS_SET_DENOISE, &on},
		{C.SPEEX_PREPROCESS_SET_NOISE_SUPPRESS, &level},
	} {
		if C.speex_preprocess_ctl(state, o.request, unsafe.Pointer(o.value)) != 0 {
			d.Close()
			return nil, fmt.Errorf("set denoiser option %d: refused", o.request)
		}
	}
	return d, nil
}

// Process cleans one frame of FrameSamples samples in place. Frames of another
// length, and all frames after Close, are left as they are.
func (d *Denoiser) Process(frame []int16) {
	if d.state == nil || len(frame) != media.FrameSamples {
		return
	}
	C.speex_preprocess_run(d.state, (*C.spx_int16_t)(unsafe.Pointer(&frame[0])))
}

// Close frees the denoiser; it may be called twice.
func (d *Denoiser) Close() {
	if d.state == nil {
		return
	}
	C.speex_preprocess_state_destroy(d.state)
	d.state = nil
}
