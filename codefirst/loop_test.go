package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/tool"
)

const listen = "\nreturn { action: 'listen' }"

func TestWorkerRuns(t *testing.T) {
	fails := newTool(t, "fails", func(context.Context, tool.Call, json.RawMessage) (any, error) { return nil, errors.New("no luck") })
	one := newTool(t, "one", func(context.Context, tool.Call, json.RawMessage) (any, error) { return 1, nil })
	thinks := newTool(t, "thinks", func(context.Context, tool.Call, json.RawMessage) (any, error) {
		return nil, &codefirst.ThinkAgain{Reason: "look", Context: map[string]int{"found": 7}}
	})
	for _, test := range []struct {
		name     string
		replies  []string
		statuses string
		value    string
		told     string // a part of what the model is told last
	}{
		{"an exit", []string{"return { action: 'answer', value: 3 }"}, "exit_success", "3", ""},
		{"TypeScript", []string{"const n: number = 3 as number\nreturn { action: 'answer', value: n }"}, "exit_success", "3", ""},
		{"a tool", []string{"return { action: 'answer', value: await one() }"}, "exit_success", "1", ""},
		{"several at once", []string{"const all = await Promise.all([one(), one()])\nreturn { action: 'answer', value: all.length }"},
			"exit_success", "2", ""},
		{"code that does not compile", []string{"const = 3", "return { action: 'answer', value: 3 }"}, "invalid_code_error exit_success",
			"3", "not run"},
		{"an import", []string{"import fs from 'fs'", "return { action: 'answer', value: 3 }"}, "invalid_code_error exit_success", "3",
			"not run"},
		{"a thrown error", []string{"throw new Error('oh no')", "return { action: 'answer', value: 3 }"}, "execution_error exit_success",
			"3", "oh no"},
		{"a tool's error", []string{"await fails()", "return { action: 'answer', value: 3 }"}, "execution_error exit_success", "3", "no luck"},
		{"a tool's error that is caught",
			[]string{"try { await fails() } catch (e) { return { action: 'answer', value: e.message.length > 0 ? 1 : 0 } }"}, "exit_success",
			"1", ""},
		{"an unknown tool", []string{"await two()", "return { action: 'answer', value: 3 }"}, "execution_error exit_success", "3", "two"},
		{"an unknown exit", []string{"return { action: 'leave' }", "return { action: 'answer', value: 3 }"}, "exit_error exit_success",
			"3", "answer"},
		{"a wrong value", []string{"return { action: 'answer', value: 'three' }", "return { action: 'answer', value: 3 }"},
			"exit_error exit_success", "3", "number"},
		{"no return", []string{"const a = 1", "return { action: 'answer', value: 3 }"}, "exit_error exit_success", "3", "return"},
		{"think", []string{"const a = 41\nreturn { action: 'think', a }", "return { action: 'answer', value: a + 1 }"},
			"thinking_requested exit_success", "42", "41"},
		{"think of everything", []string{"const a = 41, b = 'x'\nreturn { action: 'think' }", "return { action: 'answer', value: a }"},
			"thinking_requested exit_success", "41", `"x"`},
		{"variables go on", []string{"const a = 41\nthrow new Error('x')", "return { action: 'answer', value: a }"},
			"execution_error exit_success", "41", ""},
		{"variables are declared anew", []string{"const a = 41\nreturn { action: 'think' }",
			"const a = 2\nreturn { action: 'answer', value: a }"}, "thinking_requested exit_success", "2", ""},
		{"a tool that has it think",
			[]string{"try { await thinks() } catch {} finally { await one() }\nreturn { action: 'answer', value: 1 }",
				"return { action: 'answer', value: 3 }"}, "thinking_requested exit_success", "3", "found"},
		{"what was done is told", []string{"await one()\nthrow new Error('x')", "return { action: 'answer', value: 3 }"},
			"execution_error exit_success", "3", "one("},
		{"a message has no place", []string{"yield <Text>hi</Text>", "return { action: 'answer', value: 3 }"},
			"execution_error exit_success", "3", "Text"},
		{"no exit in time", []string{"const a = 1", "const a = 1", "const a = 1"}, "exit_error exit_error exit_error", "", ""},
		{"a promise that nobody keeps", []string{"await new Promise(() => {})", "return { action: 'answer', value: 3 }"},
			"execution_error exit_success", "3", "wait"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, script := execute(t, codefirst.Params{Tools: tools(fails, one, thinks), Exits: number(t)}, test.replies...)
			if got := statuses(r); got != test.statuses || string(r.Value) != test.value {
				t.Errorf("statuses %q, value %s (%v); want %q, %s", got, r.Value, r.Err(), test.statuses, test.value)
			}
			if !strings.Contains(told(script), test.told) {
				t.Errorf("the model is not told of %q:\n%s", test.told, told(script))
			}
			if test.value == "" && !errors.Is(r.Err(), codefirst.ErrLoop) {
				t.Errorf("Err = %v, want ErrLoop", r.Err())
			}
		})
	}
}

