package eval

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parley/checker"
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
	// Judge picks the judge for a scenario, as for a checker.Worker. A simulated
	// model it asks must know the run: see Teach.
	Judge func(scenarios.Scenario) checker.Judge
	// Repeats is how often each dialogue is judged; 0 means once.
	Repeats int
	// Scatter puts each injection into one of the places in turn, instead of into
	// every scenario both early and late: a sixth of the judgments with three
	// scenarios.
	Scatter bool
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
	d := &desk{Run: r, seats: make(chan struct{}, positive(r.Concurrency, DefaultConcurrency)), total: p.size, end: cancel}
	var wg sync.WaitGroup
	for _, job := range p.jobs {
		wg.Go(func() { job(ctx, d) })
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return Results{}, fmt.Errorf("judge the labelled set: %w", err)
	}
	p.results.Judge = d.name
	return *p.results, nil
}

func positive[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}
