package codefirst

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

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
// shown already is not shown again, so a tool that is retried shows nothing twice. Once the
// call has come back, as one whose tool was left running, the error is ErrNoChat.
func Emit(ctx context.Context, e tsx.Element) error {
	emit, ok := ctx.Value(emitKey{}).(*emitter)
	if !ok || emit.h.r.p.Chat == nil {
		return ErrNoChat
	}
	return emit.show(ctx, e)
}

// emitter shows what one call emits, until it has come back.
type emitter struct {
	h   *host
	seq int

	mu      sync.Mutex
	emitted []string
	over    bool
}

// close has a tool that was left running show nothing any more.
func (m *emitter) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.over = true
}

func (m *emitter) show(ctx context.Context, e tsx.Element) error {
	e, err := m.h.in.check(e)
	if err != nil {
		return err
	}
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("show %s: %w", e.Name, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.over:
		return ErrNoChat
	case slices.Contains(m.emitted, string(text)):
		return nil
	}
	id := fmt.Sprintf("%d.call%d.%d", m.h.it.Number, m.seq, len(m.emitted)+1)
	if err := m.h.send(ctx, id, e); err != nil {
		return err
	}
	m.emitted = append(m.emitted, string(text))
	return nil
}
