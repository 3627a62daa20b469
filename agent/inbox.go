package agent

import (
	"sync"

	"parley"
	"parley/agent/turn"
)

// item is anything the owner goroutine is told: an event for step, or one of
// the notices below, which turn-taking does not depend on.
type item any

type (
	// progressed says that more of a reply's text was heard.
	progressed struct{ reply uint64 }

	// playedOut says that the last frame of a reply has left: of all of it, or
	// of what was left to say when it was cut.
	playedOut struct {
		reply    uint64
		complete bool
	}

	// reacted is an emoji to show with the reply being said.
	reacted struct{ reaction parley.Reaction }

	// recognisedEarly is an early transcript that became the final, or was asked
	// for in vain.
	recognisedEarly struct{ kept bool }

	// noted is a fact for the journal.
	noted struct{ body parley.Body }
)

// maxItems bounds the inbox. Audio brings at most a few items a second, so only
// a flood of texts, buttons, hints or verdicts can reach it; what floods is
// dropped, while the events that carry the conversation on always fit.
const maxItems = 1024

// inbox hands items to the owner goroutine in order. put never blocks.
type inbox struct {
	wake chan struct{} // has one token while items wait

	mu    sync.Mutex
	items []item
	down  bool // the button, as the items taken so far say
}

func newInbox() *inbox { return &inbox{wake: make(chan struct{}, 1)} }

// put adds an item and reports whether it was taken. A second progressed for
// the same reply says nothing new and is merged.
func (b *inbox) put(i item) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	full := len(b.items) >= maxItems
	switch i.(type) {
	case progressed:
		if n := len(b.items); n > 0 && b.items[n-1] == i {
			return true
		}
	case turn.ButtonDown:
		if full {
			return false
		}
		b.down = true
	case turn.ButtonUp, turn.ButtonCancel:
		if full && !b.down { // one that was pressed is always let go
			return false
		}
		b.down = false
	case turn.Typed, turn.Tell, noted, turn.SignOfLife, reacted, turn.Judged, turn.Patience,
		turn.Recess, turn.MoreTime, turn.NoLimit, switched:
		if full {
			return false
		}
	}
	b.items = append(b.items, i)
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return true
}

// take returns all items waiting.
func (b *inbox) take() []item {
	b.mu.Lock()
	defer b.mu.Unlock()
	items := b.items
	b.items = nil
	return items
}
