package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool"
	"parley/tool/schema"
)

// A call that fails unheard is never a success: the user has the message already, and the
// model is told of both.
func TestCallThatFailsUnheardIsTold(t *testing.T) {
	add, err := tool.New("tasks.add", "Adds a task.", func(_ context.Context, _ tool.Call, in struct {
		Title string `json:"title" jsonschema:"what [minLength=1]"`
	}) (string, error) {
		return in.Title, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{
		"tasks.add({ title: '' })\nyield <Message>Saved.</Message>" + listen,
		"['a', ''].forEach(async t => { await tasks.add({ title: t }) })\nyield <Message>Saved.</Message>" + listen,
	} {
		p := codefirst.Params{Chat: &room{transcript: said("hi")}, Tools: tools(add)}
		r, script := execute(t, p, code, "return { action: 'listen' }")
		if statuses(r) != "execution_error exit_success" {
			t.Errorf("%s\n%s, %v", code, statuses(r), r.Err())
		}
		for _, part := range []string{
			`tasks.add({"title":""}) failed, and the code did not await it: bad arguments: title must be at least 1 characters`,
			"> 001 |", "Do not send them again:\n- Saved.",
		} {
			if !strings.Contains(told(script), part) {
				t.Errorf("the model is not told %q:\n%s", part, told(script))
			}
		}
	}
}

// A call whose fields have wrong names is known before anything has run: what stands
// before it has had no effect, and is not repeated.
func TestWrongFieldsAreToldBeforeAnythingRuns(t *testing.T) {
	var added []string
	add, err := tool.New("tasks.add", "adds one", func(_ context.Context, _ tool.Call, in struct {
		Title string `json:"title"`
	}) (string, error) {
		added = append(added, in.Title)
		return in.Title, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p := codefirst.Params{Chat: &room{transcript: said("hi")}, Tools: tools(add)}
	r, script := execute(t, p,
		"await tasks.add({ title: 'milk' })\nyield <Message>Saved.</Message>\nawait tasks.add({ name: 'tea' })"+listen,
		"await tasks.add({ title: 'milk' })\nawait tasks.add({ title: 'tea' })"+listen)
	if statuses(r) != "execution_error exit_success" || strings.Join(added, " ") != "milk tea" {
		t.Errorf("%s, %v: added %q", statuses(r), r.Err(), added)
	}
	for _, part := range []string{`tasks.add: bad arguments: title is missing; "name" is not a field`, "> 003 |", "No tool was called"} {
		if !strings.Contains(told(script), part) {
			t.Errorf("the model is not told %q:\n%s", part, told(script))
		}
	}
}

func TestUndoneAssignmentsAreTold(t *testing.T) {
	for _, end := range []string{"throw new Error('no')", "return { action: 'nowhere' }"} {
		_, script := execute(t, codefirst.Params{Exits: number(t), Objects: user(30)},
			"user.age = 40\nuser.age = 41\n"+end, "return { action: 'answer', value: user.age }")
		if text := told(script); !strings.Contains(text, "do not count") || !strings.Contains(text, "- user.age = 41 (was 30)") {
			t.Errorf("%s: the model is told\n%s", end, text)
		}
	}
}

// user is an object with an age that the code may set.
func user(age int) []codefirst.Object {
	return []codefirst.Object{{
		Name: "user", Properties: []codefirst.Property{{Name: "age", Value: json.RawMessage(fmt.Sprint(age)), Writable: true}},
	}}
}

// What was called beside a tool that has the model look first is made, and told.
func TestCallsBesideAThinkAreMade(t *testing.T) {
	one := &counted{}
	looks := newTool(t, "looks", func(context.Context, tool.Call, json.RawMessage) (any, error) {
		return nil, &codefirst.ThinkAgain{Reason: "look"}
	})
	fails := newTool(t, "fails", func(context.Context, tool.Call, json.RawMessage) (any, error) { return nil, errors.New("no luck") })
	r, script := execute(t, codefirst.Params{Exits: number(t), Tools: tools(looks, fails, newTool(t, "one", one.run))},
		"await Promise.all([looks(), one({ a: 1 }), fails(), one({ a: 2 })])\nawait one({ a: 3 })", "return { action: 'answer', value: 1 }")
	if statuses(r) != "thinking_requested exit_success" || one.calls() != 2 {
		t.Errorf("%s after %d calls", statuses(r), one.calls())
	}
	for _, part := range []string{`succeeded. Do not repeat them:
- line 1: one({"a":1})
- line 1: one({"a":2})`, "have failed:\n- line 1: fails(): no luck"} {
		if !strings.Contains(told(script), part) {
			t.Errorf("the model is not told %q:\n%s", part, told(script))
		}
	}
}

// deaf is a tool that does not listen.
func deaf(t testing.TB, takes time.Duration, opts ...tool.Option) tool.Tool {
	return newTool(t, "deaf", func(ctx context.Context, _ tool.Call, _ json.RawMessage) (any, error) {
		time.Sleep(takes)
		return 1, codefirst.Emit(ctx, tsx.Element{Name: "Message", Children: []tsx.Node{{Text: "done"}}})
	}, opts...)
}

func TestAbortDoesNotWaitForAToolThatDoesNotListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hungUp := errors.New("hung up")
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		time.AfterFunc(100*time.Millisecond, func() { cancel(hungUp) })
		var journal []codefirst.Entry
		r := &room{transcript: said("hi")}
		p := codefirst.Params{
			Chat: r, Models: models(scripted.New("await deaf()" + listen)),
			Tools:   tools(deaf(t, 4*time.Second, tool.WithTimeout(time.Minute))),
			Journal: func(e codefirst.Entry) error { journal = append(journal, e); return nil },
		}
		start := time.Now()
		result, err := codefirst.Execute(ctx, p)
		if err != nil || !errors.Is(result.Err(), hungUp) || result.Left != 1 || time.Since(start) != 100*time.Millisecond+tool.Grace {
			t.Errorf("%v, %v, %d left after %v", err, result.Err(), result.Left, time.Since(start))
		}
		traces, entries := len(result.LastIteration().Traces), len(journal)
		time.Sleep(time.Minute) // it has ended
		if r.shown() != "" || len(result.LastIteration().Traces) != traces || len(journal) != entries {
			t.Errorf("a call that was left behind shows %q, %d traces, %d entries",
				r.shown(), len(result.LastIteration().Traces), len(journal))
		}
		if last := journal[len(journal)-1]; last.Call == nil || last.Call.Order != 0 {
			t.Errorf("the journal says that it came back: %+v", last)
		}
	})
}

func TestTimeLimitHoldsThoughAToolDoesNotListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		const limit = 500 * time.Millisecond
		r, script := execute(t, codefirst.Params{Exits: number(t), Tools: tools(deaf(t, 4*time.Second, tool.WithTimeout(limit)))},
			"await deaf({ n: 1 })", "return { action: 'answer', value: 1 }")
		if took := time.Since(start); statuses(r) != "execution_error exit_success" || r.Left != 1 || took != limit+tool.Grace {
			t.Errorf("%s, %d left after %v", statuses(r), r.Left, took)
		}
		for _, part := range []string{"Error: the tool took too long: it is not known whether it was done",
			"Find out before you make them again:\n- line 1: deaf({\"n\":1})"} {
			if !strings.Contains(told(script), part) || strings.Contains(told(script), "have succeeded") {
				t.Errorf("the model is not told %q:\n%s", part, told(script))
			}
		}
		time.Sleep(time.Minute)
	})
}

