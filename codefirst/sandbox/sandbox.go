// Package sandbox compiles and runs code that a model wrote. The code is taken for
// hostile: it can reach the functions, the objects and the values that an Env gives
// it and nothing else, within Limits of time and memory. Values cross by JSON of
// bounded size only.
package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"parley/codefirst/tsx"
)

// Engine runs programs. QuickJS is one. It is safe for concurrent use: every run has
// a machine of its own.
type Engine interface {
	// Run runs a program to its end. It blocks until the code has returned, thrown, or
	// been stopped, and every call that it started has come back or was told to end and
	// has. A call that the code did not wait for is waited for at its return, and is a
	// Fault if it failed and nothing handled that by then.
	// What the code did wrong is in the Outcome's Fault; the error is ctx's cause, what
	// a Host stopped the run with (see Stop), ErrDiverged, or the machine's own fault.
	// The Outcome is filled in either way, as far as the run came.
	Run(ctx context.Context, p *Program, env Env, host Host) (Outcome, error)
}

// ErrDiverged means that a replayed run made another call than the recorded one.
var ErrDiverged = errors.New("the code did something else than was recorded")

// Env is what a program finds. It is not changed by a run.
type Env struct {
	// Functions are the async functions, by name; "tasks.add" is add of the object
	// tasks. Names are unique.
	Functions []string
	// Fields says what is wrong with the names of the fields that a function is called
	// with, whatever their values are; nil tells nothing.
	Fields  func(function string, fields []string) error
	Objects []Object
	// Variables are those of earlier code, as globals that the code may declare anew.
	Variables []Variable
	// Components are the elements that the code may yield, by every name they have, and
	// the name that the Element gets.
	Components map[string]string
	Limits     Limits
	// Seed is of Math.random, Start is what Date.now says at first. The clock moves
	// when a call comes back, so that a replay reads the same times.
	Seed  uint64
	Start time.Time
	// Recorded are the calls of the run that this one goes on with, in order of Seq. A
	// call that came back then comes back again without the Host, in the order of then;
	// one that did not is made again, with Again set.
	Recorded []Call
}

// Object is a namespace, sealed: its properties exist from the start and no others.
type Object struct {
	Name       string     `json:"name"`
	Properties []Property `json:"properties"`
}

// Property is a variable of an Object. Its value is a frozen copy: the code assigns
// it whole, if it is writable.
type Property struct {
	Name     string          `json:"name"`
	Value    json.RawMessage `json:"value"`
	Writable bool            `json:"writable,omitempty"`
}

// Variable is what the code declared, by name, as far as it is data.
type Variable struct {
	Name string `json:"name"`
	// Value is nil for a function and for what is no JSON or too large.
	Value json.RawMessage `json:"value,omitempty"`
	// Kind is what typeof says, "array", "null", or "error".
	Kind string `json:"kind"`
}

func (v Variable) String() string { return v.Name + " = " + cmp.Or(string(v.Value), "("+v.Kind+")") }

// Limits bound a run. A zero field has the default of DefaultLimits.
type Limits struct {
	// Memory is the machine's, in bytes.
	Memory int64
	// Wall bounds the run without the time that it waits, for calls, yields or a
	// processor; Slice bounds code that neither waits nor ends.
	Wall, Slice time.Duration
	// Calls and Yields bound how many the code makes, Parallel how many calls are out
	// at once, Logs the lines kept.
	Calls, Yields, Parallel, Logs int
	// Value bounds the JSON of one value, in bytes; Line a line of the log, Message the
	// text of one yield, in characters.
	Value, Line, Message int
}

// DefaultLimits are those of ../docs/codefirst.md.
func DefaultLimits() Limits {
	return Limits{
		Memory: 64 << 20, Wall: 60 * time.Second, Slice: time.Second,
		Calls: 100, Yields: 20, Parallel: 8, Logs: 100,
		Value: 1 << 20, Line: 2000, Message: 4000,
	}
}

