package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"parley/tool"
)

type search struct {
	Query string `json:"query" jsonschema:"what to look for"`
	Count int    `json:"count" jsonschema:"how many [minimum=1 maximum=20]"`
	In    where  `json:"in,omitzero"`
}

type where struct {
	Site string `json:"site,omitempty"`
	Lang string `json:"lang,omitempty"`
}

func find(_ context.Context, _ tool.Call, in search) (search, error) { return in, nil }

func made(t *testing.T, tl tool.Tool, err error) tool.Tool {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func run(t *testing.T, tl tool.Tool, args string) string {
	t.Helper()
	out, err := tl.Run(t.Context(), tool.Call{Key: "k"}, json.RawMessage(args))
	if err != nil {
		return "error: " + err.Error()
	}
	return string(out)
}

func TestStaticArgumentsTakeThePlaceOfTheModels(t *testing.T) {
	fixed, err := tool.New("search", "d", find, tool.Static(map[string]any{"count": 10, "in": map[string]any{"lang": "en"}}))
	tl := made(t, fixed, err)
	for args, want := range map[string]string{
		`{"query":"a"}`: `{"query":"a","count":10,"in":{"lang":"en"}}`,
		`{"query":"a","count":3,"in":{"lang":"de","site":"x"}}`: `{"query":"a","count":10,"in":{"site":"x","lang":"en"}}`,
		`{"query":"a","in":3}`: `{"query":"a","count":10,"in":{"lang":"en"}}`,
		`[]`:                   `error: bad arguments: query is missing`,
	} {
		if got := run(t, tl, args); got != want {
			t.Errorf("Run(%s) = %s, want %s", args, got, want)
		}
	}
	shown := string(tl.Input())
	if !strings.Contains(shown, `"count":{"description":"how many","const":10}`) && !strings.Contains(shown, `"const":10`) {
		t.Errorf("the schema does not show the only value: %s", shown)
	}
	for name, bad := range map[string]any{"no object": 3, "no such field": map[string]any{"colour": 1}, "out of bounds": map[string]any{"count": 99}} {
		if _, err := tool.New("search", "d", find, tool.Static(bad)); !errors.Is(err, tool.ErrTool) {
			t.Errorf("%s: New = %v, want ErrTool", name, err)
		}
	}
}

func TestStaticNilFreesAClone(t *testing.T) {
	fixed, err := tool.New("search", "d", find, tool.Static(map[string]any{"count": 10}))
	free, err2 := made(t, fixed, err).Change(tool.Static(nil))
	tl := made(t, free, err2)
	if got := run(t, tl, `{"query":"a","count":3}`); got != `{"query":"a","count":3}` || strings.Contains(string(tl.Input()), "const") {
		t.Errorf("Run = %s, Input = %s", got, tl.Input())
	}
}

func TestModelIsToldOfStaticArguments(t *testing.T) {
	const object = `{"type":"object","properties":{"in":%s},"required":["in"],"$defs":{"p":{"type":"object","properties":` +
		`{"x":{"type":"string"},"y":{"type":"string"}},"required":["x","y"]}}}`
	const both = `{"type":"object","properties":{"x":{"const":"1"},"y":{"type":"string"}},"required":["y"]}`
	for _, test := range []struct {
		in     string
		static any
		want   string // of the property, and whether it must be there
		needed bool
	}{
		{`{"type":"integer"}`, int64(9007199254740993), `{"const":9007199254740993}`, false},
		{`{"$ref":"#/$defs/p"}`, map[string]any{"x": "1"}, both, true},
		{`{"$ref":"#/$defs/p"}`, map[string]any{"x": "1", "y": "2"}, strings.NewReplacer(
			`{"type":"string"}`, `{"const":"2"}`, `,"required":["y"]`, ``).Replace(both), false},
	} {
		echo := func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) { return args, nil }
		tl, err := tool.FromJSON("a", "d", json.RawMessage(strings.Replace(object, "%s", test.in, 1)), nil, echo,
			tool.Static(map[string]any{"in": test.static}))
		shown := string(made(t, tl, err).Input())
		if !strings.Contains(shown, `{"in":`+test.want+`}`) || strings.Contains(shown, `"required":["in"]`) != test.needed {
			t.Errorf("Input with %v = %s, want %s", test.static, shown, test.want)
		}
	}
}

func TestWithIsACopy(t *testing.T) {
	first, err := tool.New("search", "Finds.", find, tool.WithAliases("find", "lookFor"))
	old := made(t, first, err)
	second, err := old.Change(tool.WithName("Search2"), tool.WithDescription("Finds more."), tool.WithAliases(), tool.ReadOnly())
	clone := made(t, second, err)
	if clone.Name() != "Search2" || clone.Description() != "Finds more." || len(clone.Aliases()) != 0 {
		t.Errorf("clone = %q, %q, %v", clone.Name(), clone.Description(), clone.Aliases())
	}
	if !clone.ReadOnly() || !clone.Repeatable() {
		t.Errorf("the clone is read-only %v, repeatable %v", clone.ReadOnly(), clone.Repeatable())
	}
	if old.Name() != "search" || len(old.Aliases()) != 2 || old.ReadOnly() || old.Repeatable() {
		t.Errorf("the tool that was cloned has changed: %q, %v", old.Name(), old.Aliases())
	}
	if got := run(t, clone, `{"query":"a","count":1}`); got != `{"query":"a","count":1}` {
		t.Errorf("Run = %s", got)
	}
	repeatable, err := old.Change(tool.Repeatable())
	if got := made(t, repeatable, err); got.ReadOnly() || !got.Repeatable() {
		t.Errorf("a repeatable clone is read-only %v, repeatable %v", got.ReadOnly(), got.Repeatable())
	}
}

