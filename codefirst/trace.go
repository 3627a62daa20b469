package codefirst

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"time"

	"parley/tool"
)

// TraceKind is what a Trace tells of.
type TraceKind string

// The kinds of traces.
const (
	TraceModelStarted TraceKind = "llm_call_started"
	TraceFirstToken   TraceKind = "code_generation_started"
	TraceModelDone    TraceKind = "llm_call_success"
	TraceInvalidCode  TraceKind = "invalid_code_exception"
	TraceComment      TraceKind = "comment"
	TraceExecution    TraceKind = "code_execution"
	TraceException    TraceKind = "code_execution_exception"
	TraceToolCall     TraceKind = "tool_call"
	TraceToolSlow     TraceKind = "tool_slow"
	TraceYield        TraceKind = "yield"
	TraceLog          TraceKind = "log"
	TraceProperty     TraceKind = "property"
	TraceThink        TraceKind = "think_signal"
	TraceAbort        TraceKind = "abort_signal"
)

// Trace is one step of a run. Of its fields only those are set that the kind has.
type Trace struct {
	Kind      TraceKind `json:"kind"`
	Iteration int       `json:"iteration"`
	Start     time.Time `json:"start"`
	End       time.Time `json:"end,omitzero"`
	// Name is the tool's, the component's, the model's, or a property's as "object.name".
	Name string `json:"name,omitempty"`
	// Seq is the call's, as in sandbox.Call; Line where it stands in the code.
	Seq  int `json:"seq,omitempty"`
	Line int `json:"line,omitempty"`
	// Input is what the tool was given by the code, whatever a hook made of it; the
	// element; or what the property was before. Output is what came of it.
	Input  json.RawMessage `json:"input,omitempty"`
	Output json.RawMessage `json:"output,omitempty"`
	// Text is the comment, the line of the log, the reason, or the code.
	Text string `json:"text,omitempty"`
	Err  string `json:"err,omitempty"`
	// Unknown is set with Err for a call whose effect may have happened all the same.
	Unknown bool `json:"unknown,omitempty"`
}

// Hooks are called as a run goes on; any may be nil. All but OnTrace block the run,
// and are called from one goroutine at a time but for OnBeforeTool and OnAfterTool,
// which are called from those of parallel calls. ctx is the run's. What they are given
// besides the Iteration and the ToolCall is their own. One that panics ends the run with
// ErrHook.
type Hooks struct {
	// OnTrace is told every step in order, one at a time, from a goroutine of its own. The
	// run does not wait for it. Of more than MaxTraces that it has not taken, the oldest
	// are dropped, and so is what it has not taken TraceGrace after the run has ended;
	// Result.Dropped counts both. No call begins after Execute has returned; one that has
	// begun and does not return is left running.
	OnTrace func(Trace)
	// OnIterationStart is called before the model. It may set the iteration's Models
	// and Temperature. A *ThinkAgain ends the iteration, another error the run.
	OnIterationStart func(ctx context.Context, it *Iteration) error
	// OnBeforeExecution is called with code that compiles, before it runs, and may
	// change it.Code. An error starts another iteration, and the code has not run: a
	// *ThinkAgain shows its context, another error is told as what is wrong.
	OnBeforeExecution func(ctx context.Context, it *Iteration) error
	// OnBeforeTool may change Input, which is then held to the tool's schema. An error
	// is what the tool would have returned: it is thrown in the code, or is a signal.
	OnBeforeTool func(ctx context.Context, c *ToolCall) error
	// OnAfterTool may change Output and Err.
	OnAfterTool func(ctx context.Context, c *ToolCall)
	// OnExit may refuse an exit by an error, which the model is told before it goes on.
	OnExit func(ctx context.Context, e Exit, value json.RawMessage) error
	// OnIterationEnd is called before the next iteration starts. Its error is ignored.
	OnIterationEnd func(ctx context.Context, it *Iteration) error
}

// ToolCall is a call of a tool before or after it runs.
type ToolCall struct {
	Iteration int
	Seq       int
	// Name is what the code called it by.
	Name   string
	Tool   tool.Tool
	Input  json.RawMessage
	Output json.RawMessage
	Err    error
}

// MaxTraces bounds the traces that wait for OnTrace, and those kept of an iteration.
const MaxTraces = 1000

// TraceGrace is how long Execute waits at its end for OnTrace to take what it has not.
const TraceGrace = 100 * time.Millisecond

// tracer hands traces to OnTrace without waiting for it.
type tracer struct {
	mu      sync.Mutex
	queue   []Trace
	dropped int
	closed  bool // nothing is put any more
	over    bool // nothing is taken any more
	ready   chan struct{}
	done    chan struct{}
}

// startTracer calls f, which ends the calls by an error, on a goroutine of its own.
func startTracer(f func(Trace) error) *tracer {
	t := &tracer{ready: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer close(t.done)
		for range t.ready {
			for one, ok := t.take(); ok; one, ok = t.take() {
				if f(one) != nil {
					return
				}
			}
		}
	}()
	return t
}

func (t *tracer) take() (one Trace, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over || len(t.queue) == 0 {
		return one, false
	}
	one, t.queue = t.queue[0], t.queue[1:]
	return one, true
}

func (t *tracer) put(one Trace) {
	if t == nil {
		return
	}
	one.Input, one.Output = bytes.Clone(one.Input), bytes.Clone(one.Output)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	if len(t.queue) == MaxTraces {
		t.queue = t.queue[1:]
		t.dropped++
	}
	t.queue = append(t.queue, one)
	select {
	case t.ready <- struct{}{}:
	default:
	}
}

// end has no call of OnTrace begin any more, once it has been told all or TraceGrace is
// over, and returns the number of those that it was not told.
func (t *tracer) end() int {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	t.closed = true
	close(t.ready)
	t.mu.Unlock()
	select {
	case <-t.done:
	case <-time.After(TraceGrace):
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	return t.dropped + len(t.queue)
}

// remark is a comment of code.
type remark struct {
	number int
	text   string
}

var remarks = regexp.MustCompile(`^\s*//\s?(.*\S)\s*$`)

// comments are those of code that stand in lines of their own.
func comments(code string) []remark {
	var all []remark
	for i, line := range strings.Split(code, "\n") {
		if m := remarks.FindStringSubmatch(line); m != nil {
			all = append(all, remark{i + 1, m[1]})
		}
	}
	return all
}
