package checker

import (
	"context"
	"errors"

	"parley"
)

// Judge finds how an exchange left the scene. What follows from its opinion is
// Decide's. It is safe for concurrent use.
type Judge interface {
	// Judge returns when it has an opinion or ctx ends. The error wraps
	// ErrUnjudged when trying again would not help, one of package engine's when
	// the model's service failed.
	Judge(ctx context.Context, c Case) (Opinion, error)
	// Name is that of the engine asked first, such as "openai:gpt-4o-mini" or
	// "understudy".
	Name() string
}

// Case is an exchange and what the checker knew before it.
type Case struct {
	Exchange parley.Exchange
	Known    Ledger
}

// Opinion is what a judge found and how it came by it.
type Opinion struct {
	Finding
	// Judge names the engine that found it.
	Judge string
	// Prompt is the hash of the prompt without the conversation; empty without a
	// prompt.
	Prompt string
	// Repaired means that the first answer was not of the form asked for.
	Repaired bool
	// Usage is what it took, by engine; empty if that is not known.
	Usage []parley.Usage
}

// ErrUnjudged means that the judge answered, but with nothing that could be
// taken for a finding.
var ErrUnjudged = errors.New("no usable finding")
