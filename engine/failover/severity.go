package failover

import (
	"errors"
	"fmt"

	"parley/engine"
)

// kinds are what failures are counted as, the more telling first: what a person
// has to put right goes before what passes by itself.
//
// shared are those that may say something about the engine: they have it probed,
// and it rests if the probe fails in a shared kind, too. The others are of one
// call's making, or its misfortune: that call moves on to the next rung for
// itself, and no other is told.
//
// A rate that is used up (busy) is shared: it is the account's, whoever asked.
// Without a fault.RetryAfter a probe decides there, too, as a single request may
// be too large for the rate that is left.
var kinds = []struct {
	name   string
	err    error
	shared bool
}{
	{"key", engine.ErrKey, true},
	{"model", engine.ErrModel, true},
	{"language", engine.ErrLanguage, false},
	{"request", engine.ErrRequest, false},
	{"capacity", engine.ErrCapacity, false},
	{"busy", engine.ErrBusy, true},
	{"connection", engine.ErrAway, true},
	{"service", engine.ErrService, true},
	{"junk", engine.ErrJunk, true},
	{"cut", engine.ErrCut, true},
	{"slow", engine.ErrSlow, true},
	{"other", nil, false}, // a panic, or an engine that names no kind
}

// errNothing is wrapped with fault.ErrJunk: a rung came to its end without a word.
var errNothing = errors.New("it said nothing")

// kindOf is the index in kinds of err.
func kindOf(err error) int {
	for i, k := range kinds {
		if k.err != nil && errors.Is(err, k.err) {
			return i
		}
	}
	return len(kinds) - 1
}

// shared reports whether err may say something about the engine.
func shared(err error) bool { return err != nil && kinds[kindOf(err)].shared }

// passing reports whether the same rung may be asked again at once.
func passing(err error) bool {
	return errors.Is(err, engine.ErrService) || errors.Is(err, engine.ErrJunk) || errors.Is(err, engine.ErrCut)
}

// telling is the more telling of two errors, the first if they are alike.
func telling(a, b error) error {
	if a == nil || b != nil && kindOf(b) < kindOf(a) {
		return b
	}
	return a
}

// refusal is what the caller is told when no rung is left: err with one of
// package fault's kinds.
func (l *list) refusal(err error) error {
	if errors.Is(err, ErrClosed) {
		return err
	}
	if err == nil { // the last was well again a moment too late
		err = engine.ErrBusy
	}
	if kinds[kindOf(err)].err == nil {
		err = fmt.Errorf("%w: %w", engine.ErrService, err)
	}
	if len(l.rungs) == 1 {
		return fmt.Errorf("%s: %w", l.role, err)
	}
	return fmt.Errorf("%s: none of %d engines can serve: %w", l.role, len(l.rungs), err)
}
