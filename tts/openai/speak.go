package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"parley/engine"
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
// package fault's, or a fault of the connection.
func (e *Engine) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, part := range parts(readable(text)) {
		if err := e.speakPart(ctx, part, v, emit); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) speakPart(parent context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	b := budget{left: e.first, next: e.pause, timer: time.AfterFunc(e.first, func() { cancel(engine.ErrSlow) })}
	defer b.timer.Stop()

	start := time.Now()
	resp, err := e.ask(ctx, text, v)
	b.pass(start)
	if err != nil {
		return e.explain(parent, err)
	}
	defer resp.Body.Close()
	s, err := e.open(resp.Header.Get("Content-Type"), &watched{resp.Body, &b})
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

// explain is err in the words of package fault and the engine's name, or the
// error of Speak's context.
func (e *Engine) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch j := junk(""); {
	case errors.Is(err, errNothing):
		err = fmt.Errorf("%w: no audio from %s; check the voice and the model's name", engine.ErrJunk, e.service.Address())
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = e.service.Cut()
	case errors.As(err, &j):
		const advice = "check that its model gives pcm or wav, and the base URL"
		err = fmt.Errorf("%w: %s from %s; %s", engine.ErrJunk, string(j), e.service.Address(), advice)
	}
	return e.named(err)
}

// budget counts down the time a service may still be silent; only time spent
// waiting for it counts.
type budget struct {
	left, next time.Duration
	timer      *time.Timer
}

// pass stops the clock that has run since start.
func (b *budget) pass(start time.Time) {
	b.timer.Stop()
	b.left -= time.Since(start)
}

// watched is a body whose reads are on a budget.
type watched struct {
	body   io.Reader
	budget *budget
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	start := time.Now()
	w.budget.timer.Reset(w.budget.left)
	n, err := w.body.Read(p)
	w.budget.pass(start)
	if n > 0 {
		w.budget.left = w.budget.next
	}
	return n, err
}