func TestWorkerWithoutExitsIsDone(t *testing.T) {
	r, _ := execute(t, codefirst.Params{}, "return { action: 'done', success: true, result: 666 }")
	out, err := codefirst.Done.Output(r)
	if err != nil || !out.Success || out.Result != 666.0 {
		t.Errorf("Output = %v, %v", out, err)
	}
}

func TestResultTellsWhatCame(t *testing.T) {
	var all []string
	r, _ := execute(t, codefirst.Params{
		RunID: "r1", User: "u1", Metadata: map[string]any{"a": 1}, Exits: number(t),
		Hooks: codefirst.Hooks{OnTrace: func(tr codefirst.Trace) { all = append(all, string(tr.Kind)) }},
	}, "// a plan\nconst hello = '1234'\nconsole.log(hello)\nreturn { action: 'Answer', value: 3 }")
	if !r.Success() || !r.Is("answer") || r.Interrupted() || r.Err() != nil || r.Run != "r1" || r.Metadata["a"] != 1 {
		t.Errorf("result = %+v", r)
	}
	if v, err := codefirst.Variable[string](r.LastIteration(), "hello"); err != nil || v != "1234" {
		t.Errorf("hello = %s, %v", v, err)
	}
	if got := fmt.Sprint(r.LastIteration().Variables); got != `[hello = "1234"]` {
		t.Errorf("printed as %s", got)
	}
	if _, err := codefirst.Variable[int](r.LastIteration(), "hello"); !errors.Is(err, codefirst.ErrValue) {
		t.Errorf("hello as a number: %v", err)
	}
	if _, err := codefirst.Variable[int](r.LastIteration(), "bye"); !errors.Is(err, codefirst.ErrNoVariable) {
		t.Errorf("bye: %v", err)
	}
	if r.Usage.Prompt == 0 || r.Usage.Completion == 0 || r.LastIteration().Model != "script" || r.LastIteration().Ended.IsZero() {
		t.Errorf("last = %+v", r.LastIteration())
	}
	want := []string{"llm_call_started", "code_generation_started", "llm_call_success", "comment", "log", "code_execution"}
	if !slices.Equal(all, want) {
		t.Errorf("traces = %v, want %v", all, want)
	}
	text, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(text), `"kind":"success"`) || !strings.Contains(string(text), `"exit":"answer"`) {
		t.Errorf("JSON = %s, %v", text, err)
	}
}

func TestInputsAreReadEachIteration(t *testing.T) {
	n := 0
	r, script := execute(t, codefirst.Params{
		Exits: number(t),
		Refresh: func(_ context.Context, r *codefirst.Run, p *codefirst.Params) error {
			n++
			p.Temperature, p.Instructions = new(float32(n-1)), fmt.Sprintf("pass %d of %d", n, len(r.Iterations))
			c := &counted{}
			p.Tools = append(p.Tools, newTool(t, fmt.Sprintf("tool%d", n), c.run)) // those of one iteration are not the next's
			return nil
		},
	}, "await tool1()\nreturn { action: 'think' }", "return { action: 'answer', value: await tool2() }")
	if statuses(r) != "thinking_requested exit_success" {
		t.Errorf("statuses = %s, %v", statuses(r), r.LastIteration().Err)
	}
	if !strings.Contains(script.Asked[1].Messages[0].Text, "pass 2 of 2") || script.Asked[0].Temperature == script.Asked[1].Temperature {
		t.Error("the second iteration has the inputs of the first")
	}
	down := errors.New("the store is down")
	r, _ = execute(t, codefirst.Params{Refresh: func(context.Context, *codefirst.Run, *codefirst.Params) error { return down }}, "")
	if !errors.Is(r.Err(), down) || statuses(r) != "generation_error" {
		t.Errorf("%s: %v", statuses(r), r.Err())
	}
}

