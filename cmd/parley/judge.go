package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"parley"
	"parley/checker"
	"parley/cmd/parley/lineup"
	"parley/engine/failover"
	"parley/scenarios"
)

// judgeBudget lets a model on this machine finish: a late verdict moves the bar
// late, none leaves it. It stays below checker.DefaultPatience.
const judgeBudget = 7 * time.Second

// judgeBudgets share judgeBudget between models: nobody waits for a verdict as
// for an answer, so the first has time to be slow.
var judgeBudgets = failover.Budgets{
	First: 3500 * time.Millisecond, Total: 6 * time.Second, Alone: 6 * time.Second, Gap: 3 * time.Second,
}

// judges are what judges the exchanges in this process.
type judges struct {
	models  *failover.Thinking // nil without a service
	offline bool
	prices  lineup.Prices
	opened  *lineup.Engines
}

func openJudges(ctx context.Context, c config) (*judges, error) {
	chosen, err := c.plan.Choose(ctx, lineup.Neighbourhood{Folder: c.models}, lineup.Checker)
	if err != nil {
		return nil, setupError{err}
	}
	opened, err := c.plan.Open(chosen, c.resources())
	if err != nil {
		return nil, setupError{err}
	}
	j := &judges{offline: opened.Offline[lineup.Checker], prices: c.plan.Prices, opened: opened}
	if len(opened.Checker) > 0 {
		j.models = failover.NewThinking(failover.Options{Role: string(lineup.Checker), Budgets: judgeBudgets}, opened.Checker...)
	}
	slog.Info("engines, in order", "checker", chosen[lineup.Checker])
	return j, nil
}

func (j *judges) close() error {
	if j.models != nil {
		j.models.Close()
	}
	return j.opened.Close()
}

// name is that of the judge asked first.
func (j *judges) name() string {
	if j.models == nil {
		return lineup.Understudy
	}
	return j.models.Name()
}

// of is the judge of a scenario.
func (j *judges) of(s scenarios.Scenario) checker.Judge {
	if j.models == nil {
		return checker.OfflineJudge{Scenario: s}
	}
	return modelFirst{j, s}
}

// modelFirst asks the models, and the script when all of them fail. The verdict
// says what it took.
type modelFirst struct {
	*judges
	scenario scenarios.Scenario
}

// Name implements checker.Judge.
func (m modelFirst) Name() string { return m.name() }

// Judge implements checker.Judge.
func (m modelFirst) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	used := &tally{prices: m.prices}
	o, err := checker.ModelJudge{Engine: m.models.For(used), Scenario: m.scenario, Budget: judgeBudget}.Judge(ctx, c)
	if err == nil || ctx.Err() != nil || !m.offline || m.scenario.Understudy == nil {
		o.Usage = used.total()
		return o, err
	}
	slog.Warn("the script judges, as no model did", "call", c.Exchange.Call, "exchange", c.Exchange.Number, "err", err)
	o, offline := checker.OfflineJudge{Scenario: m.scenario}.Judge(ctx, c)
	if offline != nil {
		return o, fmt.Errorf("%w, and %w", err, offline)
	}
	o.Usage = used.total()
	return o, nil
}

// tally adds up what engines did. It is safe for concurrent use.
type tally struct {
	prices lineup.Prices
	mu     sync.Mutex
	all    []parley.Usage
}

var _ failover.Observer = (*tally)(nil)

// Switched implements failover.Observer.
func (*tally) Switched(failover.Switch) {}

// Used implements failover.Observer.
func (t *tally) Used(u parley.Usage) {
	u.Cost = t.prices.Cost(u)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, u)
}

func (t *tally) total() []parley.Usage {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all
}
