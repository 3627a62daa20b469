package beep

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"

	"parley/llm"
)

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