func TestTracesNeitherHoldARunUpNorComeAfterIt(t *testing.T) {
	const reply = "// a\nconsole.log(1)\nconsole.log(2)\nreturn { action: 'answer', value: 1 }"
	for name, c := range map[string]struct {
		takes   time.Duration
		aborted bool
		most    time.Duration
	}{
		"slow": {300 * time.Millisecond, false, codefirst.TraceGrace}, "never": {time.Hour, false, codefirst.TraceGrace},
		"quick": {0, false, 0}, "aborted": {0, true, 0}, "aborted and slow": {300 * time.Millisecond, true, codefirst.TraceGrace},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var told atomic.Int32
				p := codefirst.Params{Exits: number(t), Models: models(scripted.New(reply)), Hooks: codefirst.Hooks{
					OnTrace: func(codefirst.Trace) { told.Add(1); time.Sleep(c.takes) },
					OnBeforeExecution: func(context.Context, *codefirst.Iteration) error {
						if c.aborted {
							cancel()
						}
						return nil
					},
				}}
				start := time.Now()
				r, err := codefirst.Execute(ctx, p)
				took, came := time.Since(start), int(told.Load())
				if err != nil || took > c.most || r.Success() == c.aborted || came+r.Dropped != len(r.LastIteration().Traces) {
					t.Errorf("%v, %v after %v; %d told, %d dropped, %d in all",
						err, r.Err(), took, came, r.Dropped, len(r.LastIteration().Traces))
				}
				if c.takes == 0 && r.Dropped != 0 {
					t.Errorf("%d dropped", r.Dropped)
				}
				time.Sleep(2 * time.Hour)
				if late := int(told.Load()) - came; late != 0 {
					t.Errorf("%d traces came after Execute had returned", late)
				}
			})
		})
	}
}

// loud is a chat whose methods panic.
type loud struct {
	*room
	in string
}

func (l loud) Transcript(ctx context.Context) ([]chat.Message, error) {
	l.panics("transcript")
	return l.room.Transcript(ctx)
}

