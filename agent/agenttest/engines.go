package agenttest

import (
	"context"
	"io"
	"strings"
	"time"

	"parley/llm"
	"parley/media"
	"parley/media/mediatest"
	"parley/tts"
)

// LLM answers by a function of the user's newest words. Fields are set before
// the call starts.
type LLM struct {
	// Answer makes the reply; nil echoes.
	Answer func(r llm.Request) (text string, call *llm.ToolCall, err error)
	// FirstToken is waited before the answer, Cut ends it with llm.ErrCut.
	FirstToken time.Duration
	Cut        bool
}

// Name implements llm.Engine.
func (*LLM) Name() string { return "scripted" }

// Chat implements llm.Engine.
func (l *LLM) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	select {
	case <-time.After(l.FirstToken):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	text, call := "You said "+r.Messages[len(r.Messages)-1].Text+".", (*llm.ToolCall)(nil)
	if l.Answer != nil {
		var err error
		if text, call, err = l.Answer(r); err != nil {
			return nil, err
		}
	}
	return &words{ctx: ctx, left: strings.SplitAfter(text, " "), call: call, cut: l.Cut}, nil
}

type words struct {
	ctx  context.Context //nolint:containedctx // a request's, as llm.Stream wants it
	left []string
	call *llm.ToolCall
	cut  bool
}

func (w *words) Next() (llm.Delta, error) {
	switch {
	case w.ctx.Err() != nil:
		return llm.Delta{}, w.ctx.Err()
	case w.call != nil:
		call := w.call
		w.call = nil
		return llm.Delta{Call: call}, nil
	case len(w.left) == 0 || w.left[0] == "":
		if w.cut {
			return llm.Delta{}, llm.ErrCut
		}
		return llm.Delta{}, io.EOF
	}
	text := w.left[0]
	w.left = w.left[1:]
	return llm.Delta{Text: text}, nil
}

func (*words) Close() error { return nil }

// TTS speaks a tone of PerByte for every byte of text, word by word.
type TTS struct {
	FirstByte time.Duration
	// PerByte is 0 for 60 ms: 15 characters a second, a usual speaking rate.
	PerByte time.Duration
	Err     error
}

// Name implements tts.Engine.
func (*TTS) Name() string { return "tone" }

// Speak implements tts.Engine.
func (e *TTS) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	select {
	case <-time.After(e.FirstByte):
	case <-ctx.Done():
		return ctx.Err()
	}
	if e.Err != nil {
		return e.Err
	}
	per := e.PerByte
	if per == 0 {
		per = 60 * time.Millisecond
	}
	var marks []media.Word
	for i, c := range text {
		if c == ' ' {
			marks = append(marks, media.Word{TextEnd: i, End: per * time.Duration(i)})
		}
	}
	marks = append(marks, media.Word{TextEnd: len(text), End: per * time.Duration(len(text))})
	return emit(tts.Chunk{PCM: mediatest.Tone(per*time.Duration(len(text)), 300, 8000), Words: marks})
}
