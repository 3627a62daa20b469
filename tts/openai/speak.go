package openai

import (
	"context"
	"errors"
	"fmt"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/media/sound"
	"parley/tts"
)

// Speak implements tts.Engine. Chunks are of 20-50 ms and carry no words. Text
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
	s, err := sound.Open(budget.Watch(answer), rawOf(answer.Header().Get("Content-Type"), e.rate))
	if err != nil {
		return e.explain(parent, err)
	}
	defer s.Close()
	e.kind.Store(s.Kind())
	var emitted error
	err = play(s, longest(text), func(pcm []int16) error {
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
	return nil // and the body is read to its end, so its connection carries the next request
}

// explain is err in the words of package engine and with the engine's name, or
// the error of Speak's context.
func (e *Engine) explain(ctx context.Context, err error) error {
	switch odd := sound.Error(""); {
	case errors.Is(err, sound.ErrNothing):
		err = fmt.Errorf("%w: no audio from %s; check the voice and the model's name", engine.ErrJunk, e.service.Address())
	case errors.As(err, &odd):
		const advice = "check that its model gives pcm or wav (mp3 and opus are taken, too), and the base URL"
		err = fmt.Errorf("%w: %s from %s; %s", engine.ErrJunk, string(odd), e.service.Address(), advice)
	}
	return e.service.Explain(ctx, e.Name(), err)
}
