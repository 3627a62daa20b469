package codefirst

import (
	"encoding/json"
	"errors"
	"fmt"

	"parley/tool/schema"
)

var (
	// ErrOtherExit means that a run succeeded with another exit than was asked for, or was
	// interrupted.
	ErrOtherExit = errors.New("the run ended otherwise")
	// ErrValue means a value that is not of the type that was asked for.
	ErrValue = errors.New("the value is of another type")
	// ErrNoVariable means that the code declared no variable of that name, or one that is
	// no data.
	ErrNoVariable = errors.New("there is no such variable")
)

// ExitOf is an exit whose value is a T.
type ExitOf[T any] struct{ Exit }

// NewExit is an exit whose value is held to the schema of T, as tool.New tells of
// arguments. The error wraps ErrParams.
func NewExit[T any](name, description string, aliases ...string) (ExitOf[T], error) {
	s, err := schema.ForType[T]()
	if err != nil {
		return ExitOf[T]{}, fmt.Errorf("%w: the exit %s: %w", ErrParams, name, err)
	}
	return ExitOf[T]{Exit{Name: name, Aliases: aliases, Description: description, Schema: s}}, nil
}

// Output is the value of a run that succeeded with the exit. The error is the run's, or
// wraps ErrOtherExit or ErrValue.
func (e ExitOf[T]) Output(r *Result) (T, error) {
	switch {
	case r.err != nil:
		return *new(T), r.err
	case r.Interrupted():
		return *new(T), fmt.Errorf("%w: it waits for %s", ErrOtherExit, r.Snapshot.Reason)
	case !r.Is(e.Name):
		return *new(T), fmt.Errorf("%w: with %q, not %q", ErrOtherExit, r.Exit.Name, e.Name)
	case r.Value == nil:
		return *new(T), nil
	}
	return decode[T](r.Value)
}

// Prop is a property of that value, which is held to the schema of T when the code
// assigns it. The error wraps ErrParams.
func Prop[T any](name, description string, value T, writable bool) (Property, error) {
	s, err := schema.ForType[T]()
	if err != nil {
		return Property{}, fmt.Errorf("%w: the property %s: %w", ErrParams, name, err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return Property{}, fmt.Errorf("%w: the property %s: %w", ErrParams, name, err)
	}
	return Property{Name: name, Description: description, Value: text, Schema: s, Writable: writable}, nil
}

// Variable is the value of a variable that the code of an iteration declared. The error
// wraps ErrNoVariable or ErrValue.
func Variable[T any](it *Iteration, name string) (T, error) {
	for _, v := range it.Variables {
		if v.Name == name && v.Value != nil {
			return decode[T](v.Value)
		}
	}
	return *new(T), fmt.Errorf("%w: %s", ErrNoVariable, name)
}

func decode[T any](value json.RawMessage) (out T, err error) {
	if err := json.Unmarshal(value, &out); err != nil {
		return *new(T), fmt.Errorf("%w: %w", ErrValue, err)
	}
	return out, nil
}
