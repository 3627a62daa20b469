// Package scripted is models that need no service: one that writes given replies, for
// tests and programs of one's own, and one that knows rules.
package scripted

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"parley/llm"
)

// Model is one that writes given replies, one for each request. It is safe for
// concurrent use.
type Model struct {
	mu      sync.Mutex
	replies []string
	// Asked are the requests so far.
	Asked []llm.Request
}

// New is a Model of replies.
func New(replies ...string) *Model { return &Model{replies: replies} }

// Name implements llm.Engine.
func (s *Model) Name() string { return "script" }

// Chat implements llm.Engine. It fails once there are no more replies.
func (s *Model) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Asked = append(s.Asked, r)
	if len(s.Asked) > len(s.replies) {
		return nil, fmt.Errorf("the script has %d replies and no more", len(s.replies))
	}
	return newStream(ctx, s.replies[len(s.Asked)-1], r), nil
}

// Rule is code for what somebody says.
type Rule struct {
	When *regexp.Regexp
	// Code has $1 and so on where the texts stand that When has matched: as literals of
	// the code, for they are the user's and no code.
	Code string
}

var place = regexp.MustCompile(`\$[1-9]`)

// write is the code for what was found.
func (r Rule) write(found []string) string {
	return place.ReplaceAllStringFunc(r.Code, func(at string) string {
		literal, _ := json.Marshal(found[at[1]-'0']) // a text
		return string(literal)
	})
}

// Rules are a model that knows what to write for a few things: for the last message of
// the user's, the code of the first rule that matches it.
type Rules struct {
	Rules []Rule
	// Else is the code where no rule matches.
	Else string
}

// Name implements llm.Engine.
func (Rules) Name() string { return "rules" }

var lastSaid = regexp.MustCompile(`(?s)<user-\d+ [^>]*>(.*?)</user-\d+>`)

// Chat implements llm.Engine.
func (m Rules) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	said := ""
	for _, message := range r.Messages {
		if all := lastSaid.FindAllStringSubmatch(message.Text, -1); all != nil {
			said = all[len(all)-1][1]
		}
	}
	code := m.Else
	for _, rule := range m.Rules {
		if found := rule.When.FindStringSubmatch(said); found != nil {
			code = rule.write(found)
			break
		}
	}
	return newStream(ctx, code, r), nil
}

// stream writes a reply in pieces, as a service does.
type stream struct {
	ctx   context.Context //nolint:containedctx // a stream lives as long as its request
	rest  string
	usage *llm.Usage
}

// piece is how much of a reply a model writes at once, in bytes: some four tokens.
const piece = 16

func newStream(ctx context.Context, reply string, r llm.Request) *stream {
	read := 0
	for _, m := range r.Messages {
		read += len(m.Text)
	}
	for _, stop := range r.Stop {
		reply, _, _ = strings.Cut(reply, stop)
	}
	return &stream{ctx: ctx, rest: reply, usage: &llm.Usage{Prompt: read / 4, Completion: len(reply) / 4}}
}

func (s *stream) Next() (llm.Delta, error) {
	switch {
	case s.ctx.Err() != nil:
		return llm.Delta{}, context.Cause(s.ctx)
	case s.rest == "" && s.usage == nil:
		return llm.Delta{}, io.EOF
	case s.rest == "":
		d := llm.Delta{Finish: llm.Stopped, Usage: s.usage}
		s.usage = nil
		return d, nil
	}
	n := min(piece, len(s.rest))
	d := llm.Delta{Text: s.rest[:n]}
	s.rest = s.rest[n:]
	return d, nil
}

func (s *stream) Close() error { return nil }
