// Package tool makes a Go function one that a language model may call: with a
// name, JSON Schemas of what it takes and gives, strict validation, a time limit
// and retries. It knows no model and no protocol: whoever runs a model offers it
// the tools of a Set, and calls Run with what the model wrote.
package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"parley/tool/schema"
)

// Bounds of a Tool.
const (
	// MaxArguments and MaxResult bound, in bytes, the JSON that Run takes and gives.
	MaxArguments = 64 << 10
	MaxResult    = 1 << 20
	// MaxAttempts bounds those of WithRetry.
	MaxAttempts = 5
	// DefaultTimeout is the time limit of a Tool without WithTimeout.
	DefaultTimeout = 10 * time.Second
)

// ErrTool means a Tool or a Set that cannot be made.
var ErrTool = errors.New("bad tool")

// Tool is a function that a model may call. It is immutable, and safe for
// concurrent use if its function is. New, FromJSON, Wrap and With make one; the zero
// Tool is none.
type Tool struct {
	in, out *schema.Schema
	shown   json.RawMessage // the schema of the arguments with Static's as literals
	takes   reflect.Type    // what run's arguments are in Go
	options
	left *atomic.Int32 // functions that were left running, of the tool and its copies
	run  func(context.Context, Call, json.RawMessage) (json.RawMessage, error)
}

// Call says whose call it is and which.
type Call struct {
	// ID is the model's name for the call.
	ID string
	// Key is the same for every retry and replay of the call, and no other call of
	// the user has it. A tool with an outside effect passes it on, so that the effect
	// happens once.
	Key string
	// User is on whose behalf the model calls; it is never taken from the arguments.
	User string
}

type options struct {
	name, description string
	aliases           []string
	static            json.RawMessage
	staticErr         error
	readOnly          bool
	repeatable        bool
	ask               func(json.RawMessage) (string, error) // nil if there is nothing to confirm
	asks              reflect.Type
	timeout           time.Duration
	attempts          int
	pause             time.Duration
}

// Option sets what New has a default for, or changes it in With.
type Option func(*options)

// WithName and WithDescription change those of a Tool in With and Wrap.
func WithName(name string) Option { return func(o *options) { o.name = name } }

// WithDescription is what WithName says.
func WithDescription(text string) Option { return func(o *options) { o.description = text } }

// WithAliases gives the tool more names that it can be called by.
func WithAliases(names ...string) Option {
	return func(o *options) { o.aliases = slices.Clone(names) }
}

// Static fixes arguments: values is an object, or marshals to one, whose fields take
// the place of what the model writes there, at any depth. The model is told of them as
// the only values. nil fixes none, as for a clone that is to be free again.
func Static(values any) Option {
	return func(o *options) {
		if o.static, o.staticErr = json.Marshal(values); string(o.static) == "null" {
			o.static = nil
		}
	}
}

// ReadOnly says that the tool has no effect outside: it may run before the user's
// turn is committed, and its result be thrown away. It excludes Confirm.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }

// Repeatable says that a call may be made again with the same Call.Key, and then has
// no second effect. A run that goes on after its process died does so.
func Repeatable() Option { return func(o *options) { o.repeatable = true } }

// Confirm has the user asked before a call, with the question that f makes of the
// arguments; "" is no question. In is the tool's, json.RawMessage for FromJSON. Run
// asks nobody: its caller does, by Tool.Question.
func Confirm[In any](f func(In) string) Option {
	return func(o *options) {
		o.asks = reflect.TypeFor[In]()
		if f == nil {
			o.asks = nil
		}
		o.ask = func(args json.RawMessage) (string, error) {
			in, err := decode[In](args)
			if err != nil {
				return "", err
			}
			return f(in), nil
		}
	}
}

// WithTimeout limits the time of one Run, with its retries and their pauses.
func WithTimeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

