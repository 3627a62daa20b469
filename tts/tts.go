// Package tts is text to speech: one segment of text in, audio out. An engine
// lives in a sub-package; the conversation in agent/ knows only the interfaces
// here.
package tts

import (
	"context"

	"parley/media"
)

// Engine speaks. It is safe for concurrent use.
type Engine interface {
	// Name is the engine's name for logs and the page, such as "flite".
	Name() string
	// Speak synthesises text in v's voice and passes the audio to emit in
	// order, from the calling goroutine, as soon as each piece is ready. It
	// returns nil when all audio was emitted, ctx's error soon after ctx ends,
	// and emit's error as soon as emit returns one. emit may block: that is how
	// playout holds a fast engine back. Text with nothing speakable emits
	// nothing and is no error.
	Speak(ctx context.Context, text string, v Voice, emit func(Chunk) error) error
}

// Whole is text as e speaks it, in one chunk.
func Whole(ctx context.Context, e Engine, text string, v Voice) (all Chunk, err error) {
	err = e.Speak(ctx, text, v, func(c Chunk) error {
		all.PCM, all.Words = append(all.PCM, c.PCM...), append(all.Words, c.Words...)
		return nil
	})
	return all, err
}

// Voice says how a character sounds; an engine picks the nearest it has. The
// zero value is the engine's default voice.
type Voice struct {
	// Gender is "male", "female" or empty.
	Gender string
	// Age is in years; 0 is any.
	Age int
	// Manner describes the voice in the scenario's words, such as "low-calm".
	Manner string
	// Language is a BCP 47 tag; empty means "en".
	Language string
	// Name asks for one of the engine's own voices and goes before the
	// description; unknown names are ignored.
	Name string
	// Rate multiplies the speed; 0 means 1.
	Rate float64
}

// Chunk is a piece of speech.
type Chunk struct {
	// PCM is 16 kHz mono. The receiver may keep it.
	PCM []int16
	// Words are words of the segment and when they end, from engines that know.
	// They come with the first chunk; an engine that speaks long text in parts
	// adds those of each part with its first chunk. TextEnd rises over the whole
	// segment and the last word's is the length of the text.
	Words []media.Word
	// Engine is the name of the engine whose voice it is, from one that is made of
	// several; empty is the engine asked.
	Engine string
}
