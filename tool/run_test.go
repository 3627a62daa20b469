package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"parley/tool"
)

var errOwn = errors.New("own")

const write = `{"title":"write"}`

func TestRunGivesTheResult(t *testing.T) {
	got, err := newTool(t, ok).Run(t.Context(), tool.Call{Key: "k7"}, json.RawMessage(write))
	if err != nil || string(got) != `{"id":"write/k7"}` {
		t.Errorf("Run = %s, %v", got, err)
	}
}

func TestArgumentsAreHeldToTheSchema(t *testing.T) {
	made := newTool(t, ok, tool.Confirm(func(add) string { return "Sure?" }))
	long := strings.Repeat("ü", 21)
	for args, want := range map[string]string{
		`{"title":"` + long[:40] + `"}`:                  "",
		`{"title":"a","days":1,"note":null,"tags":[]}`:   "",
		`{"title":"a","at":"2026-03-02T09:00:00+01:00"}`: "",
		`{"title":"a","steps":[{"text":"","plan":{}}]}`:  "",
		`{}`:                                                     "title is missing",
		`{"title":""}`:                                           "title must be at least 1 characters",
		`{"title":"` + long + `"}`:                               "title must be at most 20 characters",
		`{"title":null}`:                                         "title must be of type string",
		`{"title":"a","Title":"b"}`:                              `"Title" is not a field`,
		`{"title":"a","priority":""}`:                            `priority must be one of ["low" "normal" "high"]`,
		`{"title":"a","days":1.5}`:                               "days must be of type integer",
		`{"title":"a","days":"1"}`:                               "days must be of type integer",
		`{"title":"a","days":-1}`:                                "days must be at least 0",
		`{"title":"a","days":366}`:                               "days must be at most 365",
		`{"title":"a","tags":null}`:                              "tags must be of type array",
		`{"title":"a","tags":["secret",2,"c"]}`:                  "tags must be at most 2 items; tags[0] must be at most 5 characters; tags[1] must be of type string",
		`{"title":"a","note":1}`:                                 "note must be of type null or string",
		`{"title":"a","at":"monday"}`:                            "at must be a time in RFC 3339, as 2006-01-02T15:04:05+01:00",
		`{"title":"a","steps":[{"text":"a"},{"x":1}]}`:           `steps[1].text is missing; steps[1]."x" is not a field`,
		`{"title":"a","steps":[{"text":"","plan":{"p":""}}]}`:    `steps[0].plan."p" must be of type integer`,
		`{"title":"a","steps":[{"text":"","plan":{"p":1e300}}]}`: "steps.plan does not fit int (write 2, not 2.0)",
		`{"title":"a","days":1.0}`:                               "days does not fit int (write 2, not 2.0)",
		`{"title":"a","` + strings.Repeat("n\\n", 50) + `":1}`:   `"` + strings.Repeat("n ", 20) + `" is not a field`,
		`{"priority":1,"days":true}`:                             "title is missing; priority must be of type string; days must be of type integer",
		`null`:                                                   "the arguments must be of type object",
		`[]`:                                                     "the arguments must be of type object",
		`{"title":"a"} x`:                                        "no valid JSON",
		`{"title":`:                                              "no valid JSON",
		`{"title":"` + strings.Repeat("a", 64<<10) + `"}`:        "over 65536 bytes",
		`{"steps":[` + strings.Repeat("1,", 20) + `1]}`: "title is missing; " +
			strings.Join(numbered("steps[%d] must be of type object", 9), "; ") + "; and 12 more",
	} {
		_, runErr := made.Run(t.Context(), tool.Call{}, json.RawMessage(args))
		_, _, askErr := made.Question(json.RawMessage(args))
		for _, err := range []error{runErr, askErr} {
			if want == "" && err == nil {
				continue
			}
			if !errors.Is(err, tool.ErrArguments) || err.Error() != "bad arguments: "+want {
				t.Errorf("%.60s: error %v, want %q", args, err, want)
			}
		}
	}
}