func TestWithRefuses(t *testing.T) {
	old, err := tool.New("search", "d", find, tool.WithAliases("find"))
	old = made(t, old, err)
	_, none := tool.Tool{}.Change(tool.WithName("a"), tool.WithDescription("d"), tool.WithTimeout(1), tool.WithRetry(1, 0))
	for name, err := range map[string]error{
		"a bad name":       second(old.Change(tool.WithName("a b"))),
		"a bad alias":      second(old.Change(tool.WithAliases("a b"))),
		"its own alias":    second(old.Change(tool.WithAliases("search"))),
		"an alias twice":   second(old.Change(tool.WithAliases("a", "a"))),
		"its alias's name": second(old.Change(tool.WithName("find"))),
		"no description":   second(old.Change(tool.WithDescription(""))),
		"the zero tool":    none,
	} {
		if !errors.Is(err, tool.ErrTool) {
			t.Errorf("With %s = %v, want ErrTool", name, err)
		}
	}
}

func second(_ tool.Tool, err error) error { return err }

func TestSetKnowsAliases(t *testing.T) {
	a, _ := tool.New("a", "d", find, tool.WithAliases("one"))
	b, _ := tool.New("b", "d", find, tool.WithAliases("one"))
	c, _ := tool.New("one", "d", find)
	set, err := tool.NewSet(a)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := set.Get("one"); !ok || got.Name() != "a" {
		t.Errorf("Get(one) = %q, %v", got.Name(), ok)
	}
	for _, other := range []tool.Tool{b, c} {
		if _, err := tool.NewSet(a, other); !errors.Is(err, tool.ErrTool) {
			t.Errorf("NewSet of two with one name = %v", err)
		}
	}
}

func TestWrappedToolIsCalledByTheOther(t *testing.T) {
	inner, err := tool.New("search", "d", find)
	type longer struct {
		search
		Cost int `json:"cost"`
	}
	wrapped, err2 := tool.Wrap(made(t, inner, err), func(
		ctx context.Context, _ tool.Call, in struct {
			Query string `json:"query"`
		}, next func(context.Context, any) (json.RawMessage, error),
	) (out longer, err error) {
		raw, err := next(ctx, search{Query: strings.ToUpper(in.Query), Count: 2})
		if err != nil {
			return out, err
		}
		err = json.Unmarshal(raw, &out.search)
		out.Cost = 7
		return out, err
	}, tool.WithDescription("longer"))
	tl := made(t, wrapped, err2)
	if got := run(t, tl, `{"query":"a"}`); got != `{"query":"A","count":2,"cost":7}` || tl.Name() != "search" {
		t.Errorf("Run of %s = %s", tl.Name(), got)
	}
}

func TestWrappedToolConfirmsToo(t *testing.T) {
	inner, err := tool.New("search", "d", find, tool.Confirm(func(in search) string { return in.Query + "?" }))
	inner = made(t, inner, err)
	type next = func(context.Context, any) (json.RawMessage, error)
	same := func(context.Context, tool.Call, search, next) (int, error) { return 0, nil }
	other := func(context.Context, tool.Call, where, next) (int, error) { return 0, nil }
	wrapped, err := tool.Wrap(inner, same)
	if got, needed, err := made(t, wrapped, err).Question(json.RawMessage(`{"query":"a","count":1}`)); got != "a?" || !needed || err != nil {
		t.Errorf("Question = %q, %v, %v", got, needed, err)
	}
	if _, err := tool.Wrap(inner, other); !errors.Is(err, tool.ErrTool) {
		t.Errorf("Wrap that loses the question = %v, want ErrTool", err)
	}
	wrapped, err = tool.Wrap(inner, other, tool.Confirm(func(in where) string { return in.Site + "?" }))
	if got, _, err := made(t, wrapped, err).Question(json.RawMessage(`{"site":"x"}`)); got != "x?" || err != nil {
		t.Errorf("Question = %q, %v", got, err)
	}
}

func TestToolOfJSONConfirms(t *testing.T) {
	object := json.RawMessage(`{"type":"object"}`)
	echo := func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) { return args, nil }
	tl, err := tool.FromJSON("a", "d", object, nil, echo, tool.Confirm(func(args json.RawMessage) string { return string(args) }))
	if got, _, err := made(t, tl, err).Question(json.RawMessage(`{"n":1}`)); got != `{"n":1}` || err != nil {
		t.Errorf("Question = %q, %v", got, err)
	}
	for name, opt := range map[string]tool.Option{
		"none": tool.Confirm[json.RawMessage](nil), "another's": tool.Confirm(func(search) string { return "" }),
	} {
		if _, err := tool.FromJSON("a", "d", object, nil, echo, opt); !errors.Is(err, tool.ErrTool) {
			t.Errorf("%s: FromJSON = %v, want ErrTool", name, err)
		}
	}
}

