package ladder

import (
	"errors"
	"fmt"

	"parley/fault"
)

// kinds are what failures are counted as, the more telling first: what a person
// has to put right goes before what passes by itself.
var kinds = []struct {
	name string
	err  error
	hard bool
}{
	{"key", fault.ErrKey, true},
	{"model", fault.ErrModel, true},
	{"request", fault.ErrRequest, false},
	{"busy", fault.ErrBusy, false},
	{connection, nil, true},
	{"service", fault.ErrService, false},
	{"junk", fault.ErrJunk, false},
	{"cut", fault.ErrCut, false},
	{"slow", fault.ErrSlow, false},
}

// connection is the kind of errors that are none of package fault's.
const connection = "connection"

// errNothing is wrapped with fault.ErrJunk: a rung came to its end without a word.
var errNothing = errors.New("it said nothing")

// kindOf is the index in kinds of err.
func kindOf(err error) int {
	other := 0
	for i, k := range kinds {
		if k.err == nil {
			other = i
		} else if errors.Is(err, k.err) {
			return i
		}
	}
	return other
}

// hard reports whether one failure of that kind is enough to leave a rung.
func hard(err error) bool { return kinds[kindOf(err)].hard }

// passing reports whether the same rung may be asked again at once.
func passing(err error) bool {
	return errors.Is(err, fault.ErrService) || errors.Is(err, fault.ErrJunk) || errors.Is(err, fault.ErrCut)
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
		err = fault.ErrBusy
	}
	if kinds[kindOf(err)].err == nil {
		err = fmt.Errorf("%w: %w", fault.ErrAway, err)
	}
	if len(l.rungs) == 1 {
		return fmt.Errorf("%s: %w", l.role, err)
	}
	return fmt.Errorf("%s: none of %d engines can serve: %w", l.role, len(l.rungs), err)
}
