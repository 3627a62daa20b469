// Package bench is `measure bench`: it starts the product with stub engines, in
// this process or another, measures it and judges the figures.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/bench"
	"parley/bench/endpointing"
	"parley/bench/meaning"
	"parley/bench/quality"
	"parley/cmd/cmdline"
	"parley/report"
)

// measurements are all there are.
func measurements() []bench.Measurement {
	return append(bench.Measurements(), quality.Quality(), endpointing.Endpointing(), meaning.Meaning())
}

// Command is `measure bench`.
func Command() *cli.Command {
	c := &cli.Command{
		Name:  "bench",
		Usage: "measure turn-taking over real WebRTC",
		Description: "Scripted callers hold calls with the real agent, whose engines are stubs of set latencies, all on this\n" +
			"machine. Figures are shown with their targets; docs/benchmarks.md says what they mean.",
		Commands: []*cli.Command{agentCommand()}, Action: cmdline.ShowCommands,
	}
	all := measurements()
	for _, m := range all {
		c.Commands = append(c.Commands, measureCommand(m.Name, m.About, []bench.Measurement{m}))
	}
	c.Commands = append(c.Commands, measureCommand("all", "everything, one after the other", all))
	return c
}

func measureCommand(name, usage string, list []bench.Measurement) *cli.Command {
	return &cli.Command{
		Name: name, Usage: usage,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "samples", Value: bench.DefaultSamples, Usage: "observations each figure is made from"},
			&cli.BoolFlag{
				Name: "short", Usage: fmt.Sprintf("take %d samples and two points of a curve", bench.ShortSamples),
			},
			&cli.BoolFlag{Name: "strict", Usage: "fail when a target is missed"},
			&cli.StringFlag{Name: "json", Usage: "save the report to this file"},
			&cli.StringFlag{Name: "baseline", Usage: "fail when a figure is 1.25 times worse than in this report"},
			&cli.StringFlag{Name: "plot", Usage: "draw the curve of calls or endpointing into this SVG file"},
			&cli.StringFlag{Name: "write-baseline", Usage: "save the report to this file when nothing failed"},
			&cli.StringFlag{
				Name: "models", Usage: "folder of the VAD model (default: models beside the binary's folder, or here)",
				Sources: cmdline.Env("PARLEY_MODELS"),
			},
			cmdline.LogFlag("error"),
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			o, err := optionsOf(c)
			if err != nil {
				return err
			}
			if o.plot != "" && !slices.ContainsFunc(list, func(m bench.Measurement) bool { return pictures[m.Name] != nil }) {
				err := fmt.Errorf("--plot draws the curves of `measure bench calls` and `endpointing`; %s has none", name)
				return app.SetupError{Err: err}
			}
			return measure(ctx, o, list)
		},
	}
}

// options are the flags of a measurement, checked.
type options struct {
	samples             int
	short, strict       bool
	json, writeBaseline string
	plot                string
	baseline            *report.Report
	models, log         string
	out, progress       io.Writer
}

func optionsOf(c *cli.Command) (options, error) {
	o := options{
		samples: c.Int("samples"), short: c.Bool("short"), strict: c.Bool("strict"),
		json: c.String("json"), plot: c.String("plot"), writeBaseline: c.String("write-baseline"),
		models: c.String("models"), log: c.String("log"),
		out: c.Root().Writer, progress: c.Root().ErrWriter,
	}
	if c.Args().Present() {
		return o, app.SetupError{Err: fmt.Errorf("what is %q? see `measure bench --help`", c.Args().First())}
	}
	if o.short && !c.IsSet("samples") {
		o.samples = bench.ShortSamples
	}
	if o.samples < 1 {
		return o, app.SetupError{Err: errors.New("--samples must be at least 1")}
	}
	if err := cmdline.SetLog(c.Root().ErrWriter, o.log); err != nil {
		return o, err
	}
	if o.models == "" {
		o.models = app.FindModels()
	}
	if path := c.String("baseline"); path != "" {
		baseline, err := report.Read(path)
		if err != nil {
			return o, app.SetupError{Err: fmt.Errorf("--baseline: %w", err)}
		}
		o.baseline = &baseline
	}
	return o, nil
}
