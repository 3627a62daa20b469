// Package checker has the commands of the checker role: `parley checker` judges
// exchanges, `parley checker dead` is for those that nobody could judge.
package checker

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/app/engineconfig"
	"parley/checker/queue"
	"parley/cmd/cmdline"
)

// Command is `parley checker`.
func Command() *cli.Command {
	flags := append(cmdline.DataFlags(), cmdline.NATSFlags()...)
	flags = append(flags, cmdline.EngineFlags(engineconfig.Checker, engineconfig.LLM)...)
	flags = append(flags, cmdline.OpsFlag(), &cli.IntFlag{
		Name: "concurrency", Value: queue.DefaultParallel, Usage: "exchanges judged at once",
		Sources: cmdline.Env("PARLEY_CONCURRENCY"),
	})
	return &cli.Command{
		Name: "checker", Usage: "judge exchanges from an external NATS", Flags: flags,
		Description: "Any number of checkers share the work. One that is told to end (SIGTERM) takes no more exchanges,\n" +
			"judges what it has for " + app.DrainGrace.String() + " at most and gives the rest to the others.",
		Commands: []*cli.Command{deadCommand()},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := cmdline.UnknownCommand(c); err != nil {
				return err
			}
			parallel := c.Int("concurrency")
			if parallel < 1 {
				return app.SetupError{Err: fmt.Errorf("--concurrency %d: at least 1 exchange is judged at once", parallel)}
			}
			cfg, err := cmdline.ConfigOf(c)
			if err != nil {
				return err
			}
			cfg.Judgements = parallel
			return app.RunChecker(ctx, cfg)
		},
	}
}
