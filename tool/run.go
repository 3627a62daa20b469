package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"parley"
)

var (
	// ErrArguments means arguments that break the input schema. Its text lists the
	// faults for the model to correct; it names fields and holds none of their values.
	ErrArguments = errors.New("bad arguments")
	// ErrTimeout means that the time limit passed.
	ErrTimeout = errors.New("the tool took too long")
	// ErrPanic means that the function panicked. Where is in the log, without what was
	// thrown, which may hold words of the user's.
	ErrPanic = errors.New("the tool broke down")
	// ErrResult means a result that is over MaxResult or cannot be JSON: the effect of
	// the call has happened. Its text says which.
	ErrResult = errors.New("the result cannot be told")
	// ErrUnknown means a call that was begun and has not come back with a result or an
	// error of its own: its effect may have happened or not. Read-only tools have none.
	ErrUnknown = errors.New("it is not known whether it was done")
	// ErrLeft means a function that had not returned Grace after it was told to end. It
	// was left running; what it returns later is dropped.
	ErrLeft = errors.New("the tool does not end")
	// ErrTemporary is for a tool's function to wrap: the same call may succeed a
	// little later. See WithRetry.
	ErrTemporary = errors.New("try again later")
)

const (
	// Grace is how long Run waits for a function that was told to end.
	Grace = 50 * time.Millisecond
	// MaxLeft bounds the functions of one Tool and its copies that were left running:
	// with so many, Run fails with ErrLeft and calls nothing.
	MaxLeft = 64
)

// Question is what to ask the user before Run with these args, in one line, and
// whether there is anything to ask. The error wraps ErrArguments or ErrPanic.
func (t Tool) Question(args json.RawMessage) (question string, needed bool, err error) {
	args, err = t.arguments(args)
	if err == nil && t.ask != nil {
		question, err = guard(t.name, func() (string, error) { return t.ask(args) })
	}
	if err != nil {
		return "", false, err
	}
	question = parley.OneLine(question)
	return question, question != "", nil
}

// Run calls the function with args, the JSON object that the model wrote, and
// returns its result as JSON. No args at all stand for an empty object. The function
// runs on a goroutine of its own, which is told to return when ctx ends or the time
// limit passes; Run returns when it does, or Grace after that without it. The error
// wraps ErrArguments, ErrTimeout, ErrPanic, ErrResult, ErrUnknown, ErrLeft, the cause
// of ctx's end, or is the function's.
func (t Tool) Run(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error) {
	args, err := t.arguments(args)
	if err != nil {
		return nil, err
	}
	if t.left.Load() >= MaxLeft {
		return nil, fmt.Errorf("%w: %d calls of it still run", ErrLeft, MaxLeft)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.timeout, ErrTimeout)
	defer cancel()
	pause := t.pause
	for attempt := 1; ctx.Err() == nil; attempt++ {
		out, err := t.once(ctx, c, bytes.Clone(args))
		if err == nil || attempt == t.attempts || !errors.Is(err, ErrTemporary) {
			return out, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause *= 2
	}
	return nil, context.Cause(ctx)
}

// once calls the function once, with args that are its own.
func (t Tool) once(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error) {
	type result struct {
		out json.RawMessage
		err error
	}
	came := make(chan result, 1)
	var over atomic.Bool // set by the first of the function's end and Run's
	go func() {
		r := result{err: ErrPanic} // of a function that ends its goroutine
		defer func() {
			if over.Swap(true) {
				t.left.Add(-1)
			}
			came <- r
		}()
		r.out, r.err = guard(t.name, func() (json.RawMessage, error) { return t.run(ctx, c, args) })
	}()
	var r result
	select {
	case r = <-came:
	case <-ctx.Done():
		select {
		case r = <-came:
		case <-time.After(Grace):
			if over.Swap(true) { // just now
				r = <-came
				break
			}
			t.left.Add(1)
			return nil, &unfinished{cause: context.Cause(ctx), unknown: !t.readOnly, left: true}
		}
	}
	switch {
	case r.err == nil:
		return r.out, nil
	case ctx.Err() != nil && !errors.Is(r.err, ErrResult):
		return nil, &unfinished{cause: context.Cause(ctx), own: r.err, unknown: !t.readOnly}
	case errors.Is(r.err, ErrPanic):
		return nil, &unfinished{cause: r.err, unknown: !t.readOnly}
	}
	return nil, r.err
}

// unfinished is the error of a call that was begun and ended by something else than its
// function's return.
type unfinished struct {
	cause, own    error // own is the function's, nil for none
	unknown, left bool
}

func (e *unfinished) Error() string {
	text := e.cause.Error()
	if e.unknown {
		text += ": " + ErrUnknown.Error() + "; find out before you do it again"
	}
	return text
}

func (e *unfinished) Unwrap() []error {
	all := []error{e.cause}
	if e.own != nil {
		all = append(all, e.own)
	}
	if e.unknown {
		all = append(all, ErrUnknown)
	}
	if e.left {
		all = append(all, ErrLeft)
	}
	return all
}

// guard calls f of the tool of that name and makes an error of its panic. What was thrown
// may hold words of the user's, so it is logged only if it is the runtime's.
func guard[T any](name string, f func() (T, error)) (out T, err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		what := fmt.Sprintf("%T", p)
		if thrown, ok := p.(runtime.Error); ok {
			what = thrown.Error()
		}
		slog.Error("a tool panicked", "tool", name, "what", what, "stack", string(debug.Stack()))
		err = ErrPanic
	}()
	return f()
}

// resultError is an ErrResult by its text.
type resultError string

func (e resultError) Error() string { return "it was done, but its result " + string(e) }
func (e resultError) Unwrap() error { return ErrResult }

// encode is out as JSON. Its errors hold no part of out.
func encode(out any) (json.RawMessage, error) {
	text, err := json.Marshal(out)
	var value *json.UnsupportedValueError
	switch {
	case err == nil && len(text) > MaxResult:
		return nil, resultError(fmt.Sprintf("is too large: %d bytes of JSON, %d at most", len(text), MaxResult))
	case err == nil:
		return text, nil
	case errors.As(err, &value) && value.Value.CanFloat():
		return nil, resultError("holds a number that JSON has not: it is infinite, or none")
	}
	return nil, resultError("is no JSON")
}