// WithRetry has the function called again while its error wraps ErrTemporary: attempts
// times in all, MaxAttempts at most. The first pause is between half and one and a half
// times pause, and every later one twice as long. It is for tools that may run twice
// with one Call.Key.
func WithRetry(attempts int, pause time.Duration) Option {
	return func(o *options) { o.attempts, o.pause = attempts, pause }
}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.]{0,63}$`)

// New makes a tool of run. The name has letters, digits, "_" and ".", a letter first
// and at most 64; the description tells the model what it is for. In
// is a struct or a map, as models write arguments in a JSON object. A field without
// omitempty or omitzero is required, and no others than the fields are allowed. The
// tag "jsonschema" tells the model what a field is, and may end in limits, such as
//
//	Title string `json:"title" jsonschema:"what to do [minLength=1 maxLength=120]"`
//
// They are enum=a|b|c, default, minLength and maxLength in characters, minimum,
// maximum, minItems and maxItems. Those of a string or a number hold for each item of
// a list.
//
// run returns soon after its context ends, and touches nothing that is not safe to touch
// later: Run does not wait for one that goes on. It may change in, which is its own. The
// error wraps ErrTool.
func New[In, Out any](
	name, description string, run func(ctx context.Context, c Call, in In) (Out, error), opts ...Option,
) (Tool, error) {
	if run == nil {
		return Tool{}, fmt.Errorf("%w: %s has no function", ErrTool, name)
	}
	in, err := schema.ForType[In]()
	if err != nil {
		return Tool{}, fmt.Errorf("%w: %s: %w", ErrTool, name, err)
	}
	out, err := schema.OfResult[Out]()
	if err != nil {
		return Tool{}, fmt.Errorf("%w: %s: %w", ErrTool, name, err)
	}
	t := Tool{in: in, out: out, takes: reflect.TypeFor[In]()}
	t.run = func(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error) {
		in, err := decode[In](args)
		if err != nil {
			return nil, err
		}
		out, err := run(ctx, c, in)
		if err != nil {
			return nil, err
		}
		return encode(out)
	}
	return t.finish(name, description, opts)
}

// FromJSON makes a tool of schemas and a function of JSON; nil is the output of a tool
// that gives nothing. See New.
func FromJSON(
	name, description string, input, output json.RawMessage,
	run func(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error), opts ...Option,
) (Tool, error) {
	if output == nil {
		output = json.RawMessage(`{"type":"null"}`)
	}
	in, err := schema.Parse(input)
	if err != nil {
		return Tool{}, fmt.Errorf("%w: %s: the input: %w", ErrTool, name, err)
	}
	out, err := schema.Parse(output)
	if err != nil {
		return Tool{}, fmt.Errorf("%w: %s: the output: %w", ErrTool, name, err)
	}
	return Tool{in: in, out: out, options: options{name: name, description: description}}.StandIn(run, opts...)
}

// StandIn makes a tool of t's name, description and schemas with a function of JSON and
// options of its own, none of t's: what t asks or confirms it does not. See New.
func (t Tool) StandIn(
	run func(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error), opts ...Option,
) (Tool, error) {
	if run == nil {
		return Tool{}, fmt.Errorf("%w: %s has no function", ErrTool, t.name)
	}
	in := Tool{in: t.in, out: t.out, takes: reflect.TypeFor[json.RawMessage]()}
	in.run = func(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error) {
		out, err := run(ctx, c, args)
		if err != nil {
			return nil, err
		}
		return encode(out)
	}
	return in.finish(t.name, t.description, opts)
}

// Wrap makes a tool that stands for t, with its name and options but other arguments
// or results. run calls t by next, with its arguments, as often as it wants to. What t
// confirms, the wrapper does: with other arguments, opts have a Confirm of these.
func Wrap[In, Out any](
	t Tool, run func(ctx context.Context, c Call, in In, next func(ctx context.Context, args any) (json.RawMessage, error)) (Out, error),
	opts ...Option,
) (Tool, error) {
	if run == nil || t.run == nil {
		return Tool{}, fmt.Errorf("%w: there is nothing to wrap, or nothing to wrap it in", ErrTool)
	}
	same := t.options
	same.static, same.staticErr, same.attempts, same.pause = nil, nil, 1, 0 // next has them
	all := append([]Option{func(o *options) { *o = same }}, opts...)
	return New(t.name, t.description, func(ctx context.Context, c Call, in In) (Out, error) {
		return run(ctx, c, in, func(ctx context.Context, args any) (json.RawMessage, error) {
			raw, err := json.Marshal(args)
			if err != nil {
				return nil, fmt.Errorf("call %s: %w", t.name, err)
			}
			return t.Run(ctx, c, raw)
		})
	}, all...)
}

// Change is t with some things changed. The error wraps ErrTool.
func (t Tool) Change(opts ...Option) (Tool, error) {
	for _, opt := range opts {
		opt(&t.options)
	}
	return t.check()
}

func (t Tool) finish(name, description string, opts []Option) (Tool, error) {
	t.options = options{name: name, description: description, timeout: DefaultTimeout, attempts: 1}
	t.left = new(atomic.Int32)
	return t.Change(opts...)
}

// check is t if it can be run.
func (t Tool) check() (Tool, error) {
	names := append([]string{t.name}, t.aliases...)
	for i, name := range names {
		if !validName.MatchString(name) || slices.Contains(names[:i], name) {
			return Tool{}, fmt.Errorf("%w: name %q", ErrTool, name)
		}
	}
	switch {
	case t.run == nil:
		return Tool{}, fmt.Errorf("%w: a copy of one that New did not make", ErrTool)
	case t.description == "":
		return Tool{}, fmt.Errorf("%w: %s has no description", ErrTool, t.name)
	case t.ask != nil && t.asks != t.takes:
		return Tool{}, fmt.Errorf("%w: %s confirms by a %v, not a %v", ErrTool, t.name, t.asks, t.takes)
	case t.ask != nil && t.readOnly:
		return Tool{}, fmt.Errorf("%w: %s is read-only and needs a yes", ErrTool, t.name)
	case t.timeout <= 0 || t.attempts < 1 || t.attempts > MaxAttempts || t.attempts > 1 && t.pause <= 0:
		return Tool{}, fmt.Errorf("%w: %s has timeout %v, attempts %d, pause %v", ErrTool, t.name, t.timeout, t.attempts, t.pause)
	case t.in.Schema().Type != "object":
		return Tool{}, fmt.Errorf("%w: the arguments of %s are no object", ErrTool, t.name)
	}
	shown, err := t.literals()
	if err != nil {
		return Tool{}, fmt.Errorf("%w: %s: %w", ErrTool, t.name, err)
	}
	t.shown = shown
	return t, nil
}

// Name is what the model calls the tool by, Aliases are its other names.
func (t Tool) Name() string { return t.name }

// Aliases are more names. The caller owns the slice.
func (t Tool) Aliases() []string { return slices.Clone(t.aliases) }

// Description tells the model what the tool is for.
func (t Tool) Description() string { return t.description }

// Input is the JSON Schema of the arguments, an object's. Nobody changes it.
func (t Tool) Input() json.RawMessage { return t.shown }

// Output is the JSON Schema of the result. Nobody changes it.
func (t Tool) Output() json.RawMessage { return t.out.JSON() }

// ReadOnly reports that the tool has no effect outside.
func (t Tool) ReadOnly() bool { return t.readOnly }

// Repeatable reports that a call may be made again with the same key, as that of a
// read-only tool always may.
func (t Tool) Repeatable() bool { return t.repeatable || t.readOnly }
