// Package assistanttest is what tests of assistants share: a language model that is
// a function.
package assistanttest

import (
	"context"
	"io"
	"sync"
	"unicode/utf8"

	"parley/llm"
)

// Answer is what a Model writes: calls after text, or an error in their place.
type Answer struct {
	Text  string
	Calls []llm.ToolCall
	Err   error
}

// Model is an llm.Engine that answers as its function says, a few characters at a
// time. It is safe for concurrent use if the function is.
type Model struct {
	Reply func(llm.Request) Answer

	mu    sync.Mutex
	asked []llm.Request
}

var _ llm.Engine = (*Model)(nil)

// Saying is a model that always says the same.
func Saying(text string) *Model { return Doing(Answer{Text: text}) }

// Doing is a model that gives answers in turn, the last of them for ever.
func Doing(answers ...Answer) *Model {
	var mu sync.Mutex
	return &Model{Reply: func(llm.Request) Answer {
		mu.Lock()
		defer mu.Unlock()
		a := answers[0]
		if len(answers) > 1 {
			answers = answers[1:]
		}
		return a
	}}
}

// Name implements llm.Engine.
func (m *Model) Name() string { return "scripted" }

// Chat implements llm.Engine.
func (m *Model) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	m.mu.Lock()
	m.asked = append(m.asked, r)
	m.mu.Unlock()
	a := m.Reply(r)
	if a.Err != nil {
		return nil, a.Err
	}
	return &stream{ctx: ctx, answer: a}, nil
}

// Asked are the requests so far.
func (m *Model) Asked() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]llm.Request(nil), m.asked...)
}

type stream struct {
	ctx    context.Context //nolint:containedctx // of one answer
	answer Answer
}

// Next implements llm.Stream.
func (s *stream) Next() (llm.Delta, error) {
	const piece = 7 // bytes: words are cut anywhere
	if err := s.ctx.Err(); err != nil {
		return llm.Delta{}, err
	}
	switch {
	case s.answer.Text != "":
		n := min(piece, len(s.answer.Text))
		for n < len(s.answer.Text) && !utf8.RuneStart(s.answer.Text[n]) {
			n++
		}
		d := llm.Delta{Text: s.answer.Text[:n]}
		s.answer.Text = s.answer.Text[n:]
		return d, nil
	case len(s.answer.Calls) > 0:
		d := llm.Delta{Call: &s.answer.Calls[0]}
		s.answer.Calls = s.answer.Calls[1:]
		return d, nil
	}
	return llm.Delta{}, io.EOF
}

// Close implements llm.Stream.
func (s *stream) Close() error { return nil }
