package codefirst

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/llm"
)

// errRewound ends code that was run again only to bind its variables.
var errRewound = errors.New("the recorded part has ended")

// restore puts the run where the snapshot was taken.
func (r *Run) restore(it *Iteration, in *inputs, s *Snapshot) {
	r.thread = append(r.thread, s.Thread...)
	r.sent = append(r.sent, s.Sent...)
	r.variables = s.Program.Given
	number := 0
	for _, c := range s.Calls {
		if c.Name != sandbox.YieldName {
			continue
		}
		var e tsx.Element
		if c.Order > 0 && c.Err == "" && json.Unmarshal(c.Args, &e) == nil {
			r.delivered(it, Sent{ID: messageID(it.Number, number), Text: in.text(e)})
		}
		number++
	}
	in.box.rewind(s.Program.Objects)
}

// ErrGone means a run that goes on where a tool that its code calls is not there any more.
var ErrGone = errors.New("a tool that the code calls is gone")

// recorded is the code of the snapshot.
func (r *Run) recorded(in *inputs, s *Snapshot) (*sandbox.Program, error) {
	for _, c := range s.Calls {
		if _, there := in.box.tools[c.Name]; !there && c.Name != sandbox.YieldName {
			return nil, fmt.Errorf("%w: %s", ErrGone, c.Name)
		}
	}
	compiled, err := r.env(in, s.Program).Compile(s.Program.Code)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return compiled, nil
}

// replay runs the code of the snapshot again.
func (r *Run) replay(ctx context.Context, it *Iteration, in *inputs, s *Snapshot) error {
	it.Reply, it.Code = s.Program.Code, s.Program.Code
	compiled, err := r.recorded(in, s)
	if err != nil {
		return err
	}
	if err := s.Journal(r.journal); err != nil {
		return err
	}
	return r.execute(ctx, it, in, compiled, s.Program, s)
}

// rewind runs the recorded part of the snapshot's code once more, inside the sandbox
// and without a tool, so that what came back is bound to the variables that the code
// has for it, by its own patterns. Then the model is told, and writes the rest.
func (r *Run) rewind(ctx context.Context, it *Iteration, in *inputs, s *Snapshot) error {
	compiled, err := r.recorded(in, s)
	if err != nil {
		return err
	}
	h, env := newHost(r, it, in), r.env(in, s.Program)
	h.enough = errRewound
	for _, c := range s.Calls {
		if c.Order > 0 {
			env.Recorded = append(env.Recorded, c)
		}
	}
	out, err := r.p.Sandbox.Run(ctx, compiled, env, h)
	if err != nil && !errors.Is(err, errRewound) {
		return err
	}
	r.variables = overlay(r.variables, out.Variables)
	call, _ := s.Call()
	r.thread = append(r.thread,
		Turn{Speaker: llm.Assistant, Text: s.Program.Code},
		Turn{Speaker: llm.User, Text: prompt.Resumed(prompt.Halted{
			Reason: s.Reason, Call: fmt.Sprintf("%s(%s)", call.Name, call.Args), Line: call.Line,
			Result: prompt.Inspect(call.Result), Err: call.Err,
			Past: r.past(it, s.Calls), Variables: shownVariables(out.Variables),
		})})
	return nil
}
