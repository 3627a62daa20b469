// Package engine names what goes wrong with an engine, whatever its role: each
// error here is a kind that callers can act on and a person can be told of in
// plain words. Engines wrap them; package failover decides by them which say
// something about the engine and which only about one call's input.
package engine

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// The kinds. An error that wraps none of them counts as one call's own.
var (
	// ErrKey means the service refused the key (HTTP 401, 403 or 407).
	ErrKey = errors.New("the service refused the key")
	// ErrBusy means the account is over its rate or its quota (HTTP 429 or 402),
	// whoever asks. RetryAfter tells until when, if it was said.
	ErrBusy = errors.New("the service is over its limit")
	// ErrAway means that the service could not be connected to.
	ErrAway = errors.New("the service cannot be reached")
	// ErrService means the service failed (HTTP 5xx), or redirects.
	ErrService = errors.New("the service failed")
	// ErrRequest means the service refused what was asked (other HTTP 4xx), such
	// as what a content filter does not let pass or a context that is too long.
	ErrRequest = errors.New("the service refused the request")
	// ErrLanguage means that the engine does not know the call's language.
	ErrLanguage = errors.New("the engine does not know the language")
	// ErrCapacity means that an engine on this machine serves as many calls as
	// it can; a place is free when one of them ends.
	ErrCapacity = errors.New("the engine has no place free")
	// ErrCut means the answer broke off before its end.
	ErrCut = errors.New("the answer broke off")
	// ErrJunk means the answer is not of the API's form.
	ErrJunk = errors.New("the service answered junk")
	// ErrSlow means a time budget passed without a word.
	ErrSlow = errors.New("the service did not answer in time")
	// ErrLoading means that the service loads its model first, which takes longer than
	// a listener waits, and that somebody else waits for it.
	ErrLoading = errors.New("the model is being loaded")
	// ErrModel means that there is no such model: the service does not know it
	// (HTTP 404, 405 or 410), or a local engine's files are missing or broken.
	ErrModel = errors.New("the engine's model cannot be used")
)

// Named is err with the name of the engine that it is of, unless it has it already.
func Named(name string, err error) error {
	if strings.Contains(err.Error(), name+": ") {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// WithRetryAfter is err with the wait that the service asked for before the next
// request.
func WithRetryAfter(err error, wait time.Duration) error { return later{err, wait} }

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
