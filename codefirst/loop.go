package codefirst

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/llm"
)

// Run is what getters see of a run. It is not to be kept or written to.
type Run struct {
	ID, User   string
	Metadata   map[string]any
	Iterations []*Iteration

	p         Params
	tracer    *tracer
	thread    []llm.Message              // what the model wrote and was told, after the prompt
	variables []sandbox.Variable         // what the next code finds
	kept      map[string]json.RawMessage // properties of objects that keep nothing, by "object.name"

	mu   sync.Mutex
	sent []Sent
	// since is the number of those of sent that an iteration showed after which
	// another ended well: what came later may be said again by code that is mended.
	since int
}

func newRun(p Params) *Run {
	return &Run{
		ID: p.RunID, User: p.User, Metadata: p.Metadata, p: p, tracer: startTracer(p.Hooks.OnTrace),
		kept: make(map[string]json.RawMessage),
	}
}

// loop runs iterations until one ends the run.
func (r *Run) loop(ctx context.Context) (*Result, error) {
	first := 1
	if r.p.Snapshot != nil {
		first = r.p.Snapshot.Program.Iteration
	}
	for n := first; n < first+r.p.Loop; n++ {
		it := &Iteration{Number: n, Status: Pending, Started: r.p.Now()}
		r.Iterations = append(r.Iterations, it)
		result, err := r.iterate(ctx, it)
		if ctx.Err() != nil && it.Status != ExitSuccess && it.Status != CallbackRequested {
			it.Status, err = Aborted, context.Cause(ctx)
			r.trace(it, Trace{Kind: TraceAbort, Text: err.Error(), Start: r.p.Now()})
		}
		r.end(ctx, it, err)
		if err != nil {
			it.Err = err
			return &Result{}, err
		}
		if it.Status == ExitSuccess || it.Status == CallbackRequested {
			return result, r.journal(Entry{Ended: it.Status})
		}
		r.remember(it)
	}
	last := r.Iterations[len(r.Iterations)-1]
	return &Result{}, errors.Join(fmt.Errorf("%w: the last of %d ended as %s", ErrLoop, r.p.Loop, last.Status),
		r.journal(Entry{Ended: ExitError}))
}

// end closes the books of an iteration.
func (r *Run) end(ctx context.Context, it *Iteration, err error) {
	it.Ended = r.p.Now()
	if err != nil && it.Status == Pending {
		it.Status = GenerationError
	}
	if hook := r.p.Hooks.OnIterationEnd; hook != nil {
		if err := hook(ctx, it); err != nil {
			r.trace(it, Trace{Kind: TraceLog, Text: "OnIterationEnd", Err: err.Error(), Start: r.p.Now()})
		}
	}
}

// remember is what the next iteration is told of one that did not end the run.
func (r *Run) remember(it *Iteration) {
	r.thread = append(r.thread,
		llm.Message{Speaker: llm.Assistant, Text: it.Reply},
		llm.Message{Speaker: llm.User, Text: it.aside})
	r.variables = overlay(r.variables, it.Variables)
	if it.Status == ThinkingRequested {
		r.since = len(r.sent)
	}
}

// iterate asks the model and runs its code, or resumes the code of a snapshot. The
// error ends the run.
func (r *Run) iterate(ctx context.Context, it *Iteration) (*Result, error) {
	in, err := r.gather(ctx, it)
	if err != nil {
		return nil, err
	}
	program := Program{
		Iteration: it.Number, Seed: rand.Uint64(), Start: r.p.Now(), Given: r.variables,
		Objects: in.box.namespaces(),
	}
	if s := r.p.Snapshot; s != nil && len(r.Iterations) == 1 {
		r.restore(it, in, s)
		if s.Mode != Regenerate {
			return r.replay(ctx, it, in, s)
		}
		if err := r.rewind(ctx, it, in, s); err != nil {
			return nil, err
		}
		program.Given = r.variables
	}
	compiled, err := r.write(ctx, it, in)
	if err != nil || compiled == nil {
		return nil, err
	}
	program.Code = it.Code
	if err := r.journal(Entry{Program: &program, Thread: r.thread, Sent: r.sentBefore(it)}); err != nil {
		return nil, err
	}
	return r.execute(ctx, it, in, compiled, program, nil)
}

