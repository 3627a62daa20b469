package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v3"

	"parley/checker/queue"
	"parley/cmd/parley/lineup"
)

// drainGrace is how long a checker told to end goes on with what it judges;
// those that stop processes kill them after 10 s.
const drainGrace = 5 * time.Second

func checkerCommand() *cli.Command {
	flags := append(dataFlags(), natsFlag())
	flags = append(flags, engineFlags(lineup.Checker, lineup.LLM)...)
	flags = append(flags, opsFlag(), &cli.IntFlag{
		Name: "concurrency", Value: queue.DefaultParallel, Usage: "exchanges judged at once", Sources: env("PARLEY_CONCURRENCY"),
	})
	return &cli.Command{
		Name: "checker", Usage: "judge exchanges from an external NATS", Flags: flags,
		Description: "Any number of checkers share the work. One that is told to end (SIGTERM) takes no more exchanges,\n" +
			"judges what it has for " + drainGrace.String() + " at most and gives the rest to the others.",
		Commands: []*cli.Command{deadCommand()},
		Action: func(ctx context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return setupError{fmt.Errorf("there is no command %q; see `parley checker --help`", name)}
			}
			parallel := c.Int("concurrency")
			if parallel < 1 {
				return setupError{fmt.Errorf("--concurrency %d: at least 1 exchange is judged at once", parallel)}
			}
			cfg, err := configOf(c)
			if err != nil {
				return err
			}
			return checkerAlone(ctx, cfg, parallel)
		},
	}
}

func checkerAlone(ctx context.Context, c config, parallel int) (err error) {
	library, err := openScenarios(c)
	if err != nil {
		return err
	}
	js, leave, err := queueOf(ctx, c)
	if err != nil {
		return err
	}
	defer leave()
	w, err := newCheckerRole(ctx, c, js, library)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	w.Parallel, w.Grace = parallel, drainGrace
	l, err := openOps(c.ops)
	if err != nil {
		return err
	}
	m := newMetrics()
	m.engines.ofJudges(w.judges)
	m.registry.MustRegister(w.metrics)
	slog.Info("checker at work", "judge", w.judges.name(), "concurrency", parallel, "ops", opsURL(l))
	return withOps(ctx, l, m, w.Run)
}

// queueOf reaches the NATS server that a command names; leave ends that.
func queueOf(ctx context.Context, c config) (js jetstream.JetStream, leave func(), err error) {
	if c.natsURL == "" {
		return nil, nil, setupError{errors.New("which NATS? set NATS_URL, or run `parley serve`")}
	}
	nc, js, err := connectNATS(ctx, c.natsURL)
	if err != nil {
		return nil, nil, err
	}
	return js, nc.Close, nil
}