func numbered(format string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf(format, i))
	}
	return all
}

func TestQuestionIsOneLineAndOnlyIfThereIsOne(t *testing.T) {
	made := newTool(t, ok, tool.Confirm(func(in add) string {
		if in.Days == 0 {
			return ""
		}
		return "Add\n" + in.Title + "?\x00 "
	}))
	for args, want := range map[string]string{write: "", `{"title":"write","days":2}`: "Add write?"} {
		got, needed, err := made.Question(json.RawMessage(args))
		if got != want || needed != (want != "") || err != nil {
			t.Errorf("Question(%s) = %q, %v, %v, want %q", args, got, needed, err, want)
		}
	}
	if got, needed, err := newTool(t, ok).Question(json.RawMessage(write)); got != "" || needed || err != nil {
		t.Errorf("Question of a tool without Confirm = %q, %v, %v", got, needed, err)
	}
}

func TestPanicIsAnErrorWithoutWhatWasSaid(t *testing.T) {
	var log strings.Builder
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(was) })
	var none *add
	for _, c := range []struct {
		f      func()
		logged string
	}{
		{func() { panic("the secret") }, "what=string"},
		{func() { panic(errOwn) }, "what=*errors.errorString"},
		{func() { none.Days++ }, "nil pointer dereference"},
		{runtime.Goexit, ""},
	} {
		log.Reset()
		made := newTool(t, func(context.Context, tool.Call, add) (int, error) { c.f(); return 1, nil })
		got, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write))
		const words = "the tool broke down: it is not known whether it was done; find out before you do it again"
		if got != nil || !errors.Is(err, tool.ErrPanic) || !errors.Is(err, tool.ErrUnknown) || err.Error() != words {
			t.Errorf("Run = %s, %v, want ErrPanic", got, err)
		}
		if strings.Contains(log.String(), "secret") || !strings.Contains(log.String(), c.logged) ||
			c.logged != "" && !strings.Contains(log.String(), "run_test.go") {
			t.Errorf("the log has %s", &log)
		}
	}
	made := newTool(t, ok, tool.Confirm(func(add) string { panic("the secret") }))
	if _, _, err := made.Question(json.RawMessage(write)); !errors.Is(err, tool.ErrPanic) || err.Error() != "the tool broke down" {
		t.Errorf("Question: %v", err)
	}
}

func TestResultIsBoundedJSON(t *testing.T) {
	for _, c := range []struct {
		out  any
		want string // in the error
	}{
		{strings.Repeat("a", tool.MaxResult-2), ""},
		{strings.Repeat("a", tool.MaxResult-1), "it was done, but its result is too large: 1048577 bytes of JSON, 1048576 at most"},
		{math.NaN(), "it was done, but its result holds a number that JSON has not"},
		{[]float64{math.Inf(1)}, "it was done, but its result holds a number that JSON has not"},
		{make(chan int), "it was done, but its result is no JSON"},
		{json.RawMessage("{"), "it was done, but its result is no JSON"},
	} {
		made := newTool(t, func(context.Context, tool.Call, add) (any, error) { return c.out, nil })
		got, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write))
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, tool.ErrResult) || !strings.HasPrefix(err.Error(), c.want)) ||
			(got == nil) != (c.want != "") {
			t.Errorf("Run = %d bytes, %v, want %q", len(got), err, c.want)
		}
	}
}

func TestTimeoutEndsTheFunction(t *testing.T) {
	for _, c := range []struct {
		opts []tool.Option
		want time.Duration
	}{
		{nil, tool.DefaultTimeout},
		{[]tool.Option{tool.WithTimeout(time.Second)}, time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			made := newTool(t, func(ctx context.Context, _ tool.Call, _ add) (int, error) {
				<-ctx.Done()
				return 0, ctx.Err()
			}, c.opts...)
			start := time.Now()
			_, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write))
			if !errors.Is(err, tool.ErrTimeout) || time.Since(start) != c.want {
				t.Errorf("Run = %v after %v, want ErrTimeout after %v", err, time.Since(start), c.want)
			}
		})
	}
}

