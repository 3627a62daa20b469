package checker

import (
	"context"
	"errors"

	"parley"
)

// Judge finds how an exchange left the scene. It is safe for concurrent use.
type Judge interface {
	// Judge returns when it has a verdict or ctx ends. The error wraps
	// ErrUnjudged when trying again would not help, one of package llm's when
	// the model's service failed.
	Judge(ctx context.Context, e parley.Exchange) (parley.Verdict, error)
	// Name goes into the verdict, such as "openai:gpt-4o-mini" or
	// "understudy".
	Name() string
}

// ErrUnjudged means that the judge answered, but with nothing that could be
// taken for a verdict.
var ErrUnjudged = errors.New("no usable verdict")

// verdict is a finding on e as a judge hands it out.
func verdict(e parley.Exchange, f Finding, judge Judge) parley.Verdict {
	return parley.Verdict{
		Call: e.Call, Exchange: e.Number, Judge: judge.Name(), Previous: e.Previous,
		Progress: f.Progress, Complete: f.Complete, Bad: f.Bad, CTA: f.CTA,
	}
}
