package openai

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/media"
	"parley/tts"
)

const (
	// readBytes is what is read of a body at once: 40 ms of 24 kHz.
	readBytes = 1920
	// minChunk is the least that is emitted at once, but for the last chunk.
	minChunk = media.FrameSamples
	// maxTailBytes is what may follow the audio of a WAV body; reading it lets
	// the connection carry the next request.
	maxTailBytes = 64 << 10
)

// Speak implements tts.Engine. Chunks are of 20-40 ms and carry no words. Text
// past the API's limit is spoken in parts, at sentence ends where there are
// any. Silence before speech is cut off. The error is ctx's, emit's, one of
// package engine's, or one of the connection.
func (e *Engine) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, part := range parts(openaihttp.Line(text)) {
		if err := e.speakPart(ctx, part, v, emit); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) speakPart(parent context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	ctx, budget := openaihttp.NewBudget(parent, e.first, e.pause)
	defer budget.End()
	answer, err := e.ask(ctx, text, v)
	budget.Stop()
	if err != nil {
		return e.explain(parent, err)
	}
	defer answer.Close()
	s, err := e.open(answer.Header().Get("Content-Type"), budget.Watch(answer))
	if err != nil {
		return e.explain(parent, err)
	}
	var emitted error
	err = s.play(func(pcm []int16) error {
		if emitted = parent.Err(); emitted == nil {
			emitted = emit(tts.Chunk{PCM: pcm})
		}
		return emitted
	})
	switch {
	case emitted != nil:
		return emitted
	case err != nil:
		return e.explain(parent, err)
	}
	_, _ = io.CopyN(io.Discard, s.body, maxTailBytes) // a failure only costs the reuse
	return nil
}

// explain is err in the words of package engine and with the engine's name, or
// the error of Speak's context.
func (e *Engine) explain(ctx context.Context, err error) error {
	switch odd := media.WAVError(""); {
	case errors.Is(err, errNothing):
		err = fmt.Errorf("%w: no audio from %s; check the voice and the model's name", engine.ErrJunk, e.service.Address())
	case errors.As(err, &odd):
		const advice = "check that its model gives pcm or wav, and the base URL"
		err = fmt.Errorf("%w: %s from %s; %s", engine.ErrJunk, string(odd), e.service.Address(), advice)
	}
	return e.service.Explain(ctx, e.Name(), err)
}