func (l loud) Components(ctx context.Context) ([]chat.Component, error) {
	l.panics("components")
	return l.room.Components(ctx)
}

func (l loud) Send(ctx context.Context, id string, e tsx.Element) error {
	l.panics("send")
	return l.room.Send(ctx, id, e)
}

func (l loud) Delta(context.Context, string, string) error {
	l.panics("delta")
	return nil
}

func (l loud) panics(in string) {
	if l.in == in {
		panic("the secret")
	}
}

// raging is a model that panics.
type raging struct{}

func (raging) Name() string                                          { return "raging" }
func (raging) Chat(context.Context, llm.Request) (llm.Stream, error) { panic("the secret") }

// One run's panic is that run's error, and names the function; what was thrown is nowhere.
func TestPanicOfAHookEndsItsRunAlone(t *testing.T) {
	var log strings.Builder
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(was) })
	hooks := func(h codefirst.Hooks) codefirst.Params { return codefirst.Params{Hooks: h} }
	ofIteration := func(context.Context, *codefirst.Iteration) error { panic("the secret") }
	for name, test := range map[string]struct {
		p    codefirst.Params
		want string
	}{
		"trace":  {hooks(codefirst.Hooks{OnTrace: func(codefirst.Trace) { panic("the secret") }}), "OnTrace"},
		"start":  {hooks(codefirst.Hooks{OnIterationStart: ofIteration}), "OnIterationStart"},
		"before": {hooks(codefirst.Hooks{OnBeforeExecution: ofIteration}), "OnBeforeExecution"},
		"tool": {hooks(codefirst.Hooks{OnBeforeTool: func(context.Context, *codefirst.ToolCall) error { panic("the secret") }}),
			"OnBeforeTool"},
		"after": {hooks(codefirst.Hooks{OnAfterTool: func(context.Context, *codefirst.ToolCall) { panic("the secret") }}),
			"OnAfterTool"},
		"exit": {hooks(codefirst.Hooks{OnExit: func(context.Context, codefirst.Exit, json.RawMessage) error { panic("the secret") }}),
			"OnExit"},
		"end":        {hooks(codefirst.Hooks{OnIterationEnd: ofIteration}), "OnIterationEnd"},
		"send":       {codefirst.Params{Chat: loud{&room{}, "send"}}, "Chat.Send"},
		"delta":      {codefirst.Params{Chat: loud{&room{}, "delta"}}, "Chat.Delta"},
		"transcript": {codefirst.Params{Chat: loud{&room{}, "transcript"}}, "Chat.Transcript"},
		"components": {codefirst.Params{Chat: loud{&room{}, "components"}}, "Chat.Components"},
		"model":      {codefirst.Params{Models: models(raging{})}, "the model raging"},
		"refresh": {codefirst.Params{Refresh: func(context.Context, *codefirst.Run, *codefirst.Params) error { panic("the secret") }},
			"Refresh"},
		"exit's schema": {codefirst.Params{Exits: []codefirst.Exit{{Name: "leave", Schema: new(schema.Schema)}}}, ""},
		"property's schema": {codefirst.Params{Objects: []codefirst.Object{{Name: "o", Properties: []codefirst.Property{
			{Name: "p", Value: json.RawMessage("1"), Writable: true, Schema: new(schema.Schema)},
		}}}}, ""},
		"save": {codefirst.Params{Objects: []codefirst.Object{{
			Name: "o", Properties: []codefirst.Property{{Name: "p", Value: json.RawMessage("1"), Writable: true}},
			Save: func(context.Context, []codefirst.Mutation) error { panic("the secret") },
		}}}, "the Save"},
		"journal": {codefirst.Params{Journal: func(codefirst.Entry) error { panic("the secret") }}, "Journal"},
	} {
		t.Run(name, func(t *testing.T) {
			log.Reset()
			one := &counted{}
			test.p.Tools = tools(newTool(t, "one", one.run))
			if test.p.Chat == nil {
				test.p.Chat = &room{}
			}
			code := "yield <Message>hi</Message>\ntry { await one() } catch {}" + listen
			if test.p.Objects != nil {
				code = "try { o.p = 2 } catch {}\n" + code
			}
			if name == "exit's schema" {
				code = "return { action: 'leave', value: 1 }"
			}
			r, _ := execute(t, test.p, code, code)
			if !errors.Is(r.Err(), codefirst.ErrHook) || r.Success() || len(r.Iterations) > 1 ||
				!strings.Contains(r.Err().Error(), test.want) {
				t.Errorf("%s: Err = %v, want ErrHook of %s", statuses(r), r.Err(), test.want)
			}
			if strings.Contains(r.Err().Error()+log.String(), "secret") || !strings.Contains(log.String(), "stack=") {
				t.Errorf("%v; the log has\n%s", r.Err(), &log)
			}
		})
	}
}

