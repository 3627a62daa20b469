package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/bench/stub"
	"parley/caller"
	"parley/report"
)

// Join measures how soon a caller hears the character.
func Join() Measurement {
	return Measurement{
		Name:  "join",
		About: "from the beginning of the join, token in hand, to the first voiced packet",
		Run:   runJoin,
	}
}

func runJoin(ctx context.Context, env *Env) (r report.Result, err error) {
	p, err := env.Start(ctx, EnginesOf(stub.Kit{}))
	if err != nil {
		return r, fmt.Errorf("measure joins: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	n := env.Samples
	var took []time.Duration
	for i := range n {
		env.Progress("joins", i+1, n)
		c, err := join(ctx, p, i)
		if err != nil {
			return r, fmt.Errorf("measure joins: %w", err)
		}
		took = append(took, c.took)
		if err := settled(ctx, c.Caller); err != nil {
			return r, fmt.Errorf("measure joins: %w", err)
		}
	}
	return report.Result{
		Name:  "join",
		Title: "from joining the room to the character's first sound (TTS 100 ms)",
		Figures: []report.Figure{
			quantile("first audio p50", took, 0.5).AtMost(300),
			quantile("first audio p95", took, 0.95),
		},
	}, nil
}

// settled leaves the call once nothing of its beginning is under way, so that
// the next finds the machine idle.
func settled(ctx context.Context, c *caller.Caller) error {
	defer c.Leave()
	return floor(ctx, c)
}
