package codefirst

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"

	"parley/codefirst/tsx"
)

// ErrHook means that a function of the caller's has panicked: a hook, a method of Chat, a
// Save, a model, a schema. Its text says which; where is in the log, without what was
// thrown, which may hold words of the user's. It ends its run and no other.
var ErrHook = errors.New("a function of the caller's panicked")

// guard calls f, which calls a function of the caller's. A panic ends the run.
func (r *Run) guard(what string, f func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		kind := fmt.Sprintf("%T", p)
		if thrown, ok := p.(runtime.Error); ok {
			kind = thrown.Error()
		}
		slog.Error("a hook of a code-first run panicked", "run", r.ID, "hook", what, "what", kind, "stack", string(debug.Stack()))
		err = fmt.Errorf("%w: %s", ErrHook, what)
		r.cancel(err)
	}()
	return f()
}

// broken is the ErrHook that ended ctx, nil for none.
func broken(ctx context.Context) error {
	if err := context.Cause(ctx); errors.Is(err, ErrHook) {
		return err
	}
	return nil
}

// show sends an element.
func (r *Run) show(ctx context.Context, id string, e tsx.Element) error {
	return r.guard("Chat.Send", func() error { return r.p.Chat.Send(ctx, id, e) })
}

// leftBehind counts a call whose tool did not end.
func (r *Run) leftBehind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result.Left++
}
