package assistant

import (
	"context"
	"sync"

	"parley"
)

// watcherQueue is how much a watcher may be behind before it has to begin anew.
const watcherQueue = 64

// Change is one thing that a watcher is told. Exactly one field is set.
type Change struct {
	State   *parley.AssistantState
	Patch   *parley.AssistantPatch
	Passing *parley.Passing
}

type watcher struct {
	changes chan Change
	behind  chan struct{} // has room for one
}

func (w *watcher) patch(p parley.AssistantPatch) { w.put(Change{Patch: &p}) }

func (w *watcher) put(c Change) {
	select {
	case w.changes <- c:
	default:
		if c.Passing == nil { // what passes may be missed
			w.reset()
		}
	}
}

// reset has the watcher begin with the whole state again.
func (w *watcher) reset() {
	select {
	case w.behind <- struct{}{}:
	default:
	}
}

// Watch tells see the state of a user and then, in order, all that changes, here or
// in another host, until ctx ends, whose error it returns, or see fails. A watcher
// that is too slow is told the whole state again. see runs on the caller's
// goroutine.
func (h *Host) Watch(ctx context.Context, owner string, see func(Change) error) error {
	u, done := h.user(owner)
	defer done()
	w := &watcher{changes: make(chan Change, watcherQueue), behind: make(chan struct{}, 1)}
	defer func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.watching.Lock()
		defer u.watching.Unlock()
		delete(u.watchers, w)
	}()
	w.reset()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.behind:
			now, err := u.attach(ctx, w)
			if err != nil {
				return err
			}
			if err := see(Change{State: &now}); err != nil {
				return err
			}
		case c := <-w.changes:
			if err := see(c); err != nil {
				return err
			}
		}
	}
}

// attach empties a watcher's queue and returns the state that its next change
// follows.
func (u *user) attach(ctx context.Context, w *watcher) (parley.AssistantState, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.load(ctx); err != nil {
		return parley.AssistantState{}, err
	}
	u.watching.Lock()
	u.watchers[w] = struct{}{}
	u.watching.Unlock()
	for {
		select {
		case <-w.changes:
		default:
			return u.state.View(), nil
		}
	}
}

// tell tells who watches of something that passes.
func (u *user) tell(p parley.Passing) {
	u.watching.Lock()
	defer u.watching.Unlock()
	for w := range u.watchers {
		w.put(Change{Passing: &p})
	}
}

// telling tells who watches of one answer on its way. What comes before the user's
// message is stored waits for that: it may never be. It is safe for concurrent use.
type telling struct {
	to func(parley.Passing)

	mu      sync.Mutex
	message string
	held    []string
	index   int
	written int
}

// begin says which message is answered, as soon as it has an id.
func (t *telling) begin(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.message != "" || message == "" {
		return
	}
	t.message = message
	for _, piece := range t.held {
		t.token(piece)
	}
	t.held = nil
}

// id is that of the message, or "" while it has none.
func (t *telling) id() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.message
}

// say tells of the next piece of the answer, unsay that it begins anew.
func (t *telling) say(piece string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case piece == "":
	case t.message == "":
		t.held = append(t.held, piece)
	default:
		t.token(piece)
	}
}

func (t *telling) unsay() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held, t.index = nil, 0
}

// token is under mu.
func (t *telling) token(piece string) {
	t.to(parley.Passing{Type: "llm.token", Message: t.message, Index: t.index, Text: piece})
	t.index++
}

// progressEvery is after how many characters of a structured answer its progress is
// told: some eight times for a plan of ten tasks.
const progressEvery = 100

// progress tells how many characters a model has written for a tool: what it writes
// is shown once it is whole, and valid.
func (t *telling) progress(chars int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if chars < t.written { // another answer
		t.written = 0
	}
	if chars-t.written < progressEvery {
		return
	}
	t.written = chars
	t.to(parley.Passing{Type: "tool.progress", Message: t.message, Index: chars})
}

// modelLoad stands among what an assistant does for the time that its model takes to
// load, during which nothing else can be done.
const modelLoad = "model.load"

// loading tells whether the model is being loaded.
func (t *telling) loading(on bool) {
	what := "tool.result"
	if on {
		what = "tool.call"
	}
	t.tell(what, modelLoad)
}

// tellingKey is of the context of a turn, for what its tools have to tell.
type tellingKey struct{}

func tellingOf(ctx context.Context) *telling {
	t, _ := ctx.Value(tellingKey{}).(*telling)
	return t
}

// tell tells of anything else.
func (t *telling) tell(what, text string) {
	t.to(parley.Passing{Type: what, Message: t.id(), Text: text})
}
