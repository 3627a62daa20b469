package codefirst

import (
	"context"
	"encoding/json"
	"errors"

	"parley/codefirst/tsx"
)

// ThinkAgain is returned by a tool or a hook to end the iteration and start another
// that is shown Context. The code cannot catch it. A tool that returns it counts as
// done.
type ThinkAgain struct {
	Reason string
	// Context is shown to the model: a text as it is, anything else as JSON.
	Context any
}

func (t *ThinkAgain) Error() string { return "look at this first: " + t.Reason }

// Pause is returned by a tool to halt the run with a Snapshot, which goes on once the
// call is resolved. The code cannot catch it. The tool has had no effect yet.
type Pause struct {
	Reason string
	// Data is kept in the Snapshot for whoever resolves it; no model sees it.
	Data json.RawMessage

	asks bool // before its tool was run; see asksFirst
}

func (p *Pause) Error() string { return "waits for an answer: " + p.Reason }

// ErrNoChat is Emit's where there is nobody to show an element to.
var ErrNoChat = errors.New("nobody to show it to")

type emitKey struct{}

// Emit shows an element from within a tool, such as how far it is. ctx is the tool's.
// It blocks until the chat has taken it. An element equal to one that the call has
// shown already is not shown again, so a tool that is retried shows nothing twice.
func Emit(ctx context.Context, e tsx.Element) error {
	emit, ok := ctx.Value(emitKey{}).(func(context.Context, tsx.Element) error)
	if !ok {
		return ErrNoChat
	}
	return emit(ctx, e)
}
