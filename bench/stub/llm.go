package stub

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"parley/codefirst/prompt"
	"parley/llm"
)

// LLM is a llm.Engine that always answers the same, a word at a time. The words
// are due at fixed times from the request on, however late they are fetched.
type LLM struct {
	// Reply is the answer; empty means DefaultReply.
	Reply string `json:"reply,omitempty"`
	// Code, if not empty, is the answer to who asks for code; asked again because it
	// failed, the stub fails, and counts that in Failed. Every answer is then written a token at a time, not a
	// word, for code has marks where a text has none.
	Code string `json:"code,omitempty"`
	// Failed may be nil.
	Failed *atomic.Int32 `json:"-"`
	// First is the time from the request to the first word, Every from one word
	// to the next; 0 means DefaultFirstToken and DefaultTokenEvery.
	First time.Duration `json:"first,omitempty"`
	Every time.Duration `json:"every,omitempty"`
}

var _ llm.Engine = (*LLM)(nil)

// Name implements llm.Engine.
func (*LLM) Name() string { return "stub" }

func words(text string) []string { return strings.SplitAfter(text, " ") }

// tokens are about those of a model's: words with the space before them, and marks.
func tokens(text string) []string { return token.FindAllString(text, -1) }

var token = regexp.MustCompile(`\s*(?:[\pL\d_']+|[^\pL\d_'\s])|\s+$`)

// asked is how many messages a request for code has that follows no other.
const asked = 2

// Chat implements llm.Engine.
func (m *LLM) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	reply, pieces := cmp.Or(m.Reply, DefaultReply), words
	if m.Code != "" {
		pieces = tokens
	}
	if m.Code != "" && len(r.Messages) > 0 && strings.Contains(r.Messages[0].Text, prompt.Begin) {
		if len(r.Messages) > asked { // it would fail again
			if m.Failed != nil {
				m.Failed.Add(1)
			}
			return nil, fmt.Errorf("the code of the stub failed: %s", r.Messages[len(r.Messages)-1].Text)
		}
		reply = m.Code
	}
	return &answer{
		ctx: ctx, words: pieces(reply),
		due: time.Now().Add(cmp.Or(m.First, DefaultFirstToken)), every: cmp.Or(m.Every, DefaultTokenEvery),
	}, nil
}

// answer is one answer on its way.
type answer struct {
	ctx   context.Context //nolint:containedctx // llm.Stream is bound to its request's context
	words []string
	due   time.Time
	every time.Duration
}

// Next implements llm.Stream.
func (a *answer) Next() (llm.Delta, error) {
	if len(a.words) == 0 {
		return llm.Delta{}, io.EOF
	}
	if err := until(a.ctx, a.due); err != nil {
		return llm.Delta{}, err
	}
	word := a.words[0]
	a.words, a.due = a.words[1:], a.due.Add(a.every)
	return llm.Delta{Text: word}, nil
}

// Close implements llm.Stream.
func (a *answer) Close() error {
	a.words = nil
	return nil
}

// until waits for due, or returns ctx's error.
func until(ctx context.Context, due time.Time) error {
	timer := time.NewTimer(time.Until(due))
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
