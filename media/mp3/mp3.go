// Package mp3 decodes MPEG audio, which is MP3 and the layers before it, while it
// arrives. The decoder is libmpg123, in C (LGPL-2.1, linked dynamically): the
// usual one in Go is archived.
package mp3

/*
#cgo pkg-config: libmpg123
#include <mpg123.h>

// Parameters are variadic in later versions and an enum in earlier ones.
static int configure(mpg123_handle *h)
{
	const long *rates;
	size_t n;
	int err = mpg123_param(h, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_MONO_MIX | MPG123_SKIP_ID3V2 | MPG123_IGNORE_STREAMLENGTH, 0);

	// Where the encoder's tag says that the audio ends, another stream may begin.
	if (err == MPG123_OK)
		err = mpg123_param(h, MPG123_REMOVE_FLAGS, MPG123_GAPLESS | MPG123_AUTO_RESAMPLE, 0);
	if (err == MPG123_OK)
		err = mpg123_format_none(h);
	mpg123_rates(&rates, &n);
	for (size_t i = 0; i < n && err == MPG123_OK; i++)
		err = mpg123_format(h, rates[i], MPG123_MONO, MPG123_ENC_FLOAT_32);
	return err == MPG123_OK ? mpg123_open_feed(h) : err;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"
)

// ErrDamaged is wrapped by the error of bytes that are no MPEG audio, or no longer.
var ErrDamaged = errors.New("damaged MP3")

// outSamples is more than a frame has: 1,152.
const outSamples = 2048

// start is libmpg123's own preparation, which versions before 1.27 need.
var start = sync.OnceValue(func() C.int { return C.mpg123_init() })

// Decoder decodes one stream, or several behind one another, for one goroutine at a
// time; Decoders are independent of each other.
type Decoder struct {
	handle *C.mpg123_handle
	rate   int
	out    []float32

	held   []byte // the start of a frame whose end has not arrived
	skip   int    // bytes of a tag still to come
	lost   int    // bytes since the last frame that are none
	synced bool
}

// NewDecoder returns a decoder, which holds about 40 KiB of C's memory until Close.
func NewDecoder() (*Decoder, error) {
	if err := start(); err != C.MPG123_OK {
		return nil, fmt.Errorf("prepare libmpg123: %s", C.GoString(C.mpg123_plain_strerror(err)))
	}
	var err C.int
	h := C.mpg123_new(nil, &err)
	if h == nil {
		return nil, fmt.Errorf("create an MP3 decoder: %s", C.GoString(C.mpg123_plain_strerror(err)))
	}
	if err = C.configure(h); err != C.MPG123_OK {
		C.mpg123_delete(h)
		return nil, fmt.Errorf("configure an MP3 decoder: %s", C.GoString(C.mpg123_plain_strerror(err)))
	}
	return &Decoder{handle: h, out: make([]float32, outSamples)}, nil
}

// Close frees the decoder. It may be called twice.
func (d *Decoder) Close() {
	if d.handle != nil {
		C.mpg123_delete(d.handle)
		d.handle = nil
	}
}

// Decode takes the next bytes, cut anywhere, and calls emit with the audio that they
// complete: one channel, which is the average if there are two, of -1 to 1, at rate Hz,
// which may change between calls. The samples are valid during the call. Tags are left
// out, as is what is damaged; where no frame follows within maxLost bytes the error wraps
// ErrDamaged.
func (d *Decoder) Decode(b []byte, emit func(mono []float32, rate int)) error {
	d.held = append(d.held, b...)
	at, err := 0, error(nil)
	for err == nil {
		rest := d.held[at:]
		n, whole := d.frame(rest, false)
		if !whole {
			break
		}
		err = d.take(rest[:n], emit)
		at += n
	}
	d.held = append(d.held[:0], d.held[at:]...)
	return err
}

// Flush decodes the last frame, whose end nothing else shows than that of the body.
func (d *Decoder) Flush(emit func(mono []float32, rate int)) error {
	n, whole := d.frame(d.held, true)
	if !whole {
		return nil
	}
	return d.take(d.held[:n], emit)
}

// pass has libmpg123 decode one frame.
func (d *Decoder) pass(frame []byte, emit func(mono []float32, rate int)) error {
	const size = C.size_t(unsafe.Sizeof(d.out[0]))
	code := C.mpg123_feed(d.handle, (*C.uchar)(unsafe.Pointer(&frame[0])), C.size_t(len(frame)))
	for code == C.MPG123_OK {
		var done C.size_t
		code = C.mpg123_read(d.handle, unsafe.Pointer(&d.out[0]), outSamples*size, &done)
		if code == C.MPG123_NEW_FORMAT {
			var rate C.long
			var channels, encoding C.int
			if code = C.mpg123_getformat(d.handle, &rate, &channels, &encoding); code != C.MPG123_OK {
				break
			}
			d.rate = int(rate)
		}
		if done > 0 {
			mono := d.out[:done/size]
			if beyond(mono) {
				clear(mono)
			}
			emit(mono, d.rate)
		}
	}
	if code != C.MPG123_NEED_MORE {
		return fmt.Errorf("%w: %s", ErrDamaged, C.GoString(C.mpg123_strerror(d.handle)))
	}
	return nil
}

// most is how far samples may go, 3.5 dB beyond full scale, as of music mastered to its limits.
// Of frames with a bit that is wrong those that sound wrong go a thousand times as far.
const most = 1.5

// beyond reports whether samples are what a damaged frame comes to.
func beyond(mono []float32) bool {
	for _, s := range mono {
		if !(s < most && s > -most) {
			return true
		}
	}
	return false
}

// restart has libmpg123 forget what came before, which the next frame builds on.
func (d *Decoder) restart() error {
	if code := C.mpg123_open_feed(d.handle); code != C.MPG123_OK {
		return fmt.Errorf("restart an MP3 decoder: %s", C.GoString(C.mpg123_strerror(d.handle)))
	}
	return nil
}
