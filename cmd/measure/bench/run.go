package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"parley/bench"
	"parley/bench/endpointing"
	"parley/cmd/terminal"
	"parley/report"
)

// measure runs the measurements, shows each when it is done and judges them all.
func measure(ctx context.Context, o options, list []bench.Measurement) error {
	full := report.Report{Go: runtime.Version(), CPUs: runtime.NumCPU(), Short: o.short}
	status := terminal.NewStatusLine(o.progress)
	for i, m := range list {
		result, err := m.Run(ctx, &bench.Env{
			Samples: o.samples, Short: o.short, Models: o.models,
			Progress: progress(status, fmt.Sprintf("[%d/%d] %s", i+1, len(list), m.Name)),
			Start: func(ctx context.Context, e bench.Engines) (bench.Product, error) {
				return startHere(ctx, o.models, e)
			},
			StartApart: startApart(o.models, o.log),
		})
		status.Clear()
		if err != nil {
			return err
		}
		full.Results = append(full.Results, result)
		if err := result.Show(o.out, o.baseline, o.short); err != nil {
			return err
		}
		fmt.Fprintln(o.out)
	}
	return o.judge(full)
}

// progress tells what runs: in place on a terminal, else a line for the first
// and the last of its kind.
func progress(status *terminal.StatusLine, name string) func(what string, n, of int) {
	return func(what string, n, of int) {
		text := fmt.Sprintf("%s: %s, %d of %d", name, what, n, of)
		if status.Live {
			status.Set(text)
		} else if n == 1 || n == of {
			status.PrintAbove(text + "\n")
		}
	}
}

// judge keeps the report and returns an error that says what is not as it must
// be.
func (o options) judge(full report.Report) error {
	var err error
	if o.json != "" {
		err = full.Write(o.json)
	}
	if o.plot != "" {
		err = errors.Join(err, o.draw(full))
	}
	missed, unsure := full.Marked(report.Fail), full.Marked(report.Unsure)
	if len(missed)+len(unsure) == 0 {
		fmt.Fprintln(o.out, "Every target is met.")
	}
	if len(missed) > 0 {
		fmt.Fprintf(o.out, "Missed: %s.\n", strings.Join(missed, "; "))
	}
	if len(unsure) > 0 {
		fmt.Fprintf(o.out, "Unsure, by so few samples: %s.\n", strings.Join(unsure, "; "))
	}
	if n := len(missed) + len(unsure); o.strict && n > 0 {
		err = errors.Join(err, fmt.Errorf("%d targets are missed", n))
	}
	if o.baseline != nil {
		err = errors.Join(err, o.compare(full))
	}
	if err == nil && o.writeBaseline != "" {
		err = full.Write(o.writeBaseline)
	}
	return err
}

// curved is the measurement of calls, which has a curve.
const curved = "calls"

// pictures draw the measurements that have one.
var pictures = map[string]func(report.Result) (string, error){
	curved: func(r report.Result) (string, error) {
		if len(r.Tables) == 0 {
			return "", errors.New("there is no curve")
		}
		return r.Tables[0].Chart("calls", "p95 ms", "core/call", "MiB/call")
	},
	"endpointing": endpointing.Picture,
}

// draw draws the first that was measured.
func (o options) draw(full report.Report) error {
	for _, r := range full.Results {
		if pictures[r.Name] == nil {
			continue
		}
		svg, err := pictures[r.Name](r)
		if err == nil {
			err = os.WriteFile(o.plot, []byte(svg), 0o644)
		}
		if err != nil {
			return fmt.Errorf("draw the curve of %s: %w", r.Name, err)
		}
		return nil
	}
	return errors.New("draw a curve: none was measured")
}

func (o options) compare(full report.Report) error {
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
