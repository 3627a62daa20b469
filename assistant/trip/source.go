// Package trip finds flights for a trip and says which of them suit its user. An
// MCP server searches; what it answers is read strictly, hard wishes are held to by
// Filter, and Rank orders what is left by rules. Check reads an order that a
// language model made.
//
// Flights are outbound: of a round trip the way back is left away.
package trip

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley"
)

// Source finds flights.
type Source interface {
	// Search returns flights for t's way out, each with an ID of its own; none is no
	// error. It blocks until the source has answered or ctx ends. The error wraps
	// ErrTrip for a trip that cannot be searched for and ErrSource for a source that
	// failed or ran out of time; a *Refusal among them is what the source says about
	// it. Once ctx is cancelled the error wraps context.Canceled alone. Search is
	// safe for concurrent use.
	Search(ctx context.Context, t parley.Trip) ([]parley.Flight, error)
}

// ErrTrip is of a trip without a destination or a day, with a code that is not
// three capital letters, or with a return before its start.
var ErrTrip = errors.New("a trip has IATA codes and days as 2006-01-02")

// ErrSource is of a source that gave no usable answer. The trip may be searched for
// again.
var ErrSource = errors.New("the flight source gave no answer")

// maxRefusal bounds what a source says about a search, in characters.
const maxRefusal = 200

// Refusal is the error of a source that understood a search and would not do it,
// such as one for a place it does not know. It wraps ErrSource.
type Refusal struct {
	// Text is what the source says: one line of at most 200 characters. Others wrote
	// it, so it is neither trusted nor part of Error.
	Text string
}

// Error implements error.
func (*Refusal) Error() string { return "the flight source refuses the search" }

// Unwrap returns ErrSource.
func (*Refusal) Unwrap() error { return ErrSource }

// checkTrip returns ErrTrip for what no source is asked.
func checkTrip(t parley.Trip) error {
	depart, err := time.Parse(time.DateOnly, t.Depart)
	if err != nil || !isCode(t.To, 3) || t.From != "" && !isCode(t.From, 3) {
		return ErrTrip
	}
	if t.Return == "" {
		return nil
	}
	if back, err := time.Parse(time.DateOnly, t.Return); err != nil || back.Before(depart) {
		return fmt.Errorf("%w: the return", ErrTrip)
	}
	return nil
}

// isCode reports whether s is n capital letters of ASCII.
func isCode(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range n {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// short is s as one line of at most n characters.
func short(s string, n int) string {
	if len(s) > 16*n { // what OneLine would read for nothing
		s = s[:16*n]
	}
	r := []rune(parley.OneLine(s))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}
