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
	"parley/checker/queue"
	"parley/scenarios"
)

// Defaults of a Run.
const (
	// DefaultConcurrency is how many judgments are made at once: a worker's own
	// number, so that the service is as busy as in production.
	DefaultConcurrency = queue.DefaultParallel
	// DefaultBudget bounds one judgment; it is longer than any judge may take in
	// production, where the worker's deadline ends it.
	DefaultBudget = 10 * time.Second
)

// library finds scenarios by id.
type library interface {
	Get(id string) (scenarios.Scenario, bool)
}

// Run is what is judged and by whom. It may be run again, also at the same time.
type Run struct {
	Set     labelled.Set
	Library library
	// Judge picks the judge for a scenario, as for a queue.Worker. A simulated
	// model it asks must know the run: see Teach.
	Judge func(scenarios.Scenario) checker.Judge
	// Repeats is how often each dialogue is judged; 0 means once.
	Repeats int
	// Scatter puts each injection into one of the places in turn, instead of into
	// every scenario both early and late: a sixth of the judgments with three
	// scenarios.
	Scatter bool
	// Short tells that Set has a part of the dialogues, so that the report says of
	// a share that misses its gate by chance that it is unsure.
	Short bool
	// Concurrency and Budget: 0 means the defaults.
	Concurrency int
	Budget      time.Duration
	// Progress, when set, is told after each judgment; never by two goroutines at
	// once.
	Progress func(done, total int)
}

// ErrSet means a dialogue of a scenario that the library lacks.
var ErrSet = errors.New("the labelled set does not fit the scenarios")

// ErrJudge means that the judge did not answer at all: its service failed every
// time of the first few.
var ErrJudge = errors.New("the judge does not answer")

// giveUpAfter is how many judgments may fail, with none that succeeded, before
// the run ends with ErrJudge.
const giveUpAfter = 8

// Do judges everything and returns when that is done, ctx ends or the judge has
// given nothing. A judgment that fails otherwise is part of the results.
func (r Run) Do(ctx context.Context) (Results, error) {
	p, err := r.plan()
	if err != nil {
		return Results{}, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d := &runner{Run: r, slots: make(chan struct{}, positive(r.Concurrency, DefaultConcurrency)), total: p.size, end: cancel}
	var wg sync.WaitGroup
	for _, job := range p.jobs {
		wg.Go(func() { job(ctx, d) })
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return Results{}, fmt.Errorf("judge the labelled set: %w", err)
	}
	p.results.Judge, p.results.Short = d.name, r.Short
	return *p.results, nil
}

func positive[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

// runner makes the judgments of one run, as many at once as there are slots.
type runner struct {
	Run
	slots chan struct{}
	total int
	end   context.CancelCauseFunc

	mu           sync.Mutex
	done, failed int
	name         string
}

// follow judges exchanges of d one after another, and returns with them what is
// known after the last. It stops when ctx ends, and when a verdict rightly ended
// the scene: the call is then over. A wrong ending is followed on, to its cost.
func (d *runner) follow(
	ctx context.Context, of labelled.Dialogue, s scenarios.Scenario, exchanges []labelled.Exchange, known checker.Ledger,
) ([]Judgment, checker.Ledger) {
	judge := d.Judge(s)
	out := make([]Judgment, 0, len(exchanges))
	for i, e := range exchanges {
		select {
		case d.slots <- struct{}{}:
		case <-ctx.Done():
			return out, known
		}
		var j Judgment
		var err error
		j, known, err = d.judge(ctx, judge, s, checker.Case{Exchange: exchangeOf(of, e, known.Progress), Known: known})
		<-d.slots
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
func (d *runner) judge(
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
func (d *runner) count(judge string, n int, err error) {
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
