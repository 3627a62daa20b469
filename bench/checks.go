package bench

import (
	"context"
	"errors"
	"fmt"

	"parley/bench/report"
	"parley/bench/stub"
)

// Checks measures what the checker is to a call: nothing to its speech, and how
// soon a verdict comes to its bar.
func Checks() Measurement {
	return Measurement{
		Name:  "checker",
		About: "answers beside a checker that hangs; from an exchange to its verdict; verdicts a second",
		Run:   runChecks,
	}
}

func runChecks(ctx context.Context, env *Env) (report.Result, error) {
	r := report.Result{
		Name:  "checker",
		Title: "answers while the checker judges, hangs or is away, and what a verdict of a judge that takes no time costs",
	}
	duties, err := untouched(ctx, env)
	if err != nil {
		return r, fmt.Errorf("measure answers beside the checker: %w", err)
	}
	r.Figures, r.Tables = duties.figures(), append(r.Tables, duties.tables()...)
	way, err := verdicts(ctx, env)
	if err != nil {
		return r, fmt.Errorf("measure verdicts: %w", err)
	}
	r.Figures, r.Tables = append(r.Figures, way.figures()...), append(r.Tables, way.tables()...)
	r.Notes = []string{
		"To healthy is the median of the rounds; in a round all three are held at the same moments.",
		"In calls is from the agent's submitting to the RPC's coming to the browser; queue alone, without calls, ends at the agent.",
		"A verdict in publishes is by processor time; a publish is what submitting takes while nobody judges.",
		"Timers meanwhile that are milliseconds late tell of a machine that is too busy for these figures.",
	}
	return r, nil
}

// verdictsPer is how many verdicts are timed for each sample: some 500 for
// DefaultSamples, enough for a 99th percentile.
const verdictsPer = 21

// verdicts times verdicts, first in calls, then of the queue alone.
func verdicts(ctx context.Context, env *Env) (w way, err error) {
	// As little of a call as there can be between one verdict and the next.
	p, err := env.Start(ctx, EnginesOf(stub.Kit{
		Mind: stub.Mind{Reply: "Yes.", First: 1}, Speaker: stub.Speaker{First: 1},
	}))
	if err != nil {
		return w, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	n := verdictsPer * env.Samples
	if w.calls, w.missing, err = overhead(ctx, env, p, n); err != nil {
		return w, err
	}
	q := bareQueue{checker: p.Checker(), env: env}
	if w.queue, err = q.alone(ctx, n); err != nil {
		return w, err
	}
	for _, parallel := range []int{1, 0, 16} {
		rate, err := q.rate(ctx, parallel, 10*n)
		if err != nil {
			return w, err
		}
		w.rates = append(w.rates, rate)
	}
	w.publishes, err = q.publishes(ctx, 10*n)
	return w, err
}
