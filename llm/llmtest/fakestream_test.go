package llmtest

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"parley/engine"
	"parley/llm"
)

// fakeStream is one answer of a fake.
type fakeStream struct {
	ctx    context.Context
	defect string
	pieces []string
	at     int
	closed int
	over   bool
}

// extra are the deltas a defect sends past the text.
var extra = map[string][]llm.Delta{
	"nameless call": {{Call: &llm.ToolCall{ID: "c"}}},
	"usage twice":   {{Usage: &llm.Usage{}}, {Usage: &llm.Usage{}}},
	"odd usage":     {{Usage: &llm.Usage{Prompt: 1, Cached: 2}}},
	"no reason":     {},
	"no end":        {},
	"two reasons":   {{Finish: llm.Stopped}, {Finish: llm.Length}},
	"odd reason":    {{Finish: "eos"}},
	"sound":         {{}, {Call: &llm.ToolCall{ID: "c", Name: "n"}}, {Finish: llm.Called}, {Usage: &llm.Usage{Prompt: 9}}},
}

func (s *fakeStream) Next() (llm.Delta, error) {
	switch {
	case s.closed > 0 && s.defect != "speaks on after Close":
		return llm.Delta{}, engine.ErrCut
	case s.over && s.defect == "ends once only":
		return llm.Delta{}, nil
	case s.ctx.Err() != nil && s.defect != "speaks on when cancelled" && s.defect != "ignores an ended context":
		if s.defect == "text beside the error" {
			return llm.Delta{Text: "and"}, s.ctx.Err()
		}
		return llm.Delta{}, s.ctx.Err()
	}
	if err := s.hang(); err != nil {
		return llm.Delta{}, err
	}
	n := s.at
	s.at++
	if n < len(s.pieces) {
		return llm.Delta{Text: s.pieces[n]}, nil
	}
	more, odd := extra[s.defect]
	if !odd {
		more = []llm.Delta{{Finish: llm.Stopped}}
	}
	if n-len(s.pieces) < len(more) {
		return more[n-len(s.pieces)], nil
	}
	s.over = true
	switch s.defect {
	case "no end":
		return llm.Delta{Text: "and "}, nil
	case "ends in an error":
		return llm.Delta{}, engine.ErrCut
	}
	return llm.Delta{}, io.EOF
}

// hang waits for the end of the context, where the defect is to wait.
func (s *fakeStream) hang() error {
	stalls := strings.HasPrefix(s.defect, "stalls") && s.at > 0
	if !stalls && !strings.HasPrefix(s.defect, "silent") {
		return nil
	}
	<-s.ctx.Done()
	if strings.HasSuffix(s.defect, "slowly") {
		<-time.After(slow)
	}
	if strings.HasSuffix(s.defect, "deaf") {
		<-time.After(time.Minute)
	}
	if strings.HasSuffix(s.defect, "by fault") {
		return engine.ErrCut
	}
	return s.ctx.Err()
}

func (s *fakeStream) Close() error {
	if s.closed++; s.defect == "closes slowly" {
		<-time.After(slow)
	}
	if s.closed > 1 && s.defect == "closes once only" {
		return errors.New("already closed")
	}
	return nil
}
