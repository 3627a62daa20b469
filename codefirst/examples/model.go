package examples

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"parley/llm"
)

// Script is a model that writes given replies, one for each request. It is safe for
// concurrent use.
type Script struct {
	mu      sync.Mutex
	replies []string
	// Asked are the requests so far.
	Asked []llm.Request
}

// NewScript is a Script of replies.
func NewScript(replies ...string) *Script { return &Script{replies: replies} }

// Name implements llm.Engine.
func (s *Script) Name() string { return "script" }

// Chat implements llm.Engine. It fails once there are no more replies.
func (s *Script) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
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
	// Code is written with $1 and so on in the place of what When has matched.
	Code string
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
		if found := rule.When.FindStringSubmatchIndex(said); found != nil {
			code = string(rule.When.ExpandString(nil, rule.Code, said, found))
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

// DemoRules are what a model without a key knows to write: for a conversation with the
// tools tasks.add, tasks.list and tasks.clear.
func DemoRules() []Rule {
	rule := func(when, code string) Rule { return Rule{When: regexp.MustCompile("(?i)" + when), Code: code} }
	const listen = "\nreturn { action: 'listen' }"
	return []Rule{
		rule(`^\W*(?:hi|hello|hey)\b`,
			"yield <Message>\n  Hello! I keep a list of tasks, and I add up.\n  Try: add buy milk.\n</Message>"+listen),
		rule(`^\W*(?:please )?add (?:a task )?(?:to )?(.+?)[.!]?$$`,
			"yield <Message>One moment.</Message>\nconst task = await tasks.add({ title: `$1` })\n"+
				"yield <Message>{task.title} is on your list.</Message>"+listen),
		rule(`\b(?:list|tasks)\b.*\?|^\W*(?:list|show)\b`,
			"const all = await tasks.list()\n"+
				"yield <Message>{all.map((t, i) => `${i + 1}. ${t.title}`).join('\\n') || 'The list is empty.'}</Message>"+listen),
		rule(`^\W*(?:clear|delete|remove)\b`,
			"try {\n  const gone = await tasks.clear()\n  yield <Message>{gone} tasks are gone.</Message>\n} catch (e) {\n"+
				"  yield <Message>I leave them.</Message>\n}"+listen),
		rule(`(\d+)\s*(?:\+|plus|and)\s*(\d+)`, "yield <Message>That makes {$1 + $2}.</Message>"+listen),
		rule(`\b(?:bye|goodbye)\b`, "yield <Message>Goodbye.</Message>"+listen),
	}
}