func TestParamsThatCannotBeRunAreRefused(t *testing.T) {
	c := &counted{}
	model := models(scripted.New("return 1"))
	for name, p := range map[string]codefirst.Params{
		"no models":      {},
		"loop":           {Models: model, Loop: 101},
		"timeout":        {Models: model, Timeout: -1},
		"empty snapshot": {Models: model, Snapshot: &codefirst.Snapshot{}},
	} {
		if _, err := codefirst.Execute(t.Context(), p); !errors.Is(err, codefirst.ErrParams) && !errors.Is(err, codefirst.ErrSnapshot) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var many []tool.Tool
	for i := range 101 {
		many = append(many, newTool(t, fmt.Sprintf("t%d", i), c.run))
	}
	exits := func(names ...string) []codefirst.Exit {
		var all []codefirst.Exit
		for _, n := range names {
			all = append(all, codefirst.Exit{Name: n})
		}
		return all
	}
	object := func(o codefirst.Object) []codefirst.Object { return []codefirst.Object{o} }
	for name, p := range map[string]codefirst.Params{
		"reserved tool":         {Tools: tools(newTool(t, "think", c.run))},
		"word of the language":  {Tools: tools(newTool(t, "delete", c.run))},
		"two tools":             {Tools: tools(newTool(t, "a", c.run), newTool(t, "b", c.run, tool.WithAliases("a")))},
		"too many tools":        {Tools: tools(many...)},
		"tool and component":    {Chat: &room{}, Tools: tools(newTool(t, "Message", c.run))},
		"two exits":             {Exits: exits("a", "A")},
		"an exit named think":   {Exits: exits("Think")},
		"a bad exit":            {Exits: exits("a b")},
		"property without JSON": {Objects: object(codefirst.Object{Name: "o", Properties: []codefirst.Property{{Name: "p"}}})},
		"two of an object": {Objects: object(codefirst.Object{Name: "o", Tools: []tool.Tool{newTool(t, "p", c.run)},
			Properties: []codefirst.Property{{Name: "p", Value: json.RawMessage("1")}}})},
		"temperature":  {Temperature: new(float32(3))},
		"instructions": {Instructions: strings.Repeat("a", codefirst.MaxInstructions+1)},
		"no models in the end": {Refresh: func(_ context.Context, _ *codefirst.Run, p *codefirst.Params) error {
			p.Models = nil
			return nil
		}},
	} {
		r, _ := execute(t, p, "return 1")
		if !errors.Is(r.Err(), codefirst.ErrParams) {
			t.Errorf("%s: Err = %v, want ErrParams", name, r.Err())
		}
	}
}

func TestHooksComeInOrder(t *testing.T) {
	c := &counted{}
	var order []string
	note := func(what string) { order = append(order, what) }
	r, _ := execute(t, codefirst.Params{
		Tools: tools(newTool(t, "one", c.run)), Exits: number(t),
		Hooks: codefirst.Hooks{
			OnIterationStart: func(_ context.Context, it *codefirst.Iteration) error {
				note("start")
				it.Temperature = 0.1
				return nil
			},
			OnBeforeExecution: func(_ context.Context, it *codefirst.Iteration) error {
				note("before")
				it.Code = strings.ReplaceAll(it.Code, "'wrong'", "'answer'")
				return nil
			},
			OnBeforeTool: func(_ context.Context, tc *codefirst.ToolCall) error {
				note("tool " + tc.Name)
				tc.Input = json.RawMessage(`{"changed":true}`)
				return nil
			},
			OnAfterTool: func(_ context.Context, tc *codefirst.ToolCall) {
				note("came " + string(tc.Output))
				tc.Output = json.RawMessage(`7`)
			},
			OnExit: func(_ context.Context, e codefirst.Exit, v json.RawMessage) error {
				note("exit " + e.Name + string(v))
				return nil
			},
			OnIterationEnd: func(context.Context, *codefirst.Iteration) error {
				note("end")
				return errors.New("this is ignored")
			},
		},
	}, "const n = await one({ a: 1 })\nreturn { action: 'wrong', value: n }")
	want := []string{"start", "before", "tool one", "came 1", "exit answer7", "end"}
	if !slices.Equal(order, want) || r.Err() != nil || r.LastIteration().Temperature != 0.1 {
		t.Errorf("order = %q (%v), want %q", order, r.Err(), want)
	}
	for _, tr := range r.LastIteration().Traces {
		if tr.Kind == codefirst.TraceToolCall && string(tr.Input) != `{"a":1}` {
			t.Errorf("the trace has %s, not what the code gave", tr.Input)
		}
	}
}

func TestHooksMayRefuse(t *testing.T) {
	c := &counted{}
	think := &codefirst.ThinkAgain{Reason: "wait", Context: "look at the rules"}
	twice := func(err error) func() error {
		first := true
		return func() error {
			defer func() { first = false }()
			if first {
				return err
			}
			return nil
		}
	}
	for name, test := range map[string]struct {
		hooks    func(refuse func() error) codefirst.Hooks
		err      error
		statuses string
		calls    int
	}{
		"start, think": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnIterationStart: func(context.Context, *codefirst.Iteration) error { return f() }}
		}, think, "thinking_requested exit_success", 1},
		"start": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnIterationStart: func(context.Context, *codefirst.Iteration) error { return f() }}
		}, errors.New("no"), "generation_error", 0},
		"before, think": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnBeforeExecution: func(context.Context, *codefirst.Iteration) error { return f() }}
		}, think, "thinking_requested exit_success", 1},
		"before": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnBeforeExecution: func(context.Context, *codefirst.Iteration) error { return f() }}
		}, errors.New("no"), "invalid_code_error exit_success", 1},
		"tool": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnBeforeTool: func(context.Context, *codefirst.ToolCall) error { return f() }}
		}, errors.New("no"), "execution_error exit_success", 1},
		"exit": {func(f func() error) codefirst.Hooks {
			return codefirst.Hooks{OnExit: func(context.Context, codefirst.Exit, json.RawMessage) error { return f() }}
		}, errors.New("no"), "exit_error exit_success", 2},
	} {
		t.Run(name, func(t *testing.T) {
			*c = counted{}
			const code = "await one()\nreturn { action: 'answer', value: 1 }"
			r, _ := execute(t, codefirst.Params{
				Tools: tools(newTool(t, "one", c.run)), Exits: number(t), Hooks: test.hooks(twice(test.err)),
			}, code, code)
			if statuses(r) != test.statuses || c.calls() != test.calls {
				t.Errorf("%s after %d calls (%v), want %s after %d", statuses(r), c.calls(), r.Err(), test.statuses, test.calls)
			}
		})
	}
}

