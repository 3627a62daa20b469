package codefirst

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"parley/codefirst/sandbox"
	"parley/llm"
)

// Status is how an iteration ended.
type Status string

// The statuses. After thinking_requested and the three errors the run goes on; the
// others end it.
const (
	Pending           Status = "pending"
	InvalidCode       Status = "invalid_code_error"
	ExecutionError    Status = "execution_error"
	ExitError         Status = "exit_error"
	ThinkingRequested Status = "thinking_requested"
	CallbackRequested Status = "callback_requested"
	ExitSuccess       Status = "exit_success"
	GenerationError   Status = "generation_error"
	Aborted           Status = "aborted"
)

var (
	// ErrParams means Params that cannot be run.
	ErrParams = errors.New("bad parameters")
	// ErrLoop means that no iteration of those allowed returned an exit.
	ErrLoop = errors.New("no exit in the iterations allowed")
	// ErrModel means that no model answered. It wraps the last one's error.
	ErrModel = errors.New("no model answered")
)

// Iteration is one pass of the loop: what the model was asked and wrote, and what
// came of it. Hooks may change what their documentation says; after that, nobody
// writes to it.
type Iteration struct {
	Number int    `json:"number"` // from 1
	Status Status `json:"status"`
	// Models are tried in order; Model is the name of the one that answered.
	Models      []llm.Engine `json:"-"`
	Model       string       `json:"model,omitempty"`
	Temperature float32      `json:"temperature"`
	// Prompt is what the model was asked, Reply what it wrote, Code what was run of it.
	Prompt []llm.Message `json:"-"`
	Reply  string        `json:"reply,omitempty"`
	Code   string        `json:"code,omitempty"`
	// Cut names the parts of the prompt that had to be shortened.
	Cut     []string  `json:"cut,omitempty"`
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended,omitzero"`
	// Exit and Value are what it returned, if that was valid.
	Exit  string          `json:"exit,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	// Variables are those that the code declared, Mutations what it made of properties,
	// Calls its calls and yields, Sent what the user was shown.
	Variables []sandbox.Variable `json:"variables,omitempty"`
	Mutations []Mutation         `json:"mutations,omitempty"`
	Calls     []sandbox.Call     `json:"calls,omitempty"`
	Sent      []Sent             `json:"sent,omitempty"`
	// Traces are the first MaxTraces of it.
	Traces []Trace   `json:"traces,omitempty"`
	Usage  llm.Usage `json:"usage"`
	// Err is what was wrong, nil if nothing was. A *sandbox.Fault is the code's.
	Err error `json:"-"`

	aside string // what the next iteration is told of this one
	// finish is why the reply ended, as far as the service said; cutOff that it was at its
	// limit.
	finish llm.Finish
	cutOff bool
}

// MarshalJSON adds what was wrong.
func (it *Iteration) MarshalJSON() ([]byte, error) {
	type plain Iteration
	out := struct {
		*plain
		Err string `json:"error,omitempty"`
	}{plain: (*plain)(it)}
	if it.Err != nil {
		out.Err = it.Err.Error()
	}
	return json.Marshal(out)
}

// Result is what has come of a run: success with an exit, an interruption with a
// snapshot, or an error.
type Result struct {
	// Run is the run's ID, Metadata the Params'.
	Run      string         `json:"run"`
	Metadata map[string]any `json:"metadata,omitempty"`
	// Exit and Value are what the code returned, of a success.
	Exit  Exit            `json:"-"`
	Value json.RawMessage `json:"value,omitempty"`
	// Snapshot is of an interruption.
	Snapshot   *Snapshot    `json:"snapshot,omitempty"`
	Iterations []*Iteration `json:"iterations"`
	// Usage is the sum of what the models reported.
	Usage llm.Usage `json:"usage"`
	// Dropped counts the traces that OnTrace was too slow for, Left the calls whose tool
	// did not end when it was told to, and may still run.
	Dropped int `json:"dropped,omitempty"`
	Left    int `json:"left,omitempty"`

	err error
}

// Success reports that the run returned an exit.
func (r *Result) Success() bool { return r.err == nil && r.Snapshot == nil }

// Interrupted reports that a tool has halted the run: Snapshot tells where.
func (r *Result) Interrupted() bool { return r.Snapshot != nil }

// Err is why the run failed, nil if it did not: it wraps ErrLoop, ErrModel, ErrHook,
// ErrGone, sandbox.ErrDiverged, prompt.ErrNoRoom, the cause of the context's end, or is
// the error of Refresh, a chat, a journal, or an object's Save.
func (r *Result) Err() error { return r.err }

// Is reports that the run succeeded with the exit of that name.
func (r *Result) Is(exit string) bool { return r.Success() && r.Exit.named(exit) }

// LastIteration is the newest iteration, nil if none has begun.
func (r *Result) LastIteration() *Iteration {
	if len(r.Iterations) == 0 {
		return nil
	}
	return r.Iterations[len(r.Iterations)-1]
}

// LastSuccess is the newest iteration whose code came to its end, with an exit or to
// think; nil for none.
func (r *Result) LastSuccess() *Iteration {
	for _, it := range slices.Backward(r.Iterations) {
		if it.Status == ExitSuccess || it.Status == ThinkingRequested {
			return it
		}
	}
	return nil
}

// Variables are those of the iterations, with the newest value of each.
func (r *Result) Variables() []sandbox.Variable {
	var all []sandbox.Variable
	for _, it := range r.Iterations {
		all = overlay(all, it.Variables)
	}
	return all
}

// MarshalJSON adds how the run ended.
func (r *Result) MarshalJSON() ([]byte, error) {
	type plain Result
	out := struct {
		Kind string `json:"kind"`
		Exit string `json:"exit,omitempty"`
		Err  string `json:"error,omitempty"`
		*plain
	}{Kind: "success", Exit: r.Exit.Name, plain: (*plain)(r)}
	switch {
	case r.err != nil:
		out.Kind, out.Err = "error", r.err.Error()
	case r.Snapshot != nil:
		out.Kind = "interrupted"
	}
	return json.Marshal(out)
}

// overlay is old with those of newer in place of the same names, or after them.
func overlay(old, newer []sandbox.Variable) []sandbox.Variable {
	out := append([]sandbox.Variable(nil), old...)
next:
	for _, v := range newer {
		for i := range out {
			if out[i].Name == v.Name {
				out[i] = v
				continue next
			}
		}
		out = append(out, v)
	}
	return out
}
