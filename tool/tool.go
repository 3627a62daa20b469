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
	"regexp"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
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
// concurrent use if its function is. New makes one; the zero Tool is none.
type Tool struct {
	name, description string
	input, output     json.RawMessage
	schema            *jsonschema.Resolved // input
	options
	run func(context.Context, Call, json.RawMessage) (json.RawMessage, error)
	ask func(json.RawMessage) (string, error) // nil if there is nothing to confirm
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
	readOnly bool
	question any // a func(In) string
	timeout  time.Duration
	attempts int
	pause    time.Duration
}

// Option sets what New has a default for.
type Option func(*options)

// ReadOnly says that the tool has no effect outside: it may run before the user's
// turn is committed, and its result be thrown away. It excludes Confirm.
func ReadOnly() Option { return func(o *options) { o.readOnly = true } }

// Confirm has the user asked before a call, with the question that f makes of the
// arguments; "" is no question. In is the tool's. Run asks nobody: its caller does,
// by Tool.Question.
func Confirm[In any](f func(In) string) Option { return func(o *options) { o.question = f } }

// WithTimeout limits the time of one Run, with its retries and their pauses.
func WithTimeout(d time.Duration) Option { return func(o *options) { o.timeout = d } }

// WithRetry has the function called again while its error wraps ErrTemporary:
// attempts times in all, MaxAttempts at most. The first pause is between half and
// one and a half times pause, and every later one twice as long. It is for tools
// that may run twice with one Call.Key.
func WithRetry(attempts int, pause time.Duration) Option {
	return func(o *options) { o.attempts, o.pause = attempts, pause }
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9_.]{0,63}$`)

// New makes a tool of run. The name has lower-case letters, digits, "_" and ".", a
// letter first and at most 64; the description tells the model what it is for. In
// is a struct or a map, as models write arguments in a JSON object. A field without
// omitempty or omitzero is required, and no others than the fields are allowed. The
// tag "jsonschema" tells the model what a field is, and may end in limits, such as
//
//	Title string `json:"title" jsonschema:"what to do [minLength=1 maxLength=120]"`
//
// They are enum=a|b|c, minLength and maxLength in characters, minimum, maximum,
// minItems and maxItems. Those of a string or a number hold for each item of a list.
//
// run returns soon after its context ends. It may change in, which is its own. The
// error wraps ErrTool.
func New[In, Out any](
	name, description string, run func(ctx context.Context, c Call, in In) (Out, error), opts ...Option,
) (Tool, error) {
	t := Tool{name: name, description: description, options: options{timeout: DefaultTimeout, attempts: 1}}
	for _, opt := range opts {
		opt(&t.options)
	}
	question, confirms := t.question.(func(In) string)
	switch {
	case !validName.MatchString(name):
		return Tool{}, fmt.Errorf("%w: name %q", ErrTool, name)
	case description == "" || run == nil:
		return Tool{}, fmt.Errorf("%w: %s has no description or no function", ErrTool, name)
	case t.question != nil && question == nil:
		return Tool{}, fmt.Errorf("%w: %s confirms by a %T, not a %T", ErrTool, name, t.question, question)
	case confirms && t.readOnly:
		return Tool{}, fmt.Errorf("%w: %s is read-only and needs a yes", ErrTool, name)
	case t.timeout <= 0 || t.attempts < 1 || t.attempts > MaxAttempts || t.attempts > 1 && t.pause <= 0:
		return Tool{}, fmt.Errorf("%w: %s has timeout %v, attempts %d, pause %v", ErrTool, name, t.timeout, t.attempts, t.pause)
	}
	if err := describe[In, Out](&t); err != nil {
		return Tool{}, fmt.Errorf("%w: %s: %w", ErrTool, name, err)
	}
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
	if confirms {
		t.ask = func(args json.RawMessage) (string, error) {
			in, err := decode[In](args)
			if err != nil {
				return "", err
			}
			return question(in), nil
		}
	}
	return t, nil
}

// Name is what the model calls the tool by.
func (t Tool) Name() string { return t.name }

// Description tells the model what the tool is for.
func (t Tool) Description() string { return t.description }

// Input is the JSON Schema of the arguments, an object's. Nobody changes it.
func (t Tool) Input() json.RawMessage { return t.input }

// Output is the JSON Schema of the result. Nobody changes it.
func (t Tool) Output() json.RawMessage { return t.output }

// ReadOnly reports that the tool has no effect outside.
func (t Tool) ReadOnly() bool { return t.readOnly }
