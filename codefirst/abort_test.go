package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/codefirst/scripted"
	"parley/engine/enginetest"
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
			p := codefirst.Params{Models: models(scripted.New(test.reply))}
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
			clock := enginetest.Start()
			r, err := codefirst.Execute(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			if l := clock.Lapse(); l.Own > time.Second {
				t.Errorf("it took %v", l.Took)
			}
			if !errors.Is(r.Err(), why) || r.LastIteration().Status != codefirst.Aborted {
				t.Errorf("Err = %v, status %s", r.Err(), r.LastIteration().Status)
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
	if !errors.As(r.LastIteration().Err, &f) || f.Kind != sandbox.TooLong {
		t.Errorf("Err = %v", r.LastIteration().Err)
	}
}