// A function that does not listen is left behind, whether its time is over or its caller
// gone; what it was about to do is not known, unless it does nothing.
func TestFunctionThatDoesNotListenIsLeft(t *testing.T) {
	for name, c := range map[string]struct {
		takes, aborted time.Duration
		opts           []tool.Option
		want           error
		after          time.Duration
		unknown        bool
	}{
		"out of time":       {4 * time.Second, time.Hour, nil, tool.ErrTimeout, time.Second + tool.Grace, true},
		"aborted":           {4 * time.Second, time.Second / 2, nil, errOwn, time.Second/2 + tool.Grace, true},
		"read-only":         {4 * time.Second, time.Hour, []tool.Option{tool.ReadOnly()}, tool.ErrTimeout, time.Second + tool.Grace, false},
		"just late":         {time.Second + tool.Grace/2, time.Hour, nil, nil, time.Second + tool.Grace/2, false},
		"in time":           {time.Second / 2, time.Hour, nil, nil, time.Second / 2, false},
		"as the grace ends": {time.Second + tool.Grace + 1, time.Hour, nil, tool.ErrTimeout, time.Second + tool.Grace, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				time.AfterFunc(c.aborted, func() { cancel(errOwn) })
				made := newTool(t, func(context.Context, tool.Call, add) (int, error) {
					time.Sleep(c.takes)
					return 1, nil
				}, append(c.opts, tool.WithTimeout(time.Second))...)
				start := time.Now()
				got, err := made.Run(ctx, tool.Call{}, json.RawMessage(write))
				if !errors.Is(err, c.want) || errors.Is(err, tool.ErrUnknown) != c.unknown ||
					errors.Is(err, tool.ErrLeft) != (c.want != nil) || (got == nil) != (err != nil) || time.Since(start) != c.after {
					t.Errorf("Run = %s, %v after %v, want %v after %v", got, err, time.Since(start), c.want, c.after)
				}
				time.Sleep(c.takes) // until it has ended
			})
		})
	}
}

func TestToolThatNeverEndsIsCalledNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		made := newTool(t, func(context.Context, tool.Call, add) (int, error) { <-let; return 1, nil }, tool.WithTimeout(time.Second))
		for range tool.MaxLeft {
			if _, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write)); !errors.Is(err, tool.ErrTimeout) {
				t.Fatal(err)
			}
		}
		start := time.Now()
		_, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write))
		if !errors.Is(err, tool.ErrLeft) || errors.Is(err, tool.ErrUnknown) || time.Since(start) != 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		close(let)
		synctest.Wait()
		if got, err := made.Run(t.Context(), tool.Call{}, json.RawMessage(write)); string(got) != "1" || err != nil {
			t.Errorf("once they have ended: %s, %v", got, err)
		}
	})
}

func TestEndOfTheCallersContextIsItsCause(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	runs := 0
	made := newTool(t, func(ctx context.Context, _ tool.Call, _ add) (int, error) {
		runs++
		cancel(errOwn)
		return 0, ctx.Err()
	})
	for range 2 { // the second time there is nothing to begin
		if _, err := made.Run(ctx, tool.Call{}, json.RawMessage(write)); !errors.Is(err, errOwn) || errors.Is(err, tool.ErrTimeout) {
			t.Errorf("Run = %v, want the cause", err)
		}
	}
	if runs != 1 {
		t.Errorf("the function ran %d times, want 1", runs)
	}
}

