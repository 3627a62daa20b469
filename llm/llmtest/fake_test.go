package llmtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/llm"
)

// fake repeats the last message and has one defect, or none.
type fake struct {
	defect string
	last   atomic.Value // the text of the last request, a string
}

var _ llm.Engine = (*fake)(nil)

// slow is too long to be prompt and within the kit's patience.
const slow = 3 * enginetest.Promptly

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

// Window implements llm.Windowed.
func (f *fake) Window() int {
	if f.defect == "a negative window" {
		return -1
	}
	return 1000
}

func (f *fake) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	text := echo(r)
	for _, stop := range r.Stop {
		if f.defect != "speaks past a stop" {
			text, _, _ = strings.Cut(text, stop)
		}
	}
	switch {
	case f.defect == "knows no tool replies" && r.Messages != nil && r.Messages[len(r.Messages)-1].Speaker == llm.ToolReply:
		return nil, engine.ErrRequest
	case f.defect == "refuses", f.defect == "refuses, repeating" && text != "":
		err := fmt.Errorf("fake: %w (from http://127.0.0.1)", engine.ErrBusy)
		if f.defect == "refuses, repeating" {
			err = fmt.Errorf("%w: %s", err, text)
		}
		return nil, engine.WithRetryAfter(err, 2*time.Second)
	case f.defect == "fails on nothing" && text == "":
		return nil, errors.New("index out of range")
	case f.defect == "loses long histories" && len(r.Messages) > 1000:
		return nil, engine.ErrService
	case ctx.Err() != nil && f.defect != "ignores an ended context":
		return nil, ctx.Err()
	}
	if f.defect == "crossed answers" {
		f.last.Store(text)
		<-time.After(time.Millisecond)
		text = f.last.Load().(string)
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
