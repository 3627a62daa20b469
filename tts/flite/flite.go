// Package flite speaks with CMU Flite, offline and on one core at some sixty
// times real time: the voice of Parley when no speech service is configured.
//
// Flite reads plain ASCII only and gets many written forms wrong, so package
// tts/textnorm spells the text out and what is left is folded; word times are
// mapped back onto the text as it came.
package flite

/*
#include <stdlib.h>
#include "synth.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime/cgo"
	"unsafe"

	"parley/tts"
)

// Engine implements tts.Engine. Its voices are, by tts.Voice.Name, "rms" (male,
// the default), "slt" (female, the default of that gender), "awb" (male,
// Scottish) and "kal16" (male, robotic, ten times cheaper).
type Engine struct {
	voices map[string]*C.cst_voice
}

var _ tts.Engine = (*Engine)(nil)

// Open registers flite's voices, 14 MiB, once per process; later engines share
// them. It starts no goroutine and an Engine needs no closing.
func Open() (*Engine, error) {
	v, err := voices()
	if err != nil {
		return nil, err
	}
	return &Engine{v}, nil
}

// Name implements tts.Engine.
func (*Engine) Name() string { return "flite" }

// Languages are those it speaks, as BCP 47 tags.
func (*Engine) Languages() []string { return []string{"en"} }

// Speak implements tts.Engine. Rates are held within 0.5-2. The silence flite
// puts before speech (130-300 ms) is cut off. Text of more than partWords words
// is spoken in parts, at sentence ends where there are any. Speak notices that
// ctx ended between two chunks, a millisecond apart, or at worst after the
// analysis of one part, about 1.5 ms a word.
func (e *Engine) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	u := utterance{ctx: ctx, emit: emit}
	h := cgo.NewHandle(&u)
	defer h.Delete()
	voice, rate := e.voices[voiceName(v)], C.float(speed(v))
	for _, p := range parts(spell(text)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		u.begin(p)
		if err := speakPart(voice, p.text(), rate, h); err != nil {
			return err
		}
		if u.err != nil {
			return u.err
		}
	}
	return nil
}

func speakPart(voice *C.cst_voice, text string, rate C.float, h cgo.Handle) error {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	if C.speak_text(voice, c, rate, C.uintptr_t(h)) == 0 {
		return fmt.Errorf("speak %d bytes with flite: %w", len(text), errRefused)
	}
	return nil
}

var errRefused = errors.New("no utterance was made")
