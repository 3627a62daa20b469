package codefirst

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool/schema"
)

// Run is what Params.Refresh sees of a run. It is not to be kept or written to.
type Run struct {
	ID, User   string
	Metadata   map[string]any
	Iterations []*Iteration

	p         Params
	result    Result
	tracer    *tracer
	thread    []Turn                     // what the model wrote and was told, after the prompt
	variables []sandbox.Variable         // what the next code finds
	kept      map[string]json.RawMessage // properties of objects that keep nothing, by "object.name"

	cancel context.CancelCauseFunc // ends the run

	mu   sync.Mutex
	over bool // nobody writes to what the Result has
	sent []Sent
	// since is the number of those of sent that an iteration showed after which
	// another ended well: what came later may be said again by code that is mended.
	since int
}

func newRun(p Params, cancel context.CancelCauseFunc) *Run {
	r := &Run{
		ID: p.RunID, User: p.User, Metadata: p.Metadata, p: p, cancel: cancel, kept: make(map[string]json.RawMessage),
	}
	if hook := p.Hooks.OnTrace; hook != nil {
		r.tracer = startTracer(func(t Trace) error {
			return r.guard("OnTrace", func() error { hook(t); return nil })
		})
	}
	return r
}

// loop runs iterations until one ends the run.
func (r *Run) loop(ctx context.Context) error {
	first := 1
	if r.p.Snapshot != nil {
		first = r.p.Snapshot.Program.Iteration
	}
	for n := first; n < first+r.p.Loop; n++ {
		it := &Iteration{Number: n, Status: Pending, Started: r.p.Now()}
		r.Iterations = append(r.Iterations, it)
		err := r.iterate(ctx, it)
		if ctx.Err() != nil && it.Status != ExitSuccess && it.Status != CallbackRequested {
			it.Status, err = Aborted, context.Cause(ctx)
			r.trace(it, Trace{Kind: TraceAbort, Text: err.Error(), Start: r.p.Now()})
		}
		r.end(ctx, it, err)
		if err = cmp.Or(err, broken(ctx)); err != nil {
			it.Err = err
			return err
		}
		if it.Status == ExitSuccess || it.Status == CallbackRequested {
			return r.journal(Entry{Ended: it.Status})
		}
		r.remember(it)
	}
	last := r.Iterations[len(r.Iterations)-1]
	return errors.Join(fmt.Errorf("%w: the last of %d ended as %s", ErrLoop, r.p.Loop, last.Status),
		r.journal(Entry{Ended: ExitError}))
}

// end closes the books of an iteration.
func (r *Run) end(ctx context.Context, it *Iteration, err error) {
	it.Ended = r.p.Now()
	if err != nil && it.Status == Pending {
		it.Status = GenerationError
	}
	if hook := r.p.Hooks.OnIterationEnd; hook != nil {
		if err := r.guard("OnIterationEnd", func() error { return hook(ctx, it) }); err != nil {
			r.trace(it, Trace{Kind: TraceLog, Text: "OnIterationEnd", Err: err.Error(), Start: r.p.Now()})
		}
	}
}

// remember is what the next iteration is told of one that did not end the run.
func (r *Run) remember(it *Iteration) {
	r.thread = append(r.thread,
		Turn{Speaker: llm.Assistant, Text: it.Reply},
		Turn{Speaker: llm.User, Text: it.aside})
	r.variables = overlay(r.variables, it.Variables)
	if it.Status == ThinkingRequested {
		r.since = len(r.sent)
	}
}

// iterate asks the model and runs its code, or resumes the code of a snapshot. The
// error ends the run.
func (r *Run) iterate(ctx context.Context, it *Iteration) error {
	in, err := r.gather(ctx, it)
	if err != nil {
		return err
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
			return err
		}
		program.Given = r.variables
	}
	compiled, err := r.write(ctx, it, in, r.env(in, program))
	if err != nil || compiled == nil {
		return err
	}
	program.Code = it.Code
	if err := r.journal(Entry{Program: &program, Thread: r.thread, Sent: r.sentBefore(it)}); err != nil {
		return err
	}
	return r.execute(ctx, it, in, compiled, program, nil)
}

