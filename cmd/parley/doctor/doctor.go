// Package doctor is `parley doctor`: it examines whether a call could be held
// here, every engine by a real round trip, the servers, the disk and the ports.
// Each check says what it found, how long that took and, where something is wrong,
// what to do.
package doctor

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"parley/engine"
)

// Check is one thing to examine.
type Check struct {
	// Part is what the check is of, such as "stt" or "disk", and Subject the one
	// examined, such as "sphinx" or a folder.
	Part, Subject string
	// What is looked at of the subject, where there are several checks of it.
	What string
	// Run examines it. It should end soon after ctx does.
	Run func(ctx context.Context) (Finding, error)
	// Budget bounds it; 0 means checkBudget.
	Budget time.Duration
}

// name is what the check is of and what it looks at.
func (c Check) name() string {
	if c.What == "" {
		return c.Part
	}
	return c.Part + ", " + c.What
}

// Finding is what a check that went well has found.
type Finding struct {
	// Says is what was seen, in a few plain words.
	Says string
	// Latency is how long the user would wait for this in a call; 0 if that
	// means nothing here.
	Latency time.Duration
	// Note is set where something is wanting that stops no call.
	Note bool
	// Does are sentences on what Parley makes of what was found.
	Does []string
}

// Ill is the error of a check that knows what to do about it.
type Ill struct {
	Err error
	// Remedy is one sentence that tells the user what to do.
	Remedy string
}

// Error is what is wrong, without the remedy.
func (i Ill) Error() string { return i.Err.Error() }

// Unwrap returns Err.
func (i Ill) Unwrap() error { return i.Err }

// Result is a check that was run.
type Result struct {
	Check
	Finding
	Err error
}

// checkBudget bounds one check: a neural voice on a slow machine takes a few
// seconds to say its first sentence.
const checkBudget = 20 * time.Second

// Examine runs the checks one after the other, so that none slows another's
// figure, and calls begin, if it is not nil, before each with its number from 0. It
// returns all results; when ctx ends, those left over have its error.
func Examine(ctx context.Context, checks []Check, begin func(n int, c Check)) []Result {
	results := make([]Result, len(checks))
	for i, c := range checks {
		if begin != nil {
			begin(i, c)
		}
		results[i] = examine(ctx, c)
	}
	return results
}

func examine(ctx context.Context, c Check) (r Result) {
	r = Result{Check: c}
	if r.Err = ctx.Err(); r.Err != nil {
		return r
	}
	budget := cmp.Or(c.Budget, checkBudget)
	within, cancel := context.WithTimeoutCause(ctx, budget, fmt.Errorf("no answer within %v", budget))
	defer cancel()
	within = engine.Patiently(within, checkBudget) // a model may have to be loaded first
	defer func() {
		if p := recover(); p != nil {
			r.Err = fmt.Errorf("it panicked: %T", p)
		}
	}()
	r.Finding, r.Err = c.Run(within)
	if r.Err != nil && within.Err() != nil && ctx.Err() == nil {
		r.Err = context.Cause(within)
	}
	return r
}

// Healthy reports whether nothing is wrong.
func Healthy(results []Result) bool {
	for _, r := range results {
		if r.Err != nil {
			return false
		}
	}
	return true
}
