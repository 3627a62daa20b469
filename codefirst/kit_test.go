package codefirst_test

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool"
	"parley/tool/schema"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// room is a chat that keeps what it is sent.
type room struct {
	mu         sync.Mutex
	transcript []chat.Message
	sent       []string // as "id text"
	deltas     []string
	fail       error
}

func (r *room) Transcript(context.Context) ([]chat.Message, error) { return r.transcript, nil }

func (r *room) Components(context.Context) ([]chat.Component, error) { return chat.BuiltIn() }

func (r *room) Send(_ context.Context, id string, e tsx.Element) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail != nil {
		return r.fail
	}
	r.sent = append(r.sent, id+" "+chat.Terminal(e))
	return nil
}

// shown is everything that was sent, a message a line.
func (r *room) shown() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.sent, "\n")
}

// live is a room that takes words as they are written.
type live struct{ *room }

func (l live) Delta(_ context.Context, id, text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deltas = append(l.deltas, id+" "+text)
	return nil
}

func said(text string) []chat.Message { return []chat.Message{{Role: chat.User, Text: text}} }

// newTool is a tool that takes anything.
func newTool(t testing.TB, name string, run func(ctx context.Context, c tool.Call, args json.RawMessage) (any, error),
	opts ...tool.Option) tool.Tool {
	t.Helper()
	tl, err := tool.FromJSON(name, "Does "+name+".", json.RawMessage(`{"type":"object","properties":{}}`), json.RawMessage(`{}`),
		func(ctx context.Context, c tool.Call, args json.RawMessage) (json.RawMessage, error) {
			out, err := run(ctx, c, args)
			if err != nil {
				return nil, err
			}
			return json.Marshal(out)
		}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

// counted is a tool that counts its calls by key, and gives how many there were.
type counted struct {
	mu   sync.Mutex
	keys []string
}

func (c *counted) run(_ context.Context, call tool.Call, _ json.RawMessage) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keys = append(c.keys, call.Key)
	return len(c.keys), nil
}

func (c *counted) calls() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.keys)
}

func parse(t testing.TB, text string) *schema.Schema {
	t.Helper()
	s, err := schema.Parse(json.RawMessage(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// number is an exit that takes a number.
func number(t testing.TB) []codefirst.Exit {
	return []codefirst.Exit{{Name: "answer", Schema: parse(t, `{"type":"number"}`)}}
}

func models(engines ...llm.Engine) []llm.Engine { return engines }

func tools(all ...tool.Tool) []tool.Tool { return all }

// execute runs p with a script.
func execute(t testing.TB, p codefirst.Params, replies ...string) (*codefirst.Result, *scripted.Model) {
	t.Helper()
	script := scripted.New(replies...)
	if p.Models == nil {
		p.Models = models(script)
	}
	p.Limits.Slice = cmp.Or(p.Limits.Slice, time.Minute) // of a machine that has other work
	r, err := codefirst.Execute(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r, script
}

func statuses(r *codefirst.Result) string {
	var all []string
	for _, it := range r.Iterations {
		all = append(all, string(it.Status))
	}
	return strings.Join(all, " ")
}

// told is what the model was told last.
func told(s *scripted.Model) string {
	m := s.Asked[len(s.Asked)-1].Messages
	return m[len(m)-1].Text
}
