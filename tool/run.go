package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"parley"
)

var (
	// ErrArguments means arguments that break the input schema. Its text lists the
	// faults for the model to correct; it names fields and holds none of their values.
	ErrArguments = errors.New("bad arguments")
	// ErrTimeout means that the time limit passed: the effect of the call may have
	// happened or not.
	ErrTimeout = errors.New("the tool took too long")
	// ErrPanic means that the function panicked. Its text says where.
	ErrPanic = errors.New("the tool panicked")
	// ErrResult means a result that is over MaxResult or cannot be JSON: the effect of
	// the call has happened.
	ErrResult = errors.New("the result is too large, or no JSON")
	// ErrTemporary is for a tool's function to wrap: the same call may succeed a
	// little later. See WithRetry.
	ErrTemporary = errors.New("try again later")
)

// Question is what to ask the user before Run with these args, in one line, and
// whether there is anything to ask. The error wraps ErrArguments or ErrPanic.
func (t Tool) Question(args json.RawMessage) (question string, needed bool, err error) {
	args, err = t.arguments(args)
	if err == nil && t.ask != nil {
		question, err = guard(func() (string, error) { return t.ask(args) })
	}
	if err != nil {
		return "", false, fmt.Errorf("make the question of %s: %w", t.name, err)
	}
	question = parley.OneLine(question)
	return question, question != "", nil
}

// Run calls the function with args, the JSON object that the model wrote, and
// returns its result as JSON. No args at all stand for an empty object. It starts
// no goroutine, and returns when the function does, which it is told to when ctx
// ends or the time limit passes. The error wraps ErrArguments, ErrTimeout,
// ErrPanic, ErrResult, the cause of ctx's end, or is the function's.
func (t Tool) Run(ctx context.Context, c Call, args json.RawMessage) (json.RawMessage, error) {
	args, err := t.arguments(args)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", t.name, err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.timeout, ErrTimeout)
	defer cancel()
	pause := t.pause
	for attempt := 1; ctx.Err() == nil; attempt++ {
		out, err := guard(func() (json.RawMessage, error) { return t.run(ctx, c, args) })
		switch {
		case err == nil:
			return out, nil
		case ctx.Err() != nil:
			return nil, fmt.Errorf("run %s: %w: %w", t.name, context.Cause(ctx), err)
		case attempt == t.attempts || !errors.Is(err, ErrTemporary):
			return nil, fmt.Errorf("run %s: %w", t.name, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause *= 2
	}
	return nil, fmt.Errorf("run %s: %w", t.name, context.Cause(ctx))
}

// guard calls f and makes an error of its panic. What was thrown may hold words of
// the user's, so it is told only if it is the runtime's.
func guard[T any](f func() (T, error)) (out T, err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		what := fmt.Sprintf("%T", p)
		if thrown, ok := p.(runtime.Error); ok {
			what = thrown.Error()
		}
		var pcs [16]uintptr
		frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
		at, more := frames.Next()
		for more && strings.HasPrefix(at.Function, "runtime.") {
			at, more = frames.Next()
		}
		err = fmt.Errorf("%w: %s in %s, line %d", ErrPanic, what, at.Function, at.Line)
	}()
	return f()
}

func encode(out any) (json.RawMessage, error) {
	text, err := json.Marshal(out)
	if err != nil || len(text) > MaxResult {
		return nil, ErrResult // err may hold a part of out
	}
	return text, nil
}
