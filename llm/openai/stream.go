package openai

import (
	"context"
	"errors"
	"io"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/fault"
	"parley/llm"
)

// trailerBudget is how long a finished answer may take to close its connection
// before the connection is given up instead of kept for the next request.
const trailerBudget = 100 * time.Millisecond

// stream is one answer. Everything runs on the caller's goroutine; the budgets
// are a timer that cancels the request.
type stream struct {
	engine *Engine
	parent context.Context //nolint:containedctx // the request's own life
	ctx    context.Context //nolint:containedctx // parent, or ended by a budget
	cancel context.CancelCauseFunc
	timer  *time.Timer
	// left is what remains of the running budget.
	left time.Duration

	tap   tap
	body  *api.ChatCompletionStream
	calls calls
	ready []llm.Delta
	// begun is set by the first event of any kind, ended by a finish reason.
	begun, ended bool
	err          error
}

var errClosed = errors.New("the answer was closed")

// Next implements llm.Stream.
func (s *stream) Next() (llm.Delta, error) {
	for {
		if err := s.parent.Err(); err != nil && s.err == nil {
			s.finish(err)
		}
		switch {
		case s.err != nil:
			return llm.Delta{}, s.err
		case len(s.ready) > 0:
			d := s.ready[0]
			s.ready = s.ready[1:]
			return d, nil
		case s.ended:
			s.timer.Reset(trailerBudget)
			s.tap.drain()
			s.finish(io.EOF)
		default:
			s.receive()
		}
	}
}

// receive waits for one event and files it under ready, ended or err.
func (s *stream) receive() {
	start := time.Now()
	s.timer.Reset(s.left)
	event, err := s.body.Recv()
	s.timer.Stop()
	s.left -= time.Since(start)
	switch {
	case errors.Is(err, io.EOF) && s.begun && s.tap.announced():
		s.end()
	case err != nil:
		s.finish(s.explain(err))
	default:
		s.begun = true
		s.take(event)
	}
}

func (s *stream) take(event api.ChatCompletionStreamResponse) {
	if len(event.Choices) == 0 {
		s.ready = append(s.ready, llm.Delta{}) // a keep-alive or the usage
		return
	}
	choice := event.Choices[0]
	for _, f := range choice.Delta.ToolCalls {
		if err := s.calls.add(f); err != nil {
			s.finish(err)
			return
		}
	}
	if choice.Delta.Content != "" || len(choice.Delta.ToolCalls) > 0 {
		s.left = s.engine.next
	}
	s.ready = append(s.ready, llm.Delta{Text: choice.Delta.Content})
	switch choice.FinishReason {
	case "":
	case api.FinishReasonContentFilter:
		s.finish(fault.ErrCut)
	default:
		s.end()
	}
}

// end hands out the tool calls, complete only now, and lets Next return EOF.
func (s *stream) end() {
	done, err := s.calls.take()
	if err != nil {
		s.finish(err)
		return
	}
	for _, c := range done {
		s.ready = append(s.ready, llm.Delta{Call: &c})
	}
	s.ended = true
}

// Close implements llm.Stream.
func (s *stream) Close() error {
	if s.err == nil {
		s.finish(errClosed)
	}
	return nil
}

// finish settles what Next returns from now on and lets the connection go.
func (s *stream) finish(err error) {
	s.err = err
	s.timer.Stop()
	s.cancel(nil)
	_ = s.body.Close() // nothing is left to lose
}
