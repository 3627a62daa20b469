package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/urfave/cli/v3"

	"parley/bench"
	"parley/bench/report"
)

// measurements are all there are, the quick ones first.
func measurements() []bench.Measurement { return bench.Measurements() }

func benchCommand() *cli.Command {
	c := &cli.Command{
		Name:  "bench",
		Usage: "measure turn-taking over real WebRTC",
		Description: "Scripted callers hold calls with the real agent, whose engines are stubs of set latencies, all on this\n" +
			"machine. Figures are shown with their targets; docs/benchmarks.md says what they mean.",
		Commands: []*cli.Command{benchAgentCommand()},
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
			&cli.BoolFlag{Name: "short", Usage: "take fewer samples: enough to notice a change"},
			&cli.BoolFlag{Name: "strict", Usage: "fail when a target is missed"},
			&cli.StringFlag{Name: "json", Usage: "save the report to this file"},
			&cli.StringFlag{Name: "baseline", Usage: "fail when a figure is 1.25 times worse than in this report"},
			&cli.StringFlag{Name: "write-baseline", Usage: "save the report to this file when nothing failed"},
			&cli.StringFlag{
				Name: "models", Usage: "folder of the VAD model (default: models beside the binary's folder, or here)",
				Sources: env("PARLEY_MODELS"),
			},
			&cli.StringFlag{
				Name: "log", Value: "error", Usage: "least level logged: debug, info, warn or error", Sources: env("PARLEY_LOG"),
			},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			o, err := benchOptionsOf(c)
			if err != nil {
				return err
			}
			return measure(ctx, o, list)
		},
	}
}

// benchOptions are the flags of a measurement, checked.
type benchOptions struct {
	short, strict       bool
	json, writeBaseline string
	baseline            *report.Report
	models, log         string
	out, progress       io.Writer
}

func benchOptionsOf(c *cli.Command) (benchOptions, error) {
	o := benchOptions{
		short: c.Bool("short"), strict: c.Bool("strict"),
		json: c.String("json"), writeBaseline: c.String("write-baseline"), models: c.String("models"), log: c.String("log"),
		out: c.Root().Writer, progress: c.Root().ErrWriter,
	}
	if c.Args().Present() {
		return o, setupError{fmt.Errorf("what is %q? see `parley bench --help`", c.Args().First())}
	}
	if err := setLog(c.Root().ErrWriter, o.log); err != nil {
		return o, err
	}
	if o.models == "" {
		o.models = findModels()
	}
	if path := c.String("baseline"); path != "" {
		baseline, err := report.Read(path)
		if err != nil {
			return o, setupError{fmt.Errorf("--baseline: %w", err)}
		}
		o.baseline = &baseline
	}
	return o, nil
}

// measure runs the measurements, shows each when it is done and judges them all.
func measure(ctx context.Context, o benchOptions, list []bench.Measurement) error {
	full := report.Report{Go: runtime.Version(), CPUs: runtime.NumCPU(), Short: o.short}
	status := newStatusLine(o.progress)
	for i, m := range list {
		result, err := m.Run(ctx, &bench.Env{
			Short:    o.short,
			Progress: progress(status, fmt.Sprintf("[%d/%d] %s", i+1, len(list), m.Name)),
			Start: func(ctx context.Context, e bench.Engines) (bench.Product, error) {
				return startBench(ctx, o.models, e)
			},
			StartApart: startBenchApart(o.models, o.log),
		})
		status.clear()
		if err != nil {
			return err
		}
		full.Results = append(full.Results, result)
		if err := result.Show(o.out, o.baseline); err != nil {
			return err
		}
		fmt.Fprintln(o.out)
	}
	return o.judge(full)
}

// progress tells what runs: in place on a terminal, else a line for the first
// and the last of its kind.
func progress(status *statusLine, name string) func(what string, n, of int) {
	return func(what string, n, of int) {
		text := fmt.Sprintf("%s: %s, %d of %d", name, what, n, of)
		if status.live {
			status.set(text)
		} else if n == 1 || n == of {
			status.above(text + "\n")
		}
	}
}

// judge keeps the report and returns an error that says what is not as it must
// be.
func (o benchOptions) judge(full report.Report) error {
	var err error
	if o.json != "" {
		err = full.Write(o.json)
	}
	missed := full.Missed()
	if len(missed) == 0 {
		fmt.Fprintln(o.out, "Every target is met.")
	} else {
		fmt.Fprintf(o.out, "Missed: %s.\n", strings.Join(missed, "; "))
	}
	if o.strict && len(missed) > 0 {
		err = errors.Join(err, fmt.Errorf("%d targets are missed", len(missed)))
	}
	if o.baseline != nil {
		err = errors.Join(err, o.compare(full))
	}
	if err == nil && o.writeBaseline != "" {
		err = full.Write(o.writeBaseline)
	}
	return err
}

func (o benchOptions) compare(full report.Report) error {
	worse := full.Compare(*o.baseline)
	if len(worse) == 0 {
		fmt.Fprintln(o.out, "Nothing is worse than the baseline.")
		return nil
	}
	for _, r := range worse {
		fmt.Fprintln(o.out, "Worse:", r)
	}
	return fmt.Errorf("%d figures are worse than the baseline", len(worse))
}
