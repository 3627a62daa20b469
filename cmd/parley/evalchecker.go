package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"parley/checker/eval"
	"parley/checker/eval/render"
)

func evalChecker(ctx context.Context, c *cli.Command) error {
	run, err := evalRunOf(c)
	if err != nil {
		return err
	}
	end, err := seatJudge(ctx, c, &run)
	if err != nil {
		return err
	}
	show := newEvalShow(c.Root().ErrWriter)
	run.Progress = show.progress
	results, err := run.Do(ctx)
	show.line.clear()
	if err = errors.Join(err, end()); err != nil {
		return evalFault(err)
	}
	report := eval.Assess(results)
	if err := render.Text(c.Root().Writer, report); err != nil {
		return err
	}
	if path := c.String("json"); path != "" {
		if err := report.Write(path); err != nil {
			return setupError{fmt.Errorf("--json: %w", err)}
		}
	}
	if err := draw(c.String("html"), func(w io.Writer) error { return render.Page(w, report) }); err != nil {
		return err
	}
	if c.Bool("strict") || c.Bool("hard") {
		return missedGates(report.Missed(!c.Bool("strict")))
	}
	return nil
}

// evalFault says what to do about a run that came to nothing.
func evalFault(err error) error {
	if errors.Is(err, eval.ErrJudge) {
		return setupError{fmt.Errorf("%w; `parley doctor` tries the configured engines, --judge offline needs none", err)}
	}
	return err
}

func missedGates(missed []eval.Figure) error {
	if len(missed) == 0 {
		return nil
	}
	names := make([]string, len(missed))
	for i, f := range missed {
		names[i] = fmt.Sprintf("%s is %s, %s wanted", f.Name, f, f.Limit())
	}
	return fmt.Errorf("gates missed: %s", strings.Join(names, "; "))
}

// evalRunOf is what is to be judged, as the flags say.
func evalRunOf(c *cli.Command) (eval.Run, error) {
	if err := setLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return eval.Run{}, err
	}
	if c.Args().Present() {
		return eval.Run{}, setupError{fmt.Errorf("what is %q? see `parley eval checker --help`", c.Args().First())}
	}
	for _, name := range []string{"repeats", "concurrency"} {
		if c.Int(name) < 1 {
			return eval.Run{}, setupError{fmt.Errorf("--%s must be at least 1", name)}
		}
	}
	if c.Duration("budget") <= 0 {
		return eval.Run{}, setupError{errors.New("--budget must be more than 0, such as 10s")}
	}
	library, err := openScenarios(config{scenarios: c.String("scenarios")})
	if err != nil {
		return eval.Run{}, err
	}
	set, err := labelledSet(c.String("set"), library)
	if err != nil {
		return eval.Run{}, setupError{err}
	}
	if set, err = narrow(set, c.StringSlice("scenario"), c.Int("injections")); err != nil {
		return eval.Run{}, setupError{err}
	}
	return eval.Run{
		Set: set, Library: library, Repeats: c.Int("repeats"), Scatter: c.Bool("scatter"),
		Short:       len(c.StringSlice("scenario")) > 0,
		Concurrency: c.Int("concurrency"), Budget: c.Duration("budget"),
	}, nil
}
