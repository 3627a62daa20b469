package beep

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"parley/bench/stub"
	"parley/llm"
)

// clause and sentence are how many words each has in a reply.
const (
	clause   = 4
	sentence = 10
)

// Author implements llm.Engine: whatever it is asked, it answers what its call
// needs, as soon as stub.LLM does. It is safe for concurrent use.
type Author struct {
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
func (a *Author) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	answer := &stub.LLM{Reply: Text((a.heard+1)%Sets, a.words)}
	return answer.Chat(ctx, r)
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

// Company implements llm.Engine for many calls: each is answered by the author
// of the user whom its prompt names. The zero value is ready; it is safe for
// concurrent use.
type Company struct {
	mu      sync.Mutex
	authors map[string]*Author
}

var _ llm.Engine = (*Company)(nil)

// errStranger is returned for a prompt that names nobody known.
var errStranger = errors.New("the prompt names no known user")

// Add gives the user of a name an author.
func (c *Company) Add(user string, a *Author) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.authors == nil {
		c.authors = map[string]*Author{}
	}
	c.authors[user] = a
}

// Name implements llm.Engine.
func (*Company) Name() string { return "beep" }

// Chat implements llm.Engine.
func (c *Company) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	a := c.author(r.Messages)
	if a == nil {
		return nil, errStranger
	}
	return a.Chat(ctx, r)
}

func (c *Company) author(messages []llm.Message) *Author {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range messages {
		if m.Speaker != llm.System {
			continue
		}
		for user, a := range c.authors {
			if strings.Contains(m.Text, strconv.Quote(user)) {
				return a
			}
		}
	}
	return nil
}
