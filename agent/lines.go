package agent

import (
	"errors"
	"sync"
	"sync/atomic"

	"parley"
	"parley/scenarios"
)

// ErrNoHint is returned by Session.Hint when the scenario has no further hint.
var ErrNoHint = errors.New("no hint left")

// hints gives out a scenario's hints one by one, from a question to an example
// line.
type hints struct {
	mu   sync.Mutex
	left []scenarios.Hint
}

func (h *hints) next() (parley.Hint, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.left) == 0 {
		return parley.Hint{}, ErrNoHint
	}
	first := h.left[0]
	h.left = h.left[1:]
	return parley.Hint{Level: first.Level, Text: first.Text, Remaining: len(h.left)}, nil
}

// lines gives out a scenario's lines in turn, forever.
type lines struct {
	all  []string
	used atomic.Uint64
}

// next returns "" if there are none.
func (l *lines) next() string {
	if len(l.all) == 0 {
		return ""
	}
	return l.all[(l.used.Add(1)-1)%uint64(len(l.all))]
}
