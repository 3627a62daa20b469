// Package fault names what goes wrong with an engine, whatever its role: each
// error here is a kind that callers can act on and a person can be told of in
// plain words. Engines wrap them; package ladder decides by them.
package fault

import (
	"errors"
	"time"
)

// The kinds. Any other error of an engine is a fault of the connection.
var (
	// ErrKey means the service refused the key (HTTP 401 or 403).
	ErrKey = errors.New("the service refused the key")
	// ErrBusy means the service asked to come back later (HTTP 429), or that
	// an engine has all it can do. RetryAfter tells when, if it was said.
	ErrBusy = errors.New("the service is over its limit")
	// ErrAway means that no engine could be reached.
	ErrAway = errors.New("the service cannot be reached")
	// ErrService means the service failed (HTTP 5xx).
	ErrService = errors.New("the service failed")
	// ErrRequest means the service refused the request (other HTTP 4xx), such
	// as for an unknown model.
	ErrRequest = errors.New("the service refused the request")
	// ErrCut means the answer broke off before its end.
	ErrCut = errors.New("the answer broke off")
	// ErrJunk means the answer is not of the API's form.
	ErrJunk = errors.New("the service answered junk")
	// ErrSlow means a time budget passed without a word.
	ErrSlow = errors.New("the service did not answer in time")
	// ErrModel means that a local engine's model files are missing or broken.
	ErrModel = errors.New("the engine's model cannot be used")
)

// After is err with the wait that the service asked for before the next
// request.
func After(err error, wait time.Duration) error { return later{err, wait} }

// RetryAfter is the wait that the service asked for; 0 if it asked for none.
func RetryAfter(err error) time.Duration {
	var l later
	errors.As(err, &l)
	return l.wait
}

type later struct {
	error
	wait time.Duration
}

func (l later) Unwrap() error { return l.error }
