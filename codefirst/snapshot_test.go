package codefirst_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/tool"
)

// asks is a tool that halts the run.
func asks(t testing.TB, name string) tool.Tool {
	return newTool(t, name, func(context.Context, tool.Call, json.RawMessage) (any, error) {
		return nil, &codefirst.Pause{Reason: "shall I?", Data: json.RawMessage(`{"to":"Ann"}`)}
	})
}

// again is a snapshot after JSON.
func again(t testing.TB, s *codefirst.Snapshot) *codefirst.Snapshot {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var out codefirst.Snapshot
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func TestSnapshotGoesOnByReplay(t *testing.T) {
	one, two := &counted{}, &counted{}
	r := &room{transcript: said("hi")}
	p := codefirst.Params{
		RunID: "r", User: "u", Chat: r, Tools: tools(newTool(t, "one", one.run), newTool(t, "two", two.run), asks(t, "ask")),
	}
	const program = `
const when = Date.now(), dice = Math.random()
yield <Message>First.</Message>
const a = await one()
let done
try { done = await ask({ a }) } catch (e) { done = e.message }
await two()
const same = when === Date.now() || dice
yield <Message>Then {String(done)}.</Message>
return { action: 'listen' }`
	halted, _ := execute(t, p, program)
	if !halted.Interrupted() || halted.Success() || halted.LastIteration().Status != codefirst.CallbackRequested ||
		halted.Snapshot.Reason != "shall I?" ||
		string(halted.Snapshot.Data) != `{"to":"Ann"}` {
		t.Fatalf("not halted: %v, %s", halted.Err(), statuses(halted))
	}
	if c, ok := halted.Snapshot.Call(); !ok || c.Name != "ask" || string(c.Args) != `{"a":1}` {
		t.Errorf("it waits for %+v", c)
	}
	for _, test := range []struct {
		name   string
		settle func(*codefirst.Snapshot) error
		shown  string
	}{
		{"resolved", func(s *codefirst.Snapshot) error { return s.Resolve("yes", time.Now()) }, "1.1 First.\n1.2 Then yes."},
		{"rejected", func(s *codefirst.Snapshot) error { return s.Reject("no way", time.Now()) }, "1.1 First.\n1.2 Then no way."},
	} {
		t.Run(test.name, func(t *testing.T) {
			*two = counted{}
			r.sent = []string{"1.1 First."}
			p.Snapshot = again(t, halted.Snapshot)
			if err := test.settle(p.Snapshot); err != nil {
				t.Fatal(err)
			}
			result, script := execute(t, p)
			if !result.Is("listen") || r.shown() != test.shown || len(script.Asked) != 0 {
				t.Errorf("shown %q, %d requests, %v; want %q", r.shown(), len(script.Asked), result.Err(), test.shown)
			}
			if one.calls() != 1 || two.calls() != 1 || !slices.Equal(two.keys, []string{"r/1/4"}) {
				t.Errorf("one ran %d times, two by the keys %v", one.calls(), two.keys)
			}
		})
	}
}

func TestSnapshotIsSettledOnce(t *testing.T) {
	p := codefirst.Params{User: "u", Tools: tools(asks(t, "ask"))}
	halted, _ := execute(t, p, "await ask()\nreturn { action: 'done', success: true }")
	s := again(t, halted.Snapshot)
	refused := func(name string, p codefirst.Params, want error) {
		t.Helper()
		p.Models = models(broken{})
		if _, err := codefirst.Execute(t.Context(), p); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	p.Snapshot = s
	refused("before it came back", p, codefirst.ErrUnsettled)
	if err := s.Resolve(1, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{s.Resolve(1, time.Now()), s.Reject("x", time.Now())} {
		if !errors.Is(err, codefirst.ErrSettled) {
			t.Errorf("twice: %v", err)
		}
	}
	other := p
	other.User = "somebody else"
	refused("another user", other, codefirst.ErrSnapshot)
	s.Reset()
	refused("after Reset", p, codefirst.ErrUnsettled)
	if err := s.Reject("no", time.Now()); err != nil {
		t.Errorf("after Reset: %v", err)
	}
	for name, spoil := range map[string]func(*codefirst.Snapshot){
		"version": func(s *codefirst.Snapshot) { s.Version = 99 },
		"code":    func(s *codefirst.Snapshot) { s.Program.Code = "" },
		"mode":    func(s *codefirst.Snapshot) { s.Mode = "magic" },
		"waiting": func(s *codefirst.Snapshot) { s.Waiting = 99 },
		"order":   func(s *codefirst.Snapshot) { s.Calls = append(s.Calls, s.Calls...) },
	} {
		q := p
		q.Snapshot = again(t, s)
		spoil(q.Snapshot)
		refused(name, q, codefirst.ErrSnapshot)
	}
}

func TestReplayThatDoesSomethingElseIsRefused(t *testing.T) {
	c := &counted{}
	p := codefirst.Params{Tools: tools(newTool(t, "one", c.run), asks(t, "ask"))}
	halted, _ := execute(t, p, "await one({ a: 1 })\nawait ask()\nreturn { action: 'done', success: true }")
	s := again(t, halted.Snapshot)
	s.Program.Code = strings.Replace(s.Program.Code, "a: 1", "a: 2", 1)
	if err := s.Resolve(1, time.Now()); err != nil {
		t.Fatal(err)
	}
	p.Snapshot = s
	if r, _ := execute(t, p); !errors.Is(r.Err(), sandbox.ErrDiverged) || c.calls() != 1 {
		t.Errorf("Err = %v after %d calls", r.Err(), c.calls())
	}
}

// What runs beside a call that pauses comes to its end; what would begin then does not.
func TestPauseWaitsForTheCallsBesideIt(t *testing.T) {
	began, paused := make(chan struct{}), make(chan struct{})
	var once sync.Once
	slow := &counted{}
	late := &counted{}
	p := codefirst.Params{Tools: tools(
		newTool(t, "slow", func(ctx context.Context, c tool.Call, args json.RawMessage) (any, error) {
			once.Do(func() { close(began) })
			<-paused
			return slow.run(ctx, c, args)
		}),
		newTool(t, "ask", func(context.Context, tool.Call, json.RawMessage) (any, error) {
			<-began
			defer close(paused)
			return nil, &codefirst.Pause{Reason: "?"}
		}),
		newTool(t, "late", late.run),
	), Exits: number(t)}
	const program = "const [a, b] = await Promise.all([slow().then(n => late()), ask()])\nreturn { action: 'answer', value: a + b }"
	halted, _ := execute(t, p, program)
	if !halted.Interrupted() || slow.calls() != 1 {
		t.Fatalf("halted %v, slow ran %d times (%v)", halted.Interrupted(), slow.calls(), halted.Err())
	}
	before := late.calls()
	p.Snapshot = again(t, halted.Snapshot)
	if err := p.Snapshot.Resolve(40, time.Now()); err != nil {
		t.Fatal(err)
	}
	r, _ := execute(t, p)
	if string(r.Value) != "41" || slow.calls() != 1 || late.calls() != 1 {
		t.Errorf("value %s, slow ran %d times, late %d and %d (%v)", r.Value, slow.calls(), before, late.calls(), r.Iterations[0].Err)
	}
}

// What came back is bound by the code's own pattern, in the sandbox.
func TestRegeneratedCodeFindsWhatCameBack(t *testing.T) {
	c := &counted{}
	p := codefirst.Params{Tools: tools(newTool(t, "one", c.run), asks(t, "ask")), Exits: number(t)}
	halted, _ := execute(t, p,
		"const n = await one()\nconst { list: [first, ...rest], deep: { x = 5 } } = await ask()\n"+
			"await one()\nreturn { action: 'answer', value: 0 }")
	p.Snapshot = again(t, halted.Snapshot)
	p.Snapshot.Mode = codefirst.Regenerate
	if err := p.Snapshot.Resolve(json.RawMessage(`{"list":[1,2,3],"deep":{}}`), time.Now()); err != nil {
		t.Fatal(err)
	}
	r, script := execute(t, p, "return { action: 'answer', value: n + first + rest.length + x }")
	if string(r.Value) != "9" || c.calls() != 1 {
		t.Errorf("value %s (%v), one ran %d times", r.Value, r.Err(), c.calls())
	}
	if text := told(script); !strings.Contains(text, "do not run it again") || !strings.Contains(text, "first") {
		t.Errorf("the model is told:\n%s", text)
	}
}

func TestChangesAreKeptOnceTheProgramHasEnded(t *testing.T) {
	value, saved := json.RawMessage("1"), 0
	save := func(_ context.Context, changes []codefirst.Mutation) error {
		saved++
		value = changes[0].After
		return nil
	}
	p := codefirst.Params{Tools: tools(asks(t, "ask")), Exits: number(t), Refresh: func(_ context.Context, _ *codefirst.Run,
		p *codefirst.Params,
	) error {
		p.Objects = []codefirst.Object{{Name: "o", Save: save, Properties: []codefirst.Property{{Name: "n", Value: value, Writable: true}}}}
		return nil
	}}
	halted, _ := execute(t, p,
		"const before = o.n\no.n = before + 1\nawait ask({ before })\no.n = o.n + 1\nreturn { action: 'answer', value: o.n }")
	if saved != 0 {
		t.Error("what a halted program changed is kept")
	}
	p.Snapshot = again(t, halted.Snapshot)
	if err := p.Snapshot.Resolve(nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	value = json.RawMessage("100") // somebody else changed it
	r, _ := execute(t, p)
	if string(r.Value) != "3" || saved != 1 || string(value) != "3" {
		t.Errorf("value %s, saved %d times as %s (%v)", r.Value, saved, value, r.Err())
	}
}

func TestJournalMakesASnapshot(t *testing.T) {
	var journal bytes.Buffer
	one, two := &counted{}, &counted{}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stop := true
	p := codefirst.Params{
		RunID: "r", User: "u", Journal: codefirst.WriteJournal(&journal), Exits: number(t),
		Tools: tools(newTool(t, "one", one.run),
			newTool(t, "two", func(ctx context.Context, c tool.Call, args json.RawMessage) (any, error) {
				if stop {
					cancel()
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return two.run(ctx, c, args)
			}, tool.Repeatable())),
		Models: models(&gated{first: "const a = await one()\nconst b = await two()\nreturn { action: 'answer', value: a + b }"}),
	}
	if r, err := codefirst.Execute(ctx, p); err != nil || r.Success() {
		t.Fatalf("%v, %v", r.Err(), err)
	}
	journal.WriteString(`{"run":"r","call":{"seq":9`) // the process died here
	kept := journal.Bytes()
	s, err := codefirst.ReadJournal(bytes.NewReader(kept))
	if err != nil {
		t.Fatal(err)
	}
	stop, p.Snapshot, p.Journal = false, s, codefirst.WriteJournal(&journal)
	journal.Reset()
	r, _ := execute(t, p)
	if string(r.Value) != "2" || one.calls() != 1 || !slices.Equal(two.keys, []string{"r/1/2"}) {
		t.Errorf("value %s (%v), one ran %d times, two by %v", r.Value, r.Err(), one.calls(), two.keys)
	}
	if _, err := codefirst.ReadJournal(&journal); !errors.Is(err, codefirst.ErrEnded) {
		t.Errorf("a run that ended: %v", err)
	}
	if _, err := codefirst.ReadJournal(strings.NewReader("")); !errors.Is(err, codefirst.ErrSnapshot) {
		t.Errorf("no journal: %v", err)
	}
	p.Tools = tools(newTool(t, "one", one.run), newTool(t, "two", two.run)) // which may not be called twice
	p.Exits, p.Loop = number(t), 1
	r, _ = execute(t, p)
	if r.Success() || !strings.Contains(r.LastIteration().Err.Error(), "not known whether two was done") {
		t.Errorf("a call that may have been made is made again: %v", r.LastIteration().Err)
	}
}

func TestJournalThatFailsEndsTheRun(t *testing.T) {
	full := errors.New("the disk is full")
	r, _ := execute(t, codefirst.Params{Journal: func(codefirst.Entry) error { return full }}, "return { action: 'done', success: true }")
	if !errors.Is(r.Err(), full) {
		t.Errorf("Err = %v", r.Err())
	}
}

func FuzzReadJournal(f *testing.F) {
	f.Add([]byte(`{"run":"r","program":{"iteration":1,"code":"return 1","seed":1,"start":"2026-01-01T00:00:00Z"}}` + "\n" +
		`{"call":{"seq":1,"name":"a"}}` + "\n"))
	f.Add([]byte("{}\n\n{\"ended\":\"x\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := codefirst.ReadJournal(bytes.NewReader(text))
		if (s == nil) == (err == nil) {
			t.Errorf("ReadJournal = %v, %v", s, err)
		}
	})
}
