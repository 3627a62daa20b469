package beep

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"parley/llm"
)

// clause and sentence are how many words each has in a reply.
const (
	clause   = 4
	sentence = 10
)

// Author implements llm.Engine: whatever it is asked, it answers what its call
// needs. It is safe for concurrent use.
type Author struct {
	// FirstToken is waited before the first word of a reply, PerToken before
	// each other.
	FirstToken, PerToken time.Duration

	mu    sync.Mutex
	words int
	heard int // set
}

var _ llm.Engine = (*Author)(nil)

// Name implements llm.Engine.
func (*Author) Name() string { return "beep" }

// Write has the replies from now on be of n words.
func (a *Author) Write(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.words = n
}

// Heard tells that words of a set are being heard; replies from now on use the
// next set, so that they are not taken for the one under way.
func (a *Author) Heard(set int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard = set
}

// Chat implements llm.Engine.
func (a *Author) Chat(ctx context.Context, _ llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return &reply{
		ctx: ctx, wait: a.FirstToken, pace: a.PerToken,
		left: strings.SplitAfter(Text((a.heard+1)%Sets, a.words), " "),
	}, nil
}

// Text is a reply of n words of a set, in sentences of two clauses and a half.
func Text(set, n int) string {
	var b strings.Builder
	for i := range n {
		w := vocabulary[set][i%Size]
		if i%sentence == 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
		switch {
		case i == n-1:
			b.WriteString(".")
		case i%sentence == sentence-1:
			b.WriteString(". ")
		case i%sentence%clause == clause-1:
			b.WriteString(", ")
		default:
			b.WriteString(" ")
		}
	}
	return b.String()
}

// reply implements llm.Stream.
type reply struct {
	ctx        context.Context //nolint:containedctx // a request's, as llm.Stream wants it
	wait, pace time.Duration
	left       []string
}

// Next implements llm.Stream.
func (r *reply) Next() (llm.Delta, error) {
	if len(r.left) == 0 {
		return llm.Delta{}, io.EOF
	}
	select {
	case <-time.After(r.wait):
	case <-r.ctx.Done():
		return llm.Delta{}, r.ctx.Err()
	}
	text := r.left[0]
	r.left, r.wait = r.left[1:], r.pace
	return llm.Delta{Text: text}, nil
}

// Close implements llm.Stream.
func (*reply) Close() error { return nil }
