package eval

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parley/checker"
	"parley/checker/eval/scripted"
	"parley/checker/labelled"
	"parley/scenarios"
)

// desk makes the judgments of one run, as many at once as there are seats.
type desk struct {
	Run
	seats chan struct{}
	total int
	end   context.CancelCauseFunc

	mu           sync.Mutex
	done, failed int
	name         string
}

// follow judges exchanges of d one after another, and returns with them what is
// known after the last. It stops when ctx ends, and when a verdict rightly ended
// the scene: the call is then over. A wrong ending is followed on, to its cost.
func (d *desk) follow(
	ctx context.Context, of labelled.Dialogue, s scenarios.Scenario, exchanges []labelled.Exchange, known checker.Ledger,
) ([]Judgment, checker.Ledger) {
	judge := d.Judge(s)
	out := make([]Judgment, 0, len(exchanges))
	for i, e := range exchanges {
		select {
		case d.seats <- struct{}{}:
		case <-ctx.Done():
			return out, known
		}
		var j Judgment
		var err error
		j, known, err = d.judge(ctx, judge, s, checker.Case{Exchange: exchangeOf(of, e, known.Progress), Known: known})
		<-d.seats
		if ctx.Err() != nil {
			return out, known
		}
		j.Label = e.Label
		out = append(out, j)
		over := j.Complete && e.Label.Complete || j.Bad && e.Label.Bad
		if !over {
			d.count(judge.Name(), 1, err)
			continue
		}
		d.count(judge.Name(), len(exchanges)-i, err)
		break
	}
	return out, known
}

// judge makes one judgment the way a worker does. On an error nothing is known
// that was not before.
func (d *desk) judge(
	ctx context.Context, judge checker.Judge, s scenarios.Scenario, c checker.Case,
) (Judgment, checker.Ledger, error) {
	j := Judgment{Exchange: c.Exchange.Number, State: Judged, Progress: c.Known.Progress, Previous: c.Known.Progress}
	within, cancel := context.WithTimeout(ctx, positive(d.Budget, DefaultBudget))
	defer cancel()
	within, watch := scripted.Watch(within)
	start := time.Now()
	o, err := judge.Judge(within, c)
	j.Took = time.Since(start)
	if m := watch.First(); m != scripted.Right {
		j.Mishap = m.String()
	}
	for _, u := range o.Usage {
		j.PromptTokens += u.Prompt
		j.CompletionTokens += u.Completion
		if u.Cost != nil {
			sum := *u.Cost
			if j.Cost != nil {
				sum += *j.Cost
			}
			j.Cost = &sum
		}
	}
	switch {
	case errors.Is(err, checker.ErrUnjudged):
		j.State = Paused
		return j, c.Known, nil
	case err != nil:
		j.State = Failed
		return j, c.Known, err
	}
	v, known := checker.Decide(c, s, o)
	j.Progress, j.Previous, j.Complete, j.Bad = v.Progress, v.Previous, v.Complete, v.Bad
	j.CTA, j.Evidence, j.Flags, j.Repaired = v.CTA, v.Evidence, v.Flags, v.Repaired
	if o.Judge != judge.Name() {
		j.Instead = o.Judge
	}
	return j, known, nil
}

// count tells of n more judgments made or saved, and ends the run if none ever
// succeeds.
func (d *desk) count(judge string, n int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done += n
	d.name = judge
	if err != nil {
		d.failed++
	}
	if err != nil && d.failed == d.done && d.failed >= min(giveUpAfter, d.total) {
		d.end(fmt.Errorf("%w: %w", ErrJudge, err))
	}
	if d.Progress != nil {
		d.Progress(d.done, d.total)
	}
}
