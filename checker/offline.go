package checker

import (
	"context"
	"fmt"

	"parley"
	"parley/llm/understudy"
	"parley/scenarios"
)

// OfflineJudge judges the exchanges of one scenario by its understudy's beats,
// the same that the offline character plays. It asks no model, is a pure
// function of the exchange and takes well under a millisecond.
type OfflineJudge struct{ Scenario scenarios.Scenario }

var _ Judge = OfflineJudge{}

// Name implements Judge.
func (OfflineJudge) Name() string { return "understudy" }

// Judge implements Judge. A scenario without an understudy is ErrUnjudged.
func (j OfflineJudge) Judge(ctx context.Context, c Case) (Opinion, error) {
	e := c.Exchange
	if err := ctx.Err(); err != nil {
		return Opinion{}, err
	}
	if j.Scenario.Understudy == nil {
		return Opinion{}, fmt.Errorf("judge exchange %d of %s: %w: the scenario has no understudy", e.Number, e.Call, ErrUnjudged)
	}
	state := understudy.Follow(j.Scenario, e.Turns, before(c.Known, e).Progress)
	f := Finding{Complete: state.Complete, Progress: state.Progress, Bad: state.Bad}
	f.CTA = call(f, e)
	return Opinion{Finding: f, Judge: j.Name()}, nil
}

// call is the offline call to action: one of a few that say which way it went
// and never what to do. Normalise drops it where nothing changed much.
func call(f Finding, e parley.Exchange) string {
	choices := []string{"Keep it up!", "Well played!", "You're getting somewhere!"}
	switch {
	case f.Complete:
		return "You did it!"
	case f.Bad:
		return "That ended it!"
	case f.Progress < e.Previous:
		choices = []string{"That was a misstep!", "Bad move!", "That cost you!"}
	}
	return choices[max(e.Number, 0)%len(choices)]
}