// write has the model write code. A nil program and no error mean that the iteration
// has ended without.
func (r *Run) write(ctx context.Context, it *Iteration, in *inputs) (*sandbox.Program, error) {
	if hook := r.p.Hooks.OnIterationStart; hook != nil {
		if err := hook(ctx, it); err != nil {
			return nil, r.thinkOr(it, err)
		}
	}
	if err := r.generate(ctx, it, in); err != nil {
		return nil, err
	}
	it.Code = tsx.Code(it.Reply)
	if r.p.Voice && len(in.textual) > 0 {
		it.Code = tsx.SpokenCode(it.Reply, in.textual[0])
	}
	compiled, err := sandbox.Compile(it.Code)
	if err != nil {
		r.invalid(ctx, it, in, err)
		return nil, nil
	}
	hook := r.p.Hooks.OnBeforeExecution
	if hook == nil {
		return compiled, nil
	}
	before := it.Code
	if err := hook(ctx, it); err != nil {
		if think := (*ThinkAgain)(nil); !errors.As(err, &think) {
			r.invalid(ctx, it, in, err)
			return nil, nil
		}
		return nil, r.thinkOr(it, err)
	}
	if it.Code != before {
		if compiled, err = sandbox.Compile(it.Code); err != nil {
			r.invalid(ctx, it, in, err)
			return nil, nil
		}
	}
	return compiled, nil
}

// invalid ends an iteration whose code is not run.
func (r *Run) invalid(ctx context.Context, it *Iteration, in *inputs, err error) {
	in.close(ctx, it)
	it.Status, it.Err = InvalidCode, err
	r.trace(it, Trace{Kind: TraceInvalidCode, Text: it.Code, Err: err.Error(), Start: r.p.Now()})
	it.aside = prompt.InvalidCode(it.Code, listed(err), texts(it.Sent))
}

// thinkOr ends an iteration that err asks to, and returns another err.
func (r *Run) thinkOr(it *Iteration, err error) error {
	think := (*ThinkAgain)(nil)
	if !errors.As(err, &think) {
		return err
	}
	r.think(it, think, nil)
	return nil
}

// think ends an iteration that was asked to look at something.
func (r *Run) think(it *Iteration, t *ThinkAgain, calls []sandbox.Call) {
	it.Status = ThinkingRequested
	r.trace(it, Trace{Kind: TraceThink, Text: t.Reason, Start: r.p.Now()})
	shown, isText := t.Context.(string)
	if !isText && t.Context != nil {
		text, err := json.Marshal(t.Context)
		if err != nil {
			text = []byte(`"(it has no JSON)"`)
		}
		shown = prompt.Inspect(text)
	}
	it.aside = prompt.Thinking(t.Reason, shown, texts(it.Sent), succeeded(calls))
}

// execute runs compiled code, and reads what came of it.
func (r *Run) execute(
	ctx context.Context, it *Iteration, in *inputs, compiled *sandbox.Program, p Program, from *Snapshot,
) (*Result, error) {
	h := newHost(r, it, in)
	env := r.env(in, p)
	if from != nil {
		env.Recorded, h.allowed = from.Calls, from.Allowed
		h.resumed = make(map[int]bool)
		for _, seq := range from.Unbegun {
			h.resumed[seq] = true
		}
	}
	for _, line := range comments(it.Code) {
		r.trace(it, Trace{Kind: TraceComment, Text: line.text, Line: line.number, Start: r.p.Now()})
	}
	start := r.p.Now()
	out, err := r.p.Sandbox.Run(ctx, compiled, env, h)
	it.Variables, it.Calls, it.Mutations = out.Variables, out.Calls, in.box.mutations()
	in.close(ctx, it)
	r.trace(it, Trace{Kind: TraceExecution, Text: it.Code, Output: out.Returned, Start: start, End: r.p.Now()})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case h.thought != nil:
		r.think(it, h.thought, out.Calls)
		return nil, in.box.save(ctx, r.kept)
	case h.isPaused():
		it.Status = CallbackRequested
		return &Result{Snapshot: h.snapshot(p, out)}, nil
	case err != nil:
		return nil, err
	case out.Fault != nil:
		r.faulty(it, out)
		return nil, nil //nolint:nilerr // the model is told
	}
	return r.leave(ctx, it, in, out)
}

// faulty ends an iteration whose code threw or was stopped.
func (r *Run) faulty(it *Iteration, out sandbox.Outcome) {
	f := out.Fault
	it.Status, it.Err = ExecutionError, f
	if f.Kind == sandbox.Syntax {
		it.Status = InvalidCode
	}
	r.trace(it, Trace{Kind: TraceException, Text: f.Listing, Line: f.Line, Err: f.Error(), Start: r.p.Now()})
	it.aside = prompt.ExecutionError(f.Error(), f.Listing, succeeded(out.Calls), texts(it.Sent))
}

