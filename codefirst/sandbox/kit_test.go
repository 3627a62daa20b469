package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
)

// attack is code that is meant to do harm.
type attack struct{ Name, Code string }

func attacks(t testing.TB) []attack {
	t.Helper()
	text, err := os.ReadFile("testdata/attacks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []attack
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// racing is set where the race detector makes the machine ten times as slow.
var racing bool

// childCode is the code that a child of TestAttacksAreStopped runs, by attackChild.
const childCode = "PARLEY_SANDBOX_CODE"

var attackChild func(code string)

func TestMain(m *testing.M) {
	if code, ok := os.LookupEnv(childCode); ok && attackChild != nil {
		attackChild(code)
		return
	}
	goleak.VerifyTestMain(m)
}

// host stands behind the runs of tests. ping gives back its argument, wait waits until
// it is told to end, fail fails, stop ends the run.
type host struct {
	mu      sync.Mutex
	called  []sandbox.Call
	yielded []string
	logs    []string
	kept    []sandbox.Call
	assign  func(object, property string, value json.RawMessage) error
	call    func(ctx context.Context, c sandbox.Call) (json.RawMessage, error)
	record  func(sandbox.Call) error
}

func (h *host) Call(ctx context.Context, c sandbox.Call) (json.RawMessage, error) {
	h.mu.Lock()
	h.called = append(h.called, c)
	h.mu.Unlock()
	if h.call != nil {
		return h.call(ctx, c)
	}
	switch c.Name {
	case "wait":
		<-ctx.Done()
		return nil, context.Cause(ctx)
	case "fail":
		return nil, errors.New("no luck")
	case "stop":
		return nil, sandbox.Stop(errStopped)
	}
	return c.Args, nil
}

// errStopped is what stop ends a run with.
var errStopped = errors.New("stopped by the host")

func (h *host) Yield(_ context.Context, _ int, e tsx.Element) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.yielded = append(h.yielded, outline(e))
	return nil
}

func (h *host) Assign(object, property string, value json.RawMessage) error {
	if h.assign != nil {
		return h.assign(object, property, value)
	}
	return nil
}

func (h *host) Log(line string) { h.logs = append(h.logs, line) }

func (h *host) Record(c sandbox.Call) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, c)
	if h.record != nil {
		return h.record(c)
	}
	return nil
}

// outline is an element as text.
func outline(e tsx.Element) string {
	var b strings.Builder
	b.WriteString("<" + e.Name)
	if e.Props != nil {
		b.WriteString(" " + string(e.Props))
	}
	b.WriteString(">")
	for _, c := range e.Children {
		if c.Element != nil {
			b.WriteString(outline(*c.Element))
		} else {
			b.WriteString(c.Text)
		}
	}
	return b.String() + "</>"
}

// room is what the code of tests finds.
func room(l sandbox.Limits) sandbox.Env {
	if l.Slice == 0 && racing {
		l.Slice = 20 * time.Second
	}
	return sandbox.Env{
		Functions:  []string{"ping", "wait", "fail", "stop", "o.t"},
		Components: map[string]string{"Message": "Message", "Msg": "Message", "Text": "Text", "Button": "Button", "Card": "Card"},
		Objects: []sandbox.Object{{Name: "o", Properties: []sandbox.Property{
			{Name: "p", Value: json.RawMessage(`3`), Writable: true}, {Name: "q", Value: json.RawMessage(`{"x":[1,{"y":2}]}`)},
		}}},
		Variables: []sandbox.Variable{{Name: "old", Value: json.RawMessage(`{"a":1}`), Kind: "object"}},
		Limits:    l,
	}
}

// run compiles and runs code.
func run(t testing.TB, code string, env sandbox.Env, h *host) (sandbox.Outcome, error) {
	t.Helper()
	p, err := sandbox.Compile(code)
	if err != nil {
		t.Fatalf("%v\n%s", err, code)
	}
	return sandbox.NewQuickJS().Run(t.Context(), p, env, h)
}
