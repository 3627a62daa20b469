package openai

import (
	"context"
	"errors"
	"io"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// stream is one answer. Everything runs on the caller's goroutine; the budgets
// are a timer that cancels the request.
type stream struct {
	engine *Engine
	parent context.Context //nolint:containedctx // the request's own life
	cancel context.CancelCauseFunc
	timer  *time.Timer
	// left is what remains of the running budget.
	left time.Duration

	body   io.ReadCloser
	events *events
	calls  calls
	// dialect is what was known of the model when it was asked.
	dialect  dialect
	thoughts thoughts
	// ready are the deltas of the last event, given how many Next has returned.
	ready []llm.Delta
	given int
	usage *api.Usage
	// begun is set by the first event of any kind, finished by a finish reason
	// or the end mark, ended when nothing is to come.
	begun, finished, ended bool
	// worded is set once the answer has words or calls a tool.
	worded bool
	err    error
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
		case s.given < len(s.ready):
			s.given++
			return s.ready[s.given-1], nil
		case s.ended:
			s.finish(io.EOF)
		case s.finished:
			s.trailer()
		default:
			s.ready, s.given = s.ready[:0], 0
			s.receive()
		}
	}
}

// explain is err in the words of package fault and the engine's name, or the
// error of the request's context.
func (s *stream) explain(err error) error {
	if ctxErr := s.parent.Err(); ctxErr != nil {
		return ctxErr
	}
	if j := junk(""); errors.As(err, &j) {
		err = s.engine.service.Junk(string(j))
	}
	return s.engine.named(err)
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
