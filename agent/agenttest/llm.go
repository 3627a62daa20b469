package agenttest

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/engine"
	"parley/llm"
	"parley/llm/llmtest"
)

// LLM answers by a function of the conversation. Fields may be changed before
// the call, or under Set while it runs.
type LLM struct {
	// Answer makes the reply; nil echoes the newest words.
	Answer func(r llm.Request) (text string, call *llm.ToolCall, err error)
	// FirstToken is waited before the first word, PerToken before each other.
	FirstToken, PerToken time.Duration
	// Cut ends the answer with engine.ErrCut. CallsAmid puts the tool call into the
	// midst of the words instead of before them.
	Cut, CallsAmid bool

	mu    sync.Mutex
	asked []string
}

// Set changes the engine while it is in use.
func (l *LLM) Set(change func(*LLM)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l)
}

// Asked are the newest words of every request so far.
func (l *LLM) Asked() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.asked...)
}

// Name implements llm.Engine.
func (*LLM) Name() string { return "scripted" }

// Chat implements llm.Engine.
func (l *LLM) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	newest := newest(r.Messages)
	l.mu.Lock()
	l.asked = append(l.asked, newest)
	first, per, cut, amid, answer := l.FirstToken, l.PerToken, l.Cut, l.CallsAmid, l.Answer
	l.mu.Unlock()
	if err := wait(ctx, first); err != nil {
		return nil, err
	}
	text, call := "You said "+strings.TrimRight(newest, ".?!")+".", (*llm.ToolCall)(nil)
	if answer != nil {
		var err error
		if text, call, err = answer(r); err != nil {
			return nil, err
		}
	}
	w := &words{ctx: ctx, left: strings.SplitAfter(text, " "), call: call, cut: cut, per: per}
	if amid {
		w.before = len(w.left) / 2
	}
	return llmtest.Reading(w, r), nil
}

// newest is the text of the newest message that is not the system's.
func newest(messages []llm.Message) string {
	for _, m := range slices.Backward(messages) {
		if m.Speaker != llm.System {
			return m.Text
		}
	}
	return ""
}

// words is an answer on its way.
type words struct {
	ctx    context.Context //nolint:containedctx // a request's, as llm.Stream wants it
	left   []string
	call   *llm.ToolCall
	before int // words before the call
	cut    bool
	per    time.Duration
	begun  bool
}

// Next implements llm.Stream.
func (w *words) Next() (llm.Delta, error) {
	if w.begun {
		if err := wait(w.ctx, w.per); err != nil {
			return llm.Delta{}, err
		}
	}
	w.begun = true
	switch {
	case w.ctx.Err() != nil:
		return llm.Delta{}, w.ctx.Err()
	case w.call != nil && w.before == 0:
		call := w.call
		w.call = nil
		return llm.Delta{Call: call}, nil
	case len(w.left) == 0 || w.left[0] == "":
		if w.cut {
			return llm.Delta{}, engine.ErrCut
		}
		return llm.Delta{}, io.EOF
	}
	text := w.left[0]
	w.left = w.left[1:]
	w.before--
	return llm.Delta{Text: text}, nil
}

// Close implements llm.Stream.
func (*words) Close() error { return nil }

// wait lets d pass, or returns ctx's error.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