func TestHooksGetCopies(t *testing.T) {
	spoil := func(raw json.RawMessage) {
		for i := range raw {
			raw[i] = 'X'
		}
	}
	one := newTool(t, "one", func(_ context.Context, _ tool.Call, args json.RawMessage) (any, error) {
		defer spoil(args)
		return map[string]int{"a": len(args)}, nil
	})
	exits := []codefirst.Exit{{Name: "answer", Aliases: []string{"reply"}, Metadata: map[string]any{"a": 1}}}
	var saved []codefirst.Mutation
	p := codefirst.Params{Exits: exits, Tools: tools(one), Hooks: codefirst.Hooks{
		OnTrace: func(tr codefirst.Trace) { spoil(tr.Input); spoil(tr.Output) },
		OnBeforeTool: func(_ context.Context, c *codefirst.ToolCall) error {
			in := slices.Clone(c.Input)
			spoil(c.Input)
			c.Input = in
			return nil
		},
		OnExit: func(_ context.Context, e codefirst.Exit, v json.RawMessage) error {
			spoil(v)
			e.Aliases[0], e.Metadata["a"] = "X", 2
			return nil
		},
	}, Objects: []codefirst.Object{{
		Name: "o", Properties: []codefirst.Property{{Name: "p", Value: json.RawMessage("1"), Writable: true}},
		Save: func(_ context.Context, all []codefirst.Mutation) error {
			saved = append(saved, all...)
			spoil(all[0].After)
			return nil
		},
	}}}
	r, _ := execute(t, p, "o.p = 22\nreturn { action: 'answer', value: await one({ b: 1 }) }")
	it := r.LastIteration()
	if string(r.Value) != `{"a":7}` || string(it.Value) != `{"a":7}` || r.Exit.Aliases[0] != "reply" || r.Exit.Metadata["a"] != 1 || len(saved) != 1 {
		t.Errorf("value %s, %s, exit %+v, %v", r.Value, it.Value, r.Exit, r.Err())
	}
	if string(it.Calls[0].Args) != `{"b":1}` || string(it.Calls[0].Result) != `{"a":7}` || it.Mutations[0].String() != "o.p = 22 (was 1)" {
		t.Errorf("call %+v, mutation %v", it.Calls[0], it.Mutations[0])
	}
	for _, tr := range it.Traces {
		if strings.Contains(string(tr.Input)+string(tr.Output), "X") {
			t.Errorf("trace %+v", tr)
		}
	}
}

func TestResolveIsHeldToTheSchema(t *testing.T) {
	ask, err := tool.New("ask", "Asks.", func(context.Context, tool.Call, struct{}) (struct {
		OK bool `json:"ok"`
	}, error) {
		return struct {
			OK bool `json:"ok"`
		}{}, &codefirst.Pause{Reason: "shall I?"}
	})
	if err != nil {
		t.Fatal(err)
	}
	var o codefirst.Object
	o.Name, o.Properties = "o", []codefirst.Property{{Name: "p", Value: json.RawMessage("1")}}
	p := codefirst.Params{Exits: number(t), Tools: tools(ask), Objects: []codefirst.Object{o}}
	r, _ := execute(t, p, "const a = 1\nreturn { action: 'think' }",
		"const { ok } = await ask()\nreturn { action: 'answer', value: ok ? 1 : 0 }")
	s := again(t, r.Snapshot)
	before, _ := json.Marshal(s)
	for _, wrong := range []any{"not an object at all", nil, 3, map[string]any{"ok": "yes"}, map[string]any{}, make(chan int)} {
		err := s.Resolve(wrong, time.Now())
		if after, _ := json.Marshal(s); !errors.Is(err, codefirst.ErrResult) || string(after) != string(before) {
			t.Errorf("Resolve(%v) = %v\n%s", wrong, err, after)
		}
	}
	if err := s.Resolve(map[string]any{"ok": true}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if upper := regexp.MustCompile(`"[A-Z]\w*":`).FindAll(before, -1); upper != nil || !strings.Contains(string(before), `"speaker"`) {
		t.Errorf("two cases, %s, in %s", upper, before)
	}
	gone := p
	gone.Tools, gone.Snapshot = nil, again(t, s)
	for _, mode := range []codefirst.Resume{codefirst.Replay, codefirst.Regenerate} {
		gone.Snapshot.Mode = mode
		r, _ = execute(t, gone)
		if !errors.Is(r.Err(), codefirst.ErrGone) || r.Err().Error() != "a tool that the code calls is gone: ask" {
			t.Errorf("%s without the tool: %v", mode, r.Err())
		}
	}
	p.Snapshot = s
	if r, _ = execute(t, p); string(r.Value) != "1" {
		t.Errorf("it goes on with %s, %v", r.Value, r.Err())
	}
}
