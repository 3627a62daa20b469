// Package eval is `measure eval`: it measures the checker's judge against labelled
// conversations.
package eval

import (
	"context"
	"errors"
	"io"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/app/engineconfig"
	"parley/checker/eval"
	"parley/checker/eval/render"
	"parley/cmd/cmdline"
)

// Command is `measure eval`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "eval",
		Usage: "measure the checker's judge against labelled conversations",
		Commands: []*cli.Command{
			{
				Name: "checker", Usage: "run the labelled set against a judge and report",
				Description: "Every exchange of every labelled dialogue is judged as in a call, and lines that try to talk the judge\n" +
					"round are put into dialogues that stall. The table shows each figure with its gate; docs/evaluation.md\n" +
					"says what they mean. With a judge that costs money, try --scatter or --injections first.",
				Flags: flags(), Action: runChecker,
			},
			{
				Name: "compare", Usage: "set two reports side by side", ArgsUsage: "A.json B.json",
				Description: "A and B are files that `measure eval checker --json` wrote.",
				Flags:       []cli.Flag{&cli.StringFlag{Name: "html", Usage: "draw the comparison into this file"}},
				Action:      compare,
			},
		},
		Action: cmdline.ShowCommands,
	}
}

func flags() []cli.Flag {
	return append(cmdline.EngineFlags(engineconfig.Checker),
		&cli.StringFlag{
			Name: "judge", Value: string(judgeConfigured),
			Usage: "which judge: configured, as the checker's flags say; offline, the scenes' scripts; scripted, a model that " +
				"knows the labels and misbehaves by plan; labels, one that never does, which shows what the rules alone do",
		},
		&cli.StringFlag{Name: "set", Usage: "folder of a labelled set (default: the one built in)"},
		&cli.StringFlag{Name: "scenarios", Usage: "folder with more scenarios (*.json)", Sources: cmdline.Env("PARLEY_SCENARIOS")},
		&cmdline.ListFlag{Name: "scenario", Usage: "only dialogues of these scenarios"},
		&cli.IntFlag{Name: "injections", Value: -1, Usage: "put in only this many injections, spread over the set (default: all)"},
		&cli.BoolFlag{Name: "scatter", Usage: "put each injection into one scenario in turn, not into all, early and late"},
		&cli.IntFlag{Name: "repeats", Value: 1, Usage: "judge each dialogue this often; consistency needs 2 or more"},
		&cli.IntFlag{Name: "concurrency", Value: eval.DefaultConcurrency, Usage: "judgments made at once"},
		&cli.DurationFlag{Name: "budget", Value: eval.DefaultBudget, Usage: "how long one judgment may take"},
		&cli.IntFlag{Name: "seed", Value: 1, Usage: "seed of the scripted judge's plan"},
		&cli.StringFlag{Name: "json", Usage: "save the report to this file"},
		&cli.StringFlag{Name: "html", Usage: "draw the report into this file"},
		&cli.BoolFlag{Name: "hard", Usage: "fail when a hard gate is missed, one that code keeps whatever judges"},
		&cli.BoolFlag{Name: "strict", Usage: "fail when any gate is missed"},
		cmdline.LogFlag("error"),
	)
}

func compare(_ context.Context, c *cli.Command) error {
	if c.Args().Len() != 2 {
		return app.SetupError{Err: errors.New("which two reports? name two files that `measure eval checker --json` wrote")}
	}
	var reports [2]eval.Report
	for i := range reports {
		var err error
		if reports[i], err = eval.Read(c.Args().Get(i)); err != nil {
			return app.SetupError{Err: err}
		}
	}
	if err := render.CompareText(c.Root().Writer, reports[0], reports[1]); err != nil {
		return err
	}
	return cmdline.Draw(c.String("html"), func(w io.Writer) error { return render.ComparePage(w, reports[0], reports[1]) })
}
