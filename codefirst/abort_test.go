package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"
	"time"

	"parley/codefirst"
	"parley/codefirst/examples"
	"parley/codefirst/sandbox"
	"parley/llm"
	"parley/tool"
)

func TestAbortEndsModelCodeAndTools(t *testing.T) {
	why := errors.New("barge-in")
	waiting := func(ctx context.Context) error {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	for name, test := range map[string]struct {
		reply string
		model bool
	}{
		"model": {"", true}, "tool": {"await waits()", false}, "loop": {"started()\nwhile (true) {}", false},
		"finally": {"try { await waits() } finally { while (true) {} }", false},
		"caught":  {"while (true) { try { await waits() } catch {} }", false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			ended := make(chan error, 1)
			p := codefirst.Params{Models: models(examples.NewScript(test.reply))}
			p.Tools = tools(newTool(t, "waits", func(ctx context.Context, _ tool.Call, _ json.RawMessage) (any, error) {
				cancel(why)
				err := waiting(ctx)
				ended <- err
				return nil, err
			}), newTool(t, "started", func(context.Context, tool.Call, json.RawMessage) (any, error) {
				cancel(why)
				return nil, nil
			}))
			if test.model {
				p.Models = models(blocked{cancel: func() { cancel(why) }})
			}
			began := time.Now()
			r, err := codefirst.Execute(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > time.Second {
				t.Errorf("it took %v", took)
			}
			if !errors.Is(r.Err(), why) || r.Last().Status != codefirst.Aborted {
				t.Errorf("Err = %v, status %s", r.Err(), r.Last().Status)
			}
		})
	}
}

// blocked is a model that never answers.
type blocked struct{ cancel func() }

func (blocked) Name() string { return "blocked" }

func (b blocked) Chat(ctx context.Context, _ llm.Request) (llm.Stream, error) {
	b.cancel()
	<-ctx.Done()
	return nil, context.Cause(ctx)
}

func TestTimeoutIsTheCodes(t *testing.T) {
	r, _ := execute(t, codefirst.Params{Loop: 1, Timeout: 100 * time.Millisecond}, "while (true) {}")
	var f *sandbox.Fault
	if !errors.As(r.Last().Err, &f) || f.Kind != sandbox.TooLong {
		t.Errorf("Err = %v", r.Last().Err)
	}
}

func TestThousandRunsAreFlat(t *testing.T) {
	c := &counted{}
	one := newTool(t, "one", c.run)
	run := func() {
		r, _ := execute(t, codefirst.Params{Chat: &room{transcript: said("hi")}, Tools: tools(one)},
			"const a = await one()\nconst b = await one()\nyield <Message>{a} and {b}</Message>"+listen)
		if !r.Success() {
			t.Fatal(r.Err())
		}
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for range 50 {
		run()
	}
	before, routines := heap(), runtime.NumGoroutine()
	runs := 1000
	if racing { // the race detector makes the machine ten times as slow
		runs = 100
	}
	for range runs {
		run()
	}
	after := heap()
	t.Logf("heap %d KiB before, %d KiB after %d runs; goroutines %d, %d", before>>10, after>>10, runs, routines, runtime.NumGoroutine())
	if after > before+4<<20 || runtime.NumGoroutine() > routines+2 {
		t.Errorf("heap %d bytes before, %d after; goroutines %d, %d", before, after, routines, runtime.NumGoroutine())
	}
}