func TestTemporaryErrorsAreTriedAgain(t *testing.T) {
	busy := fmt.Errorf("busy: %w", tool.ErrTemporary)
	thrice := []tool.Option{tool.WithRetry(3, time.Second)}
	slowly := []tool.Option{tool.WithRetry(3, time.Hour)}
	for name, c := range map[string]struct {
		errs     []error
		opts     []tool.Option
		want     error
		runs     int
		min, max time.Duration
	}{
		"no retry":        {[]error{busy, nil}, nil, tool.ErrTemporary, 1, 0, 0},
		"well at once":    {[]error{nil}, thrice, nil, 1, 0, 0},
		"well at last":    {[]error{busy, busy, nil}, thrice, nil, 3, 3 * time.Second / 2, 9 * time.Second / 2},
		"never well":      {[]error{busy, busy, busy}, thrice, tool.ErrTemporary, 3, 3 * time.Second / 2, 9 * time.Second / 2},
		"a lasting error": {[]error{errOwn, nil}, thrice, errOwn, 1, 0, 0},
		"out of time":     {[]error{busy, nil}, slowly, tool.ErrTimeout, 1, tool.DefaultTimeout, tool.DefaultTimeout},
	} {
		synctest.Test(t, func(t *testing.T) {
			runs := 0
			made := newTool(t, func(_ context.Context, call tool.Call, in add) (int, error) {
				if in.Tags[0] != "a" || call.Key != "k" {
					t.Errorf("%s: run %d has %v, %v", name, runs, in.Tags, call)
				}
				in.Tags[0] = "changed" // which the next run does not see
				runs++
				return runs, c.errs[runs-1]
			}, c.opts...)
			start := time.Now()
			_, err := made.Run(t.Context(), tool.Call{Key: "k"}, json.RawMessage(`{"title":"write","tags":["a"]}`))
			took := time.Since(start)
			if !errors.Is(err, c.want) || runs != c.runs || took < c.min || took > c.max {
				t.Errorf("%s: Run = %v after %d runs and %v, want %v after %d and %v to %v",
					name, err, runs, took, c.want, c.runs, c.min, c.max)
			}
		})
	}
}

// Whatever a model writes, it is run exactly if the schema's own validator and the
// types allow it, and no error repeats it.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"", write, `{"title":"a","days":2,"tags":["b"],"at":"2026-03-02T09:00:00Z","steps":[{"text":"t","plan":{"p":1}}],"note":null}`,
		`{"title":1}`, `[1]`, `{"title":"a","title":2}`, `{"days":1e400}`, `{"title":"\ud800"}`, `{"": {}}`, "null", "{",
	} {
		f.Add([]byte(seed))
	}
	var ran bool
	made := newTool(f, func(context.Context, tool.Call, add) (int, error) { ran = true; return 1, nil })
	var schema jsonschema.Schema
	if err := json.Unmarshal(made.Input(), &schema); err != nil {
		f.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		ran = false
		_, err := made.Run(t.Context(), tool.Call{}, args)
		if ran != (err == nil) || err != nil && !errors.Is(err, tool.ErrArguments) {
			t.Fatalf("Run(%q) ran: %v, error %v", args, ran, err)
		}
		var v any
		if valid := json.Unmarshal(args, &v) == nil && resolved.Validate(v) == nil; ran && len(args) > 0 && !valid {
			t.Errorf("Run(%q) took what the schema does not allow", args)
		}
		if err != nil && (strings.Contains(err.Error(), "must match the schema") || len(err.Error()) > 2000) {
			t.Errorf("Run(%q) has no words for it: %v", args, err)
		}
	})
}

func BenchmarkRun(b *testing.B) {
	for name, args := range map[string]string{
		"short": write,
		"long":  `{"title":"write","days":2,"tags":["b"],"at":"2026-03-02T09:00:00Z","steps":[{"text":"t","plan":{"p":1}}],"note":"n"}`,
		"wrong": `{"titel":"write"}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			made := newTool(b, ok)
			for b.Loop() {
				if _, err := made.Run(b.Context(), tool.Call{}, json.RawMessage(args)); (err != nil) != (name == "wrong") {
					b.Fatal(err)
				}
			}
		})
	}
}
