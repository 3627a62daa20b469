package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/engineconfig"
	"parley/app/metrics"
	"parley/checker"
	"parley/checker/queue"
	"parley/engine/failover"
	"parley/llm"
	"parley/scenarios"
	"parley/web"
)

// DrainGrace is how long a checker run alone that is told to end goes on with
// what it judges; those that stop processes kill them after 10 s.
const DrainGrace = 5 * time.Second

// checkerRole judges exchanges.
type checkerRole struct {
	*queue.Worker
	judges  *Judges
	metrics *metrics.Checker
}

// RunChecker runs the checker role alone until ctx ends; it then judges what it
// has for DrainGrace at most and gives the rest to others. What keeps it from
// starting is a SetupError.
func RunChecker(ctx context.Context, c Config) error {
	if c.NATSURL == "" {
		return errNoNATS
	}
	return runAlone(ctx, c, runChecker)
}

// runChecker opens a checker and runs it.
func runChecker(ctx context.Context, c Config, r alone) error {
	w, err := openChecker(ctx, c, r.js, r.library)
	if err != nil {
		return err
	}
	w.Parallel, w.Grace, w.Streams = c.Judgements, DrainGrace, c.streams()
	w.watchedBy(r.told.metrics)
	store := newStoreReach(r.js, queue.ChecksStream, queue.VerdictsStream)
	r.told.ready.begin(natsPart(r.nc), part{name: "store", well: "it answers", state: store.ready})
	slog.Info("checker at work", "judge", w.judges.Name(), "concurrency", c.Judgements, "ops", r.shown)
	return errors.Join(watching(ctx, w.Run, store), w.close())
}

func openChecker(ctx context.Context, c Config, js jetstream.JetStream, library *scenarios.Library) (*checkerRole, error) {
	j, err := OpenJudges(ctx, c)
	if err != nil {
		return nil, err
	}
	m := metrics.NewChecker(js)
	return &checkerRole{&queue.Worker{JS: js, Library: library, Judge: j.JudgeOf, Observer: m, Log: slog.Default()}, j, m}, nil
}

// watchedBy has m tell of the role.
func (c *checkerRole) watchedBy(m *metrics.Metrics) {
	c.judges.watchedBy(m)
	m.WatchChecker(c.metrics)
}

func (c *checkerRole) close() error { return c.judges.Close() }

// judgeBudget lets a model on this machine finish: a late verdict moves the bar
// late, none leaves it. It stays below queue.DefaultPatience.
const judgeBudget = 7 * time.Second

// judgeBudgets share judgeBudget between models: nobody waits for a verdict as
// for an answer, so the first has time to be slow.
var judgeBudgets = failover.Budgets{
	First: 3500 * time.Millisecond, Total: 6 * time.Second, Alone: 6 * time.Second, Gap: 3 * time.Second,
}

// Judges are what judges the exchanges of this process: models with failover, the
// scenes' scripts, or both. They are safe for concurrent use.
type Judges struct {
	// places say where the models run.
	places  []web.EnginePlace
	models  *failover.Thinking // nil without a service
	offline bool
	prices  engineconfig.Prices
	opened  *engineconfig.Engines
}

// OpenJudges opens the judges of the configuration's plan; what is missing is a
// SetupError that says what to do. It asks services that were named without a
// model what they have, which blocks for a second at most.
func OpenJudges(ctx context.Context, c Config) (*Judges, error) {
	chosen, err := c.Plan.Choose(ctx, engineconfig.Neighbourhood{Folder: c.Models}, engineconfig.Checker)
	if err != nil {
		return nil, SetupError{err}
	}
	opened, err := c.Plan.Open(chosen, c.resources())
	if err != nil {
		return nil, SetupError{err}
	}
	j := &Judges{
		offline: opened.Offline[engineconfig.Checker], prices: c.Plan.Prices, opened: opened, places: placesOf(c.Plan.Places(chosen)),
	}
	if len(opened.Checker) > 0 {
		j.models = judging(opened.Checker...)
		j.models.Load()
	}
	slog.Info("engines, in order", "checker", chosen[engineconfig.Checker])
	return j, nil
}

// JudgesOf judge by one model alone that costs nothing, such as a simulated one.
func JudgesOf(model llm.Engine) *Judges {
	return &Judges{
		models: judging(model), prices: engineconfig.Prices{model.Name(): {}}, opened: &engineconfig.Engines{},
	}
}

func judging(models ...llm.Engine) *failover.Thinking {
	return failover.NewThinking(failover.Options{
		Role: string(engineconfig.Checker), Budgets: judgeBudgets,
	}, models...)
}

// watchedBy has m tell of the models.
func (j *Judges) watchedBy(m *metrics.Metrics) {
	if j.models != nil {
		m.WatchEngines(engineconfig.Checker, j.models)
	}
}

// Close closes the models. Nobody may judge any more.
func (j *Judges) Close() error {
	if j.models != nil {
		j.models.Close()
	}
	return j.opened.Close()
}

// Settle is that of Minds.
func (j *Judges) Settle(ctx context.Context, say func(engine string)) {
	if j.models != nil {
		settle(ctx, j.models, say)
	}
}

// Name is that of the judge asked first.
func (j *Judges) Name() string {
	if j.models == nil {
		return engineconfig.Understudy
	}
	return j.models.Name()
}

// JudgeOf is the judge of a scenario.
func (j *Judges) JudgeOf(s scenarios.Scenario) checker.Judge {
	if j.models == nil {
		return checker.OfflineJudge{Scenario: s}
	}
	return modelFirst{j, s}
}

// modelFirst asks the models, and the script when all of them fail. The verdict
// says what it took.
type modelFirst struct {
	*Judges
	scenario scenarios.Scenario
}

// Judge implements checker.Judge.
func (m modelFirst) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	used := &usageTally{prices: m.prices}
	judge := checker.ModelJudge{Engine: m.models.ForCall(used), Scenario: m.scenario, Budget: judgeBudget, Log: slog.Default()}
	o, err := judge.Judge(ctx, c)
	if err == nil || ctx.Err() != nil || !m.offline || m.scenario.Understudy == nil {
		o.Usage = used.total()
		return o, err
	}
	slog.Warn("the script judges, as no model did", "call", c.Exchange.Call, "exchange", c.Exchange.Number, "err", err)
	o, offline := checker.OfflineJudge{Scenario: m.scenario}.Judge(ctx, c)
	if offline != nil {
		return o, fmt.Errorf("%w, and %w", err, offline)
	}
	o.Usage, o.InPlaceOf = used.total(), m.Name()
	return o, nil
}