func FuzzStatic(f *testing.F) {
	tl, err := tool.New("search", "d", find, tool.Static(map[string]any{"count": 10, "in": map[string]any{"lang": "en"}}))
	if err != nil {
		f.Fatal(err)
	}
	for _, args := range []string{`{"query":"a","count":3,"in":{"lang":"de","site":"x"}}`, `[]`, `{"in":null}`, `{"in":`, `{"query":"a"} {}`} {
		f.Add([]byte(args))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		out, err := tl.Run(t.Context(), tool.Call{}, args)
		if errors.Is(err, tool.ErrArguments) {
			return
		}
		var got search
		if err := errors.Join(err, json.Unmarshal(out, &got)); err != nil || got.Count != 10 || got.In.Lang != "en" {
			t.Errorf("Run(%s) = %s, %v", args, out, err)
		}
	})
}

func TestToolOfJSON(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","default":5}},"additionalProperties":false}`)
	echo := func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) { return args, nil }
	tl, err := tool.FromJSON("echo", "d", schema, schema, echo)
	tl = made(t, tl, err)
	for args, want := range map[string]string{``: `{"n":5}`, `{"n":3}`: `{"n":3}`} {
		if got := run(t, tl, args); got != want {
			t.Errorf("Run(%s) = %s, want %s", args, got, want)
		}
	}
	for name, bad := range map[string]string{"no JSON": `{`, "no object": `{"type":"string"}`} {
		if _, err := tool.FromJSON("echo", "d", json.RawMessage(bad), nil, echo); !errors.Is(err, tool.ErrTool) {
			t.Errorf("%s: FromJSON = %v, want ErrTool", name, err)
		}
	}
}

// TestStandIn: a stand-in has the schemas of what it stands for, runs its own function and
// asks nobody by the other's options; of nothing it is no tool.
func TestStandIn(t *testing.T) {
	object := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","default":5}},"additionalProperties":false}`)
	echo := func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) { return args, nil }
	host, err := tool.FromJSON("a", "d", object, object, echo, tool.Confirm(func(json.RawMessage) string { return "Sure?" }))
	host = made(t, host, err)
	in, err := host.StandIn(func(context.Context, tool.Call, json.RawMessage) (json.RawMessage, error) {
		return json.RawMessage(`{"n":7}`), nil
	}, tool.ReadOnly())
	in = made(t, in, err)
	if got := run(t, in, ``); got != `{"n":7}` || in.Name() != "a" || !in.ReadOnly() || host.ReadOnly() {
		t.Errorf("%s runs to %s, read-only %v, the host's %v", in.Name(), got, in.ReadOnly(), host.ReadOnly())
	}
	if _, err := in.Run(t.Context(), tool.Call{}, json.RawMessage(`{"m":1}`)); !errors.Is(err, tool.ErrArguments) {
		t.Errorf("a field that is not in the host's schema: %v", err)
	}
	if got, _, err := in.Question(json.RawMessage(`{}`)); got != "" || err != nil {
		t.Errorf("it asks %q, %v", got, err)
	}
	if _, err := host.StandIn(nil); !errors.Is(err, tool.ErrTool) {
		t.Errorf("of no function: %v", err)
	}
	if _, err := (tool.Tool{}).StandIn(echo); !errors.Is(err, tool.ErrTool) {
		t.Errorf("for no tool: %v", err)
	}
}

// TestFieldsAreHeldByTheirNames holds that names are refused before a call as they are in
// it, and in the same words, and that none is refused which may be right.
func TestFieldsAreHeldByTheirNames(t *testing.T) {
	plain, err := tool.New("search", "d", find)
	free := made(t, plain, err)
	fixed, err := tool.New("search", "d", find, tool.Static(map[string]any{"query": "a", "count": 10}))
	static := made(t, fixed, err)
	for _, tt := range []struct {
		tool  tool.Tool
		args  string
		wrong bool
	}{
		{free, `{"query":"a","count":3}`, false},
		{free, `{"query":"a","count":3,"in":{}}`, false},
		{free, `{"count":3}`, true},
		{free, `{"query":"a","count":3,"colour":1,"more":2}`, true},
		{free, `{}`, true},
		{static, `{}`, false},
		{static, `{"in":{}}`, false},
		{static, `{"colour":1}`, true},
	} {
		var fields map[string]any
		if err := json.Unmarshal([]byte(tt.args), &fields); err != nil {
			t.Fatal(err)
		}
		err := tt.tool.CheckFields(slices.Sorted(maps.Keys(fields)))
		ran := run(t, tt.tool, tt.args)
		if (err != nil) != tt.wrong || err != nil && (!errors.Is(err, tool.ErrArguments) || ran != "error: "+err.Error()) {
			t.Errorf("%s: %v, and when run %s", tt.args, err, ran)
		}
	}
}
