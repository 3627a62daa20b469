package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/tool"
)

// add is what the tool of most tests takes.
type add struct {
	Title    string    `json:"title" jsonschema:"what to do [minLength=1 maxLength=20]"`
	Priority string    `json:"priority,omitempty" jsonschema:"how much it matters [enum=low|normal|high]"`
	Days     int       `json:"days,omitzero" jsonschema:"how long it takes [minimum=0 maximum=365]"`
	Tags     []string  `json:"tags,omitempty" jsonschema:"labels [maxItems=2 maxLength=5]"`
	At       time.Time `json:"at,omitzero" jsonschema:"when it starts"`
	Steps    []step    `json:"steps,omitempty"`
	Note     *string   `json:"note,omitempty"`
}

type step struct {
	Text string         `json:"text"`
	Plan map[string]int `json:"plan,omitempty"`
}

type added struct {
	ID string `json:"id" jsonschema:"of the task"`
}

// ok answers every call with the title and the key.
func ok(_ context.Context, c tool.Call, in add) (added, error) {
	return added{in.Title + "/" + c.Key}, nil
}

func newTool[In, Out any](
	t testing.TB, run func(context.Context, tool.Call, In) (Out, error), opts ...tool.Option,
) tool.Tool {
	t.Helper()
	made, err := tool.New("tasks.add", "Adds a task.", run, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestToolTellsOfItself(t *testing.T) {
	made := newTool(t, ok, tool.ReadOnly())
	if made.Name() != "tasks.add" || made.Description() != "Adds a task." || !made.ReadOnly() {
		t.Errorf("tool = %q, %q, read-only %v", made.Name(), made.Description(), made.ReadOnly())
	}
	const input = `{"type":"object","properties":{` +
		`"title":{"type":"string","description":"what to do","minLength":1,"maxLength":20},` +
		`"priority":{"type":"string","description":"how much it matters","enum":["low","normal","high"]},` +
		`"days":{"type":"integer","description":"how long it takes","minimum":0,"maximum":365},` +
		`"tags":{"type":"array","items":{"type":"string","maxLength":5},"description":"labels","maxItems":2},` +
		`"at":{"type":"string","description":"when it starts","format":"date-time"},` +
		`"steps":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},` +
		`"plan":{"type":"object","additionalProperties":{"type":"integer"}}},"required":["text"],"additionalProperties":false}},` +
		`"note":{"type":["null","string"]}},"required":["title"],"additionalProperties":false}`
	if got := string(made.Input()); got != input {
		t.Errorf("Input =\n%s, want\n%s", got, input)
	}
	const output = `{"type":"object","properties":{"id":{"type":"string","description":"of the task"}},` +
		`"required":["id"],"additionalProperties":false}`
	if got := string(made.Output()); got != output {
		t.Errorf("Output = %s, want %s", got, output)
	}
}

func TestToolWithoutArgumentsHasProperties(t *testing.T) {
	made := newTool(t, func(context.Context, tool.Call, struct{}) (any, error) { return nil, nil })
	if got := string(made.Input()); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("Input = %s", got)
	}
	for _, args := range []string{"", "{}", " {} "} {
		if got, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(args)); string(got) != "null" || err != nil {
			t.Errorf("Run(%q) = %s, %v", args, got, err)
		}
	}
}

func make1[In, Out any](name string, opts ...tool.Option) error {
	_, err := tool.New(name, "d", func(context.Context, tool.Call, In) (out Out, err error) { return }, opts...)
	return err
}

func TestNewRefuses(t *testing.T) {
	type cycle struct{ Next *cycle }
	type wrongLimit struct {
		N int `json:"n" jsonschema:"a number [maxLength=3]"`
	}
	type noLimit struct {
		S string `json:"s" jsonschema:"text [longest=3]"`
	}
	type noNumber struct {
		S string `json:"s" jsonschema:"text [maxLength=many]"`
	}
	_, noFunction := tool.New[add, added]("a", "d", nil)
	_, noDescription := tool.New("a", "", ok)
	for what, err := range map[string]error{
		"no name":           make1[add, added](""),
		"a mark first":      make1[add, added]("_add"),
		"a digit first":     make1[add, added]("1add"),
		"a long name":       make1[add, added](strings.Repeat("a", 65)),
		"a space":           make1[add, added]("a b"),
		"no function":       noFunction,
		"no description":    noDescription,
		"input no object":   make1[string, added]("a"),
		"input a pointer":   make1[*add, added]("a"),
		"input a channel":   make1[struct{ C chan int }, added]("a"),
		"input a cycle":     make1[cycle, added]("a"),
		"output a function": make1[add, func()]("a"),
		"limit of no type":  make1[wrongLimit, added]("a"),
		"unknown limit":     make1[noLimit, added]("a"),
		"limit no number":   make1[noNumber, added]("a"),
		"another's Confirm": make1[add, added]("a", tool.Confirm(func(step) string { return "" })),
		"nil Confirm":       make1[add, added]("a", tool.Confirm[add](nil)),
		"confirmed reading": make1[add, added]("a", tool.ReadOnly(), tool.Confirm(func(add) string { return "" })),
		"no time":           make1[add, added]("a", tool.WithTimeout(0)),
		"no attempt":        make1[add, added]("a", tool.WithRetry(0, time.Second)),
		"many attempts":     make1[add, added]("a", tool.WithRetry(6, time.Second)),
		"no pause":          make1[add, added]("a", tool.WithRetry(2, 0)),
	} {
		if !errors.Is(err, tool.ErrTool) {
			t.Errorf("%s: New = %v, want ErrTool", what, err)
		}
	}
	for _, name := range []string{"a", "tasks.add", "a_1", strings.Repeat("a", 64)} {
		if err := make1[map[string]string, any](name); err != nil {
			t.Errorf("New(%q) = %v", name, err)
		}
	}
}

func TestSetKeepsOrderAndNames(t *testing.T) {
	var tools []tool.Tool
	for _, name := range []string{"b", "a", "c"} {
		made, err := tool.New(name, "d", ok)
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, made)
	}
	s, err := tool.NewSet(tools...)
	if err != nil {
		t.Fatal(err)
	}
	s.All()[0] = tool.Tool{} // the caller's own
	var names []string
	for _, made := range s.All() {
		names = append(names, made.Name())
	}
	if fmt.Sprint(names) != "[b a c]" {
		t.Errorf("All = %v", names)
	}
	if got, has := s.Get("a"); !has || got.Name() != "a" {
		t.Errorf("Get(a) = %q, %v", got.Name(), has)
	}
	if got, has := s.Get("d"); has || !reflect.ValueOf(got).IsZero() {
		t.Errorf("Get(d) = %q, %v", got.Name(), has)
	}
	if _, err := tool.NewSet(tools[0], tools[1], tools[0]); !errors.Is(err, tool.ErrTool) {
		t.Errorf("NewSet of two b = %v, want ErrTool", err)
	}
	if _, err := tool.NewSet(tool.Tool{}); !errors.Is(err, tool.ErrTool) {
		t.Errorf("NewSet of the zero Tool = %v, want ErrTool", err)
	}
}