// orDefaults is l with the defaults of its zero fields.
func (l Limits) orDefaults() Limits {
	d := DefaultLimits()
	l.Memory = cmp.Or(l.Memory, d.Memory)
	l.Wall = cmp.Or(l.Wall, d.Wall)
	l.Slice = cmp.Or(l.Slice, d.Slice)
	l.Calls = cmp.Or(l.Calls, d.Calls)
	l.Yields = cmp.Or(l.Yields, d.Yields)
	l.Parallel = cmp.Or(l.Parallel, d.Parallel)
	l.Logs = cmp.Or(l.Logs, d.Logs)
	l.Value = cmp.Or(l.Value, d.Value)
	l.Line = cmp.Or(l.Line, d.Line)
	l.Message = cmp.Or(l.Message, d.Message)
	return l
}

// Host is what stands behind the functions and objects of a run. Call and Yield are
// called from goroutines of the run, Call from several at once, and return soon after
// ctx ends; the other methods are called one at a time and return at once, for other
// runs may wait for the processor meanwhile.
type Host interface {
	// Call runs a function. An error is thrown in the code, where it may be caught; one
	// made by Stop ends the run there.
	Call(ctx context.Context, c Call) (json.RawMessage, error)
	// Yield takes an element that the code yields; the code goes on when it returns.
	// Yields count from 0. The error is as for Call.
	Yield(ctx context.Context, number int, e tsx.Element) error
	// Assign takes a new value of a writable property. An error is thrown in the code.
	Assign(object, property string, value json.RawMessage) error
	// Log takes a line that the code printed.
	Log(line string)
	// Record is told of every call and yield as it begins and as it comes back, before
	// the code goes on. An error ends the run.
	Record(c Call) error
}

// Call is one call of a function, or a yield, whose Name is YieldName.
type Call struct {
	// Seq counts calls and yields from 1, in the order in which the code made them.
	Seq  int    `json:"seq"`
	Name string `json:"name"`
	// Args is what the function was given, one value; for a yield, the element.
	Args json.RawMessage `json:"args,omitempty"`
	// Line is where in the source, from 1, or 0.
	Line int `json:"line,omitempty"`
	// Order counts what came back from 1, in the order in which it did; 0 means that
	// it has not. At is when, on the run's clock.
	Order  int             `json:"order,omitempty"`
	At     time.Time       `json:"at,omitzero"`
	Result json.RawMessage `json:"result,omitempty"`
	// Err is what was thrown instead of a result; Unknown is set if the effect may have
	// happened all the same.
	Err     string `json:"err,omitempty"`
	Unknown bool   `json:"unknown,omitempty"`
	// Again is set for a call that was begun in an earlier run and may have had its
	// effect there.
	Again bool `json:"-"`
}

// YieldName is the Name of a yield among calls; no function has it.
const YieldName = "yield"

// Outcome is what a run has left.
type Outcome struct {
	// Returned is the JSON of what the code returned, nil for nothing.
	Returned json.RawMessage
	// Fault is what the code threw, or was stopped for; nil if neither.
	Fault *Fault
	// Variables are those that the code declared, with their last values, also when a
	// fault stopped it; by order of declaration. A run whose context ended has none.
	Variables []Variable
	// Calls are all calls and yields, in order of Seq.
	Calls []Call
}

// Stop is an error that ends a run at a call: the code cannot catch it, and its
// finally blocks do not run. Run's error wraps cause.
func Stop(cause error) error { return &stop{cause: cause} }

// StopBeside is a Stop for which the run waits until the calls that the code has made
// beside it have come back. No code runs meanwhile, and the Outcome has what came.
func StopBeside(cause error) error { return &stop{cause: cause, beside: true} }

type stop struct {
	cause  error
	beside bool
}

func (s *stop) Error() string { return s.cause.Error() }
func (s *stop) Unwrap() error { return s.cause }

// Unknown is the error of a call that has come back without it being known whether its
// effect has happened: the Call is Unknown.
func Unknown(err error) error { return &unknown{err} }

type unknown struct{ error }

func (u *unknown) Unwrap() error { return u.error }
