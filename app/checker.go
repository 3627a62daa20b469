package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/metrics"
	"parley/checker"
	"parley/scenarios"
)

// DrainGrace is how long a checker run alone that is told to end goes on with
// what it judges; those that stop processes kill them after 10 s.
const DrainGrace = 5 * time.Second

// checkerRole judges exchanges.
type checkerRole struct {
	*checker.Worker
	judges  *Judges
	metrics *metrics.Checker
}

// RunChecker runs the checker role alone until ctx ends; it then judges what it
// has for DrainGrace at most and gives the rest to others. What keeps it from
// starting is a SetupError.
func RunChecker(ctx context.Context, c Config) (err error) {
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return err
	}
	nc, js, err := ConnectNATS(ctx, c.NATSURL)
	if err != nil {
		return err
	}
	defer nc.Close()
	w, err := openChecker(ctx, c, js, library)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	w.Parallel, w.Grace = c.Judgements, DrainGrace
	l, err := openOps(c.Ops)
	if err != nil {
		return err
	}
	m := metrics.New()
	w.watchedBy(m)
	slog.Info("checker at work", "judge", w.judges.Name(), "concurrency", c.Judgements, "ops", opsURL(l))
	return withOps(ctx, l, m, w.Run)
}

func openChecker(ctx context.Context, c Config, js jetstream.JetStream, library *scenarios.Library) (*checkerRole, error) {
	j, err := OpenJudges(ctx, c)
	if err != nil {
		return nil, err
	}
	m := metrics.NewChecker(js)
	return &checkerRole{&checker.Worker{JS: js, Library: library, Judge: j.Of, Observer: m}, j, m}, nil
}

// watchedBy has m tell of the role.
func (c *checkerRole) watchedBy(m *metrics.Metrics) {
	c.judges.watchedBy(m)
	m.WatchChecker(c.metrics)
}

func (c *checkerRole) close() error { return c.judges.Close() }
