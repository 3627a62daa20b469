package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley/checker"
	"parley/checker/eval"
	"parley/checker/eval/page"
	"parley/checker/labelled"
	"parley/scenarios"
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
	if err := report.Show(c.Root().Writer); err != nil {
		return err
	}
	if path := c.String("json"); path != "" {
		if err := report.Write(path); err != nil {
			return setupError{fmt.Errorf("--json: %w", err)}
		}
	}
	if err := draw(c.String("html"), func(w io.Writer) error { return page.Write(w, report) }); err != nil {
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
		Set: set, Library: library, Repeats: c.Int("repeats"), Scatter: c.Bool("scatter"), Concurrency: c.Int("concurrency"), Budget: c.Duration("budget"),
	}, nil
}

// labelledSet is the set in a folder, or the one built in.
func labelledSet(folder string, library *scenarios.Library) (labelled.Set, error) {
	if folder == "" {
		return labelled.Load(checker.LabelledSet())
	}
	set, err := labelled.Load(os.DirFS(folder))
	if err == nil {
		err = labelled.Validate(set, library)
	}
	if err != nil {
		return set, fmt.Errorf("--set %s: %w; docs/evaluation.md says how a set is written", folder, err)
	}
	return set, nil
}

// narrow keeps the dialogues of some scenarios, all if none is named, and so many
// injections, all if negative.
func narrow(set labelled.Set, scenes []string, injections int) (labelled.Set, error) {
	if len(scenes) > 0 {
		all := set.Dialogues
		set.Dialogues = slices.DeleteFunc(slices.Clone(all), func(d labelled.Dialogue) bool {
			return !slices.Contains(scenes, d.Scenario)
		})
		if len(set.Dialogues) == 0 {
			var known []string
			for _, d := range all {
				if !slices.Contains(known, d.Scenario) {
					known = append(known, d.Scenario)
				}
			}
			return set, fmt.Errorf("the set has no dialogue of scenario %s; it has %s",
				strings.Join(scenes, " or "), strings.Join(known, ", "))
		}
	}
	if n := len(set.Injections); injections >= 0 && injections < n {
		some := make([]labelled.Injection, injections)
		for i := range some {
			some[i] = set.Injections[i*n/injections]
		}
		set.Injections = some
	}
	return set, nil
}

// evalShow shows how far a run is: a bar on a terminal, a line now and then
// elsewhere.
type evalShow struct {
	line         *statusLine
	began, shown time.Time
}

func newEvalShow(out io.Writer) *evalShow {
	return &evalShow{line: newStatusLine(out), began: time.Now(), shown: time.Now()}
}

func (s *evalShow) progress(done, total int) {
	now := time.Now()
	since := now.Sub(s.shown)
	switch {
	case s.line.live && since >= pullRedraw:
		s.shown = now
		s.line.set(s.text(done, total, now))
	case !s.line.live && since >= pullSay:
		s.shown = now
		s.line.above(s.text(done, total, now) + "\n")
	}
}

func (s *evalShow) text(done, total int, now time.Time) string {
	full := done * barWidth / max(total, 1)
	text := fmt.Sprintf("judging [%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, total)
	took := now.Sub(s.began)
	if took < time.Second || done == 0 {
		return text
	}
	left := time.Duration(float64(took) / float64(done) * float64(total-done))
	return text + fmt.Sprintf(", %s left", left.Round(time.Second))
}
