package codefirst

import (
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
}

// Hooks are called as a run goes on; any may be nil. All but OnTrace block the run,
// and are called from one goroutine at a time but for OnBeforeTool and OnAfterTool,
// which are called from those of parallel calls. ctx is the run's.
type Hooks struct {
	// OnTrace is told every step in order, from a goroutine of its own that Execute
	// waits for at its end unless ctx has ended. Of more than MaxTraces that it has not taken yet, the oldest
	// are dropped and counted in Result.Dropped.
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

// tracer hands traces to OnTrace without waiting for it.
type tracer struct {
	mu      sync.Mutex
	queue   []Trace
	dropped int
	ended   bool
	ready   chan struct{}
	done    chan struct{}
}

func startTracer(f func(Trace)) *tracer {
	t := &tracer{ready: make(chan struct{}, 1), done: make(chan struct{})}
	if f == nil {
		close(t.done)
		t.ended = true
		return t
	}
	go func() {
		defer close(t.done)
		for range t.ready {
			for batch := t.take(); len(batch) > 0; batch = t.take() {
				for _, one := range batch {
					f(one)
				}
			}
		}
	}()
	return t
}

func (t *tracer) take() []Trace {
	t.mu.Lock()
	defer t.mu.Unlock()
	batch := t.queue
	t.queue = nil
	return batch
}

func (t *tracer) put(one Trace) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
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

// end returns when OnTrace has been told all, or ctx has ended, with the number
// dropped.
func (t *tracer) end(ctx context.Context) int {
	t.mu.Lock()
	if !t.ended {
		t.ended = true
		close(t.ready)
	}
	t.mu.Unlock()
	select {
	case <-t.done:
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dropped
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
