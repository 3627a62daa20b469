package openai

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// trailerBudget is how long a finished answer may take to say its usage and
// close its connection before that is given up.
const trailerBudget = 100 * time.Millisecond

// maxTrailerBytes bounds what is read past the end to keep the connection.
const maxTrailerBytes = 64 << 10

// receive waits for one event and files it under ready, finished or err.
func (s *stream) receive() {
	start := time.Now()
	s.timer.Reset(s.left)
	data, err := s.events.next()
	s.timer.Stop()
	s.left -= time.Since(start)
	switch {
	case errors.Is(err, errDone):
		s.end(api.FinishReasonStop)
	case errors.Is(err, io.EOF) && s.begun:
		s.finish(s.explain(s.engine.service.Cut()))
	case errors.Is(err, io.EOF):
		s.finish(s.explain(junk("no event")))
	case err != nil:
		s.finish(s.explain(err))
	default:
		s.take(data)
	}
}

func (s *stream) take(data []byte) {
	var e event
	if json.Unmarshal(data, &e) != nil {
		s.finish(s.explain(junk("an event of another form")))
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
		s.left = s.engine.next
	}
	s.ready = append(s.ready, llm.Delta{Text: s.think(c.Delta.Content)})
	switch c.FinishReason {
	case "":
	case api.FinishReasonContentFilter:
		s.finish(s.explain(s.engine.service.Cut()))
	default:
		s.end(c.FinishReason)
	}
}

// end hands out the tool calls, complete only now, and leaves the trailer.
func (s *stream) end(reason api.FinishReason) {
	s.thought(reason)
	done, err := s.calls.take()
	if err != nil {
		s.finish(s.explain(err))
		return
	}
	for _, c := range done {
		s.ready = append(s.ready, llm.Delta{Call: &c})
	}
	s.finished = true
}

// trailer reads on to the usage and the end of the body, which lets the
// connection carry the next request. Nothing that goes wrong here matters.
func (s *stream) trailer() {
	s.timer.Reset(trailerBudget)
	for {
		data, err := s.events.next()
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal(data, &e) == nil && e.Usage != nil {
			s.usage = e.Usage
		}
	}
	_, _ = io.CopyN(io.Discard, s.body, maxTrailerBytes)
	s.timer.Stop()
	s.ended = true
	if u := s.usage; u != nil {
		used := llm.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens}
		if u.PromptTokensDetails != nil {
			used.Cached = u.PromptTokensDetails.CachedTokens
		}
		s.ready = append(s.ready, llm.Delta{Usage: &used})
	}
}
