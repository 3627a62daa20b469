package llmtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"parley/fault"
	"parley/llm"
)

// fake repeats the last message and has one defect, or none.
type fake struct {
	defect string
	last   atomic.Pointer[string]
}

var _ llm.Engine = (*fake)(nil)

// slow is too long to be prompt and within the kit's patience.
const slow = 3 * promptly

func (f *fake) Name() string {
	if f.defect == "no name" {
		return ""
	}
	return "fake"
}

func echo(r llm.Request) string {
	if len(r.Messages) == 0 {
		return ""
	}
	return strings.ToValidUTF8(r.Messages[len(r.Messages)-1].Text, "\uFFFD")
}

func (f *fake) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	text := echo(r)
	switch {
	case f.defect == "refuses", f.defect == "refuses, repeating" && text != "":
		err := fmt.Errorf("fake: %w (from http://127.0.0.1)", fault.ErrBusy)
		if f.defect == "refuses, repeating" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		return nil, fault.After(err, 2*time.Second)
	case f.defect == "fails on nothing" && text == "":
		return nil, errors.New("index out of range")
	case f.defect == "loses long histories" && len(r.Messages) > 1000:
		return nil, fault.ErrService
	case ctx.Err() != nil && f.defect != "ignores an ended context":
		return nil, ctx.Err()
	}
	if f.defect == "crossed answers" {
		f.last.Store(&text)
		<-time.After(time.Millisecond)
		text = *f.last.Load()
	}
	if f.defect == "leaks a goroutine" {
		go func() { <-time.After(time.Minute) }()
	}
	return &fakeStream{ctx: ctx, defect: f.defect, pieces: f.cut(text)}, nil
}

// cut is text in pieces of three words.
func (f *fake) cut(text string) []string {
	words := strings.SplitAfter(text, " ")
	if f.defect == "one piece" {
		return []string{text}
	}
	var pieces []string
	for len(words) > 0 {
		n := min(3, len(words))
		pieces = append(pieces, strings.Join(words[:n], ""))
		words = words[n:]
	}
	switch f.defect {
	case "mute":
		return nil
	case "pieces out of order":
		pieces[0], pieces[len(pieces)-1] = pieces[len(pieces)-1], pieces[0]
	case "loses the last piece":
		pieces = pieces[:len(pieces)-1]
	case "ascii alone":
		for i, p := range pieces {
			pieces[i] = strings.Map(func(r rune) rune { return min(r, '~') }, p)
		}
	case "cuts runes":
		at := strings.Index(text, "ü") + 1
		return []string{text[:at], text[at:]}
	}
	return pieces
}

// fakeStream is one answer of a fake.
type fakeStream struct {
	ctx    context.Context //nolint:containedctx // the request's own life
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
	"sound":         {{}, {Call: &llm.ToolCall{ID: "c", Name: "n"}}, {Usage: &llm.Usage{Prompt: 9}}},
}

func (s *fakeStream) Next() (llm.Delta, error) {
	switch {
	case s.closed > 0 && s.defect != "speaks on after Close":
		return llm.Delta{}, fault.ErrCut
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
	if more := extra[s.defect]; n-len(s.pieces) < len(more) {
		return more[n-len(s.pieces)], nil
	}
	s.over = true
	switch s.defect {
	case "no end":
		return llm.Delta{Text: "and "}, nil
	case "ends in an error":
		return llm.Delta{}, fault.ErrCut
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
		return fault.ErrCut
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
