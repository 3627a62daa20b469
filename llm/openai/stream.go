package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/engine/openaihttp"
	"parley/llm"
)

const (
	// trailerBudget is how long a finished answer may take to say its usage and
	// close its connection before that is given up.
	trailerBudget = 100 * time.Millisecond
	// maxTrailerBytes bounds what is read past the end to keep the connection.
	maxTrailerBytes = 64 << 10
)

// stream is one answer. Everything runs on the caller's goroutine; the budgets
// are a timer that cancels the request.
type stream struct {
	engine *Engine
	parent context.Context //nolint:containedctx // the request's own life
	budget *openaihttp.Budget

	body   io.ReadCloser
	events *openaihttp.Events
	calls  calls
	stops  stops
	// dialect is what was known of the model when it was asked.
	dialect  dialect
	thoughts thoughts
	// ready are the deltas of the last event, given how many Next has returned.
	ready []llm.Delta
	given int
	usage *api.Usage
	// begun is set by the first event of any kind, finished by a finish reason
	// or the end mark.
	begun, finished bool
	// worded is set once the answer has words or calls a tool.
	worded bool
	// end is what Next returns once what is ready is given, err from now on.
	end, err error
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
		case s.end != nil:
			s.finish(s.end)
		case s.finished:
			s.trailer()
		default:
			s.ready, s.given = s.ready[:0], 0
			s.receive()
		}
	}
}

// explain is err in the words of package engine and with the engine's name, or
// the error of the request's context.
func (s *stream) explain(err error) error {
	return s.engine.service.Explain(s.parent, s.engine.Name(), err)
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
	s.budget.End()
	_ = s.body.Close() // nothing is left to lose
}

// receive waits for one event and files it under ready, finished or err.
func (s *stream) receive() {
	s.budget.Start()
	data, err := s.events.Next()
	s.budget.Stop()
	switch {
	case errors.Is(err, openaihttp.ErrDone):
		s.complete(api.FinishReasonStop)
	case errors.Is(err, io.EOF) && s.begun:
		s.finish(s.explain(io.ErrUnexpectedEOF))
	case errors.Is(err, io.EOF):
		s.finish(s.explain(openaihttp.Junk("no event")))
	case err != nil:
		s.finish(s.explain(err))
	default:
		s.take(data)
	}
}

// event is what is read of one chunk, in go-openai's types where they matter: its
// own chunk takes half as many bytes again, and has no place for an error, which
// services put in different ones.
type event struct {
	Object  string
	Choices []choice
	Usage   *api.Usage
	Error   json.RawMessage
}

// choice is the answer's next piece.
type choice struct {
	Delta struct {
		Content   string
		ToolCalls []api.ToolCall `json:"tool_calls"`
		// Reasoning is what the model thinks, under the two names in use; it is
		// nobody's to hear.
		Reasoning        string
		ReasoningContent string `json:"reasoning_content"`
	}
	FinishReason api.FinishReason `json:"finish_reason"`
}

func (e event) failed() bool {
	return len(e.Error) > 0 && string(e.Error) != "null" || e.Object == "error"
}

func (s *stream) take(data []byte) {
	var e event
	if json.Unmarshal(data, &e) != nil {
		s.finish(s.explain(openaihttp.Junk("an event of another form")))
		return
	}
	s.begun = true
	if e.failed() {
		s.finish(s.explain(s.engine.service.Refuse(data)))
		return
	}
	if e.Usage != nil {
		s.usage = e.Usage
	}
	if len(e.Choices) == 0 {
		s.ready = append(s.ready, llm.Delta{}) // a keep-alive or the usage
		return
	}
	s.choose(e.Choices[0])
}

func (s *stream) choose(c choice) {
	for _, f := range c.Delta.ToolCalls {
		if err := s.calls.add(f); err != nil {
			s.finish(s.explain(err))
			return
		}
	}
	words := strings.TrimSpace(c.Delta.Content) != ""
	if c.Delta.Reasoning+c.Delta.ReasoningContent != "" ||
		words && !s.worded && strings.HasPrefix(strings.TrimSpace(c.Delta.Content), "<think") ||
		c.FinishReason == api.FinishReasonLength && !words && !s.worded {
		s.engine.learned.Or(uint32(thinks))
	}
	s.worded = s.worded || words || len(c.Delta.ToolCalls) > 0
	if c.Delta.Content != "" || len(c.Delta.ToolCalls) > 0 {
		s.budget.Renew()
	}
	text, stopped := s.stops.next(s.think(c.Delta.Content))
	s.ready = append(s.ready, llm.Delta{Text: text})
	switch {
	case stopped: // the service has not: the rest is not read
		s.ready = append(s.ready, llm.Delta{Finish: llm.Stopped})
		s.end = io.EOF
	case c.FinishReason != "":
		s.complete(c.FinishReason)
	}
}

// complete hands out the tool calls, whole only now, and the reason, and leaves
// the trailer.
func (s *stream) complete(reason api.FinishReason) {
	s.thought(reason)
	done, err := s.calls.take()
	if err != nil {
		s.finish(s.explain(err))
		return
	}
	if held := s.stops.rest(); held != "" {
		s.ready = append(s.ready, llm.Delta{Text: held})
	}
	for _, c := range done {
		s.ready = append(s.ready, llm.Delta{Call: &c})
	}
	s.finished = true
	finish := llm.Stopped
	switch {
	case reason == api.FinishReasonContentFilter:
		finish, s.end = llm.Filtered, s.explain(io.ErrUnexpectedEOF)
	case reason == api.FinishReasonLength:
		finish = llm.Length
	case len(done) > 0: // some services say "stop" of these, too
		finish = llm.Called
	}
	s.ready = append(s.ready, llm.Delta{Finish: finish})
}

// trailer reads on to the usage and the end of the body, which lets the
// connection carry the next request. Nothing that goes wrong here matters.
func (s *stream) trailer() {
	s.budget.Limit(trailerBudget)
	s.budget.Start()
	for {
		data, err := s.events.Next()
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal(data, &e) == nil && e.Usage != nil {
			s.usage = e.Usage
		}
	}
	_, _ = io.CopyN(io.Discard, s.body, maxTrailerBytes)
	s.budget.Stop()
	s.end = io.EOF
	if u := s.usage; u != nil {
		used := llm.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens}
		if u.PromptTokensDetails != nil {
			used.Cached = u.PromptTokensDetails.CachedTokens
		}
		s.ready = append(s.ready, llm.Delta{Usage: &used})
	}
}

// stops ends an answer before the texts at which it was asked to, for services
// that do not: reasoning models refuse to be asked, others pass it over.
type stops struct {
	texts []string
	held  string // the newest text, which may begin one of them
}

// next takes the next piece and returns what of it and of the text held before
// it is sure; ended reports that one of the texts has come.
func (s *stops) next(text string) (sure string, ended bool) {
	if len(s.texts) == 0 {
		return text, false
	}
	text, s.held = s.held+text, ""
	end := len(text)
	for _, stop := range s.texts {
		if at := strings.Index(text, stop); at >= 0 && at < end {
			end, ended = at, true
		}
	}
	if ended {
		return text[:end], true
	}
	for _, stop := range s.texts {
		for n := min(len(stop)-1, len(text)); n > len(s.held); n-- {
			if strings.HasSuffix(text, stop[:n]) {
				s.held = text[len(text)-n:]
			}
		}
	}
	return text[:len(text)-len(s.held)], false
}

// rest is what is still held at the end.
func (s *stops) rest() string {
	held := s.held
	s.held = ""
	return held
}
