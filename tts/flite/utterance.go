package flite

/*
#include "synth.h"
*/
import "C"

import (
	"context"
	"runtime/cgo"
	"time"
	"unsafe"

	"parley/media"
	"parley/tts"
)

// utterance carries one Speak through flite's callbacks, which run on Speak's
// own goroutine.
type utterance struct {
	ctx  context.Context //nolint:containedctx // lives exactly as long as Speak
	emit func(tts.Chunk) error
	err  error
	// sent counts the samples emitted over all parts.
	sent int

	part  part
	words []media.Word // of part, timed from flite's first sample
	trim  media.Trimmer
}

func (u *utterance) begin(p part) {
	u.part, u.words, u.trim = p, nil, media.Trimmer{}
}

// audio passes samples on and reports whether flite shall go on.
func (u *utterance) audio(samples []int16) bool {
	if u.err = u.ctx.Err(); u.err != nil {
		return false
	}
	pcm := u.trim.Append(nil, samples)
	if len(pcm) == 0 {
		return true
	}
	c := tts.Chunk{PCM: pcm, Words: shift(u.words, media.Duration(u.sent)-media.Duration(u.trim.Cut()))}
	u.words = nil
	u.sent += len(pcm)
	u.err = u.emit(c)
	return u.err == nil
}

// shift moves words by d, but none before the first sample.
func shift(words []media.Word, d time.Duration) []media.Word {
	for i := range words {
		words[i].End = max(words[i].End+d, 0)
	}
	return words
}

func of(handle C.uintptr_t) *utterance { return cgo.Handle(handle).Value().(*utterance) }

//export fliteWords
func fliteWords(handle C.uintptr_t, words *C.spoken_word, n C.int) {
	u := of(handle)
	ends := make([]time.Duration, len(u.part))
	for _, w := range unsafe.Slice(words, n) {
		i := min(int(w.token), len(ends)-1)
		ends[i] = max(ends[i], time.Duration(float64(w.end)*float64(time.Second)))
	}
	u.words = u.part.words(ends)
}

//export fliteAudio
func fliteAudio(handle C.uintptr_t, samples *C.short, n C.int) C.int {
	if n <= 0 {
		return 1
	}
	if of(handle).audio(unsafe.Slice((*int16)(samples), n)) {
		return 1
	}
	return 0
}