func TestSlowTraceHookDropsTheOldest(t *testing.T) {
	hold := make(chan struct{})
	var kept int
	r, _ := execute(t, codefirst.Params{
		Exits: number(t), Loop: 1, Limits: sandbox.Limits{Logs: 5000, Slice: 30 * time.Second},
		Hooks: codefirst.Hooks{
			OnTrace: func(codefirst.Trace) {
				<-hold
				kept++
			},
			OnIterationEnd: func(context.Context, *codefirst.Iteration) error {
				close(hold)
				return nil
			},
		},
	}, "for (let i = 0; i < 3000; i++) console.log(i)\nreturn { action: 'answer', value: 1 }")
	if r.Err() != nil || r.Dropped == 0 || kept+r.Dropped < 3000 {
		t.Errorf("%d traces came, %d were dropped (%v)", kept, r.Dropped, r.Err())
	}
}

// broken is a model that fails after some text.
type broken struct{ text string }

func (broken) Name() string { return "broken" }

func (b broken) Chat(context.Context, llm.Request) (llm.Stream, error) {
	if b.text == "" {
		return nil, errors.New("no service")
	}
	return &cut{b.text}, nil
}

type cut struct{ text string }

func (c *cut) Next() (llm.Delta, error) {
	if c.text == "" {
		return llm.Delta{}, errors.New("cut off")
	}
	d := llm.Delta{Text: c.text}
	c.text = ""
	return d, nil
}

func (*cut) Close() error { return nil }

func TestModelsAreTriedInOrder(t *testing.T) {
	script := scripted.New("return { action: 'answer', value: 1 }")
	r, _ := execute(t, codefirst.Params{Exits: number(t), Models: models(broken{}, script)})
	if !r.Success() || r.LastIteration().Model != "script" {
		t.Errorf("model %s, %v", r.LastIteration().Model, r.Err())
	}
	r, _ = execute(t, codefirst.Params{Exits: number(t), Models: models(broken{}, broken{"return"}, script)})
	if !errors.Is(r.Err(), codefirst.ErrModel) || r.LastIteration().Status != codefirst.GenerationError {
		t.Errorf("a reply that was begun: %v, %s", r.Err(), r.LastIteration().Status)
	}
}