// leave ends an iteration whose code returned.
func (r *Run) leave(ctx context.Context, it *Iteration, in *inputs, out sandbox.Outcome) (*Result, error) {
	exit, value, err := parseExit(out.Returned, in.exits)
	if err == nil && exit.Name == Think.Name {
		r.thinkOf(it, value, out)
		return nil, in.box.save(ctx, r.kept)
	}
	if err == nil && r.p.Hooks.OnExit != nil {
		err = r.p.Hooks.OnExit(ctx, exit, value)
	}
	if err != nil {
		it.Status, it.Err = ExitError, err
		it.aside = prompt.ExitError(err.Error(), succeeded(out.Calls), texts(it.Sent))
		return nil, nil
	}
	if err := in.box.save(ctx, r.kept); err != nil {
		return nil, err
	}
	it.Status, it.Exit, it.Value = ExitSuccess, exit.Name, value
	return &Result{Exit: exit, Value: value}, nil
}

// thinkOf ends an iteration that returned Think: it shows what was returned with it,
// or every variable.
func (r *Run) thinkOf(it *Iteration, value json.RawMessage, out sandbox.Outcome) {
	shown := value
	if fields, err := objectFields(value); err != nil || len(fields) == 0 {
		var all []field
		for _, v := range out.Variables {
			if v.Value != nil {
				all = append(all, field{v.Name, v.Value})
			}
		}
		shown = object(all...)
	} else {
		for _, f := range fields {
			it.Variables = overlay(it.Variables, []sandbox.Variable{{Name: f.key, Value: f.value, Kind: kindOf(f.value)}})
		}
	}
	r.think(it, &ThinkAgain{Reason: "the code asked to look at variables", Context: shown}, out.Calls)
}

func kindOf(value json.RawMessage) string {
	switch strings.TrimSpace(string(value))[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

func (r *Run) env(in *inputs, p Program) sandbox.Env {
	return sandbox.Env{
		Functions: in.box.functions(), Objects: p.Objects, Variables: data(p.Given), Components: in.names,
		Limits: r.p.Limits, Seed: p.Seed, Start: p.Start,
	}
}

// data are the variables that later code can be given.
func data(variables []sandbox.Variable) []sandbox.Variable {
	return slices.DeleteFunc(slices.Clone(variables), func(v sandbox.Variable) bool { return v.Value == nil })
}

func (r *Run) journal(e Entry) error {
	if r.p.Journal == nil {
		return nil
	}
	e.Run, e.User = r.ID, r.User
	if err := r.p.Journal(e); err != nil {
		return fmt.Errorf("keep the journal: %w", err)
	}
	return nil
}

func (r *Run) trace(it *Iteration, t Trace) {
	t.Iteration = it.Number
	r.mu.Lock()
	if len(it.Traces) < MaxTraces {
		it.Traces = append(it.Traces, t)
	}
	r.mu.Unlock()
	r.tracer.put(t)
}

// delivered notes what the user was shown.
func (r *Run) delivered(it *Iteration, s Sent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	it.Sent = append(it.Sent, s)
	r.sent = append(r.sent, s)
}

// repeats reports that text was shown by an iteration that failed, since when none
// has ended well.
func (r *Run) repeats(text string) bool { return text != "" && r.mayRepeat(text, true) }

// mayRepeat reports that text is such a text, or how one begins if it is not whole.
func (r *Run) mayRepeat(text string, whole bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	it := r.Iterations[len(r.Iterations)-1]
	before := r.sent[r.since : len(r.sent)-len(it.Sent)]
	return slices.ContainsFunc(before, func(s Sent) bool {
		return s.Text == text || !whole && strings.HasPrefix(s.Text, text)
	})
}

// sentBefore is what was shown before an iteration.
func (r *Run) sentBefore(it *Iteration) []Sent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.sent[:len(r.sent)-len(it.Sent)])
}

func texts(sent []Sent) []string {
	var out []string
	for _, s := range sent {
		if s.Text != "" {
			out = append(out, s.Text)
		}
	}
	return out
}

// listed is an error with the code around it, if it is a Fault.
func listed(err error) string {
	if f := (*sandbox.Fault)(nil); errors.As(err, &f) && f.Listing != "" {
		return f.Error() + "\n" + f.Listing
	}
	return err.Error()
}