// write has the model write code that finds what env has. A nil program and no error
// mean that the iteration has ended without.
func (r *Run) write(ctx context.Context, it *Iteration, in *inputs, env sandbox.Env) (*sandbox.Program, error) {
	if hook := r.p.Hooks.OnIterationStart; hook != nil {
		if err := r.guard("OnIterationStart", func() error { return hook(ctx, it) }); err != nil {
			return nil, r.thinkOr(it, err)
		}
	}
	if err := r.generate(ctx, it, in); err != nil {
		return nil, err
	}
	if err := r.take(it, in); err != nil {
		r.invalid(ctx, it, in, err)
		return nil, nil
	}
	compiled, err := env.Compile(it.Code)
	if err == nil && it.cutOff && !tsx.Ended(it.Reply) {
		err = errCutOff
	}
	if err != nil {
		r.invalid(ctx, it, in, err)
		return nil, nil
	}
	hook := r.p.Hooks.OnBeforeExecution
	if hook == nil {
		return compiled, nil
	}
	before := it.Code
	if err := r.guard("OnBeforeExecution", func() error { return hook(ctx, it) }); err != nil {
		if think := (*ThinkAgain)(nil); !errors.As(err, &think) {
			r.invalid(ctx, it, in, err)
			return nil, nil
		}
		return nil, r.thinkOr(it, err)
	}
	if it.Code != before {
		if compiled, err = env.Compile(it.Code); err != nil {
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
	if f := (*sandbox.Fault)(nil); errors.As(err, &f) && f.Kind == sandbox.Thrown {
		it.Status = ExecutionError // it would have, and is known to before anything ran
	}
	r.trace(it, Trace{Kind: TraceInvalidCode, Text: it.Code, Err: err.Error(), Start: r.p.Now()})
	why := listed(err)
	if it.cutOff {
		why = prompt.CutOff + "\n" + why
	}
	it.aside = prompt.InvalidCode(it.Code, why, texts(it.Sent))
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
	past := r.past(it, calls)
	past.Failed = toldCalls(calls, func(c sandbox.Call) bool { return c.Err != "" && !c.Unknown })
	it.aside = prompt.Thinking(t.Reason, shown, past)
}

// execute runs compiled code, and reads what came of it.
func (r *Run) execute(
	ctx context.Context, it *Iteration, in *inputs, compiled *sandbox.Program, p Program, from *Snapshot,
) error {
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
		return context.Cause(ctx)
	case h.thought != nil:
		r.think(it, h.thought, out.Calls)
		return r.save(ctx, in)
	case h.isPaused():
		it.Status, r.result.Snapshot = CallbackRequested, h.snapshot(p, out)
		return nil
	case err != nil:
		return err
	case out.Fault != nil:
		r.faulty(it, out)
		return nil //nolint:nilerr // the model is told
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
	it.aside = prompt.ExecutionError(f.Error(), f.Listing, r.undone(it, out.Calls))
}

// past is what code has done, for the model not to do it again.
func (r *Run) past(it *Iteration, calls []sandbox.Call) prompt.History {
	return prompt.History{
		Done:    toldCalls(calls, func(c sandbox.Call) bool { return c.Err == "" }),
		Unknown: toldCalls(calls, func(c sandbox.Call) bool { return c.Unknown }), Sent: texts(it.Sent),
	}
}

// undone is past of code whose assignments do not count.
func (r *Run) undone(it *Iteration, calls []sandbox.Call) prompt.History {
	past := r.past(it, calls)
	for _, m := range it.Mutations {
		past.Undone = append(past.Undone, m.String())
	}
	return past
}

// leave ends an iteration whose code returned.
func (r *Run) leave(ctx context.Context, it *Iteration, in *inputs, out sandbox.Outcome) error {
	var exit Exit
	var value json.RawMessage
	err := r.guard("the schema of an exit", func() (err error) {
		exit, value, err = parseExit(out.Returned, in.exits)
		return err
	})
	switch {
	case err != nil && out.Returned == nil:
		err = fmt.Errorf("%w\n%s", err, tsx.Unreturned(it.Code))
	case err == nil && exit.Name == Listen.Name && len(it.Sent) == 0 && speaks(value):
		err = errUnsaid
	}
	if err == nil && exit.Name == Think.Name {
		r.thinkOf(it, value, out)
		return r.save(ctx, in)
	}
	if hook := r.p.Hooks.OnExit; err == nil && hook != nil {
		err = r.guard("OnExit", func() error { return hook(ctx, exit.clone(), bytes.Clone(value)) })
	}
	if broken := broken(ctx); broken != nil {
		return broken
	}
	if err != nil {
		it.Status, it.Err = ExitError, err
		it.aside = prompt.ExitError(err.Error(), r.undone(it, out.Calls))
		return nil
	}
	if err := r.save(ctx, in); err != nil {
		return err
	}
	it.Status, it.Exit, it.Value = ExitSuccess, exit.Name, value
	r.result.Exit, r.result.Value = exit, value
	return nil
}

// save has the objects keep what the code has changed.
func (r *Run) save(ctx context.Context, in *inputs) error {
	return r.guard("the Save of an object", func() error { return in.box.save(ctx, r.kept) })
}

// thinkOf ends an iteration that returned Think: it shows what was returned with it,
// or every variable.
func (r *Run) thinkOf(it *Iteration, value json.RawMessage, out sandbox.Outcome) {
	shown := value
	if fields, _ := schema.Fields(value); len(fields) == 0 {
		var all []field
		for _, v := range out.Variables {
			if v.Value != nil {
				all = append(all, field{Key: v.Name, Value: v.Value})
			}
		}
		shown = object(all...)
	} else {
		for _, f := range fields {
			it.Variables = overlay(it.Variables, []sandbox.Variable{{Name: f.Key, Value: f.Value, Kind: prompt.Kind(f.Value)}})
		}
	}
	r.think(it, &ThinkAgain{Reason: "the code asked to look at variables", Context: shown}, out.Calls)
}

func (r *Run) env(in *inputs, p Program) sandbox.Env {
	env := sandbox.Env{
		Functions: in.box.functions(), Objects: p.Objects, Variables: data(p.Given), Components: in.names,
		Limits: r.p.Limits, Seed: p.Seed, Start: p.Start,
	}
	if r.p.Hooks.OnBeforeTool == nil { // which may mend arguments
		env.Fields = in.box.fields
	}
	return env
}

// data are the variables that later code can be given.
func data(variables []sandbox.Variable) []sandbox.Variable {
	return slices.DeleteFunc(slices.Clone(variables), func(v sandbox.Variable) bool { return v.Value == nil })
}
