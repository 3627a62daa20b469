package eval

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

	"parley/app"
	"parley/checker"
	"parley/checker/eval"
	"parley/checker/eval/render"
	"parley/checker/labelled"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/scenarios"
)

func runChecker(ctx context.Context, c *cli.Command) error {
	run, err := runOf(c)
	if err != nil {
		return err
	}
	end, err := seatJudge(ctx, c, &run)
	if err != nil {
		return err
	}
	show := newProgress(c.Root().ErrWriter)
	run.Progress = show.tell
	results, err := run.Do(ctx)
	show.Clear()
	if err = errors.Join(err, end()); err != nil {
		return faultOf(err)
	}
	report := eval.Assess(results)
	if err := render.Text(terminal.Plain(c.Root().Writer), report); err != nil {
		return err
	}
	if path := c.String("json"); path != "" {
		if err := report.Write(path); err != nil {
			return app.SetupError{Err: fmt.Errorf("--json: %w", err)}
		}
	}
	if err := cmdline.Draw(c.String("html"), func(w io.Writer) error { return render.Page(w, report) }); err != nil {
		return err
	}
	if c.Bool("strict") || c.Bool("hard") {
		return missedGates(report.Missed(!c.Bool("strict")))
	}
	return nil
}

// faultOf says what to do about a run that came to nothing.
func faultOf(err error) error {
	if errors.Is(err, eval.ErrJudge) {
		return app.SetupError{Err: fmt.Errorf("%w; `parley doctor` tries the configured engines, --judge offline needs none", err)}
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

// runOf is what is to be judged, as the flags say.
func runOf(c *cli.Command) (eval.Run, error) {
	if err := cmdline.SetLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return eval.Run{}, err
	}
	if c.Args().Present() {
		return eval.Run{}, app.SetupError{Err: fmt.Errorf("what is %q? see `measure eval checker --help`", c.Args().First())}
	}
	for _, name := range []string{"repeats", "concurrency"} {
		if c.Int(name) < 1 {
			return eval.Run{}, app.SetupError{Err: fmt.Errorf("--%s must be at least 1", name)}
		}
	}
	if c.Duration("budget") <= 0 {
		return eval.Run{}, app.SetupError{Err: errors.New("--budget must be more than 0, such as 10s")}
	}
	library, err := app.OpenScenarios(c.String("scenarios"))
	if err != nil {
		return eval.Run{}, err
	}
	set, err := labelledSet(c.String("set"), library)
	if err != nil {
		return eval.Run{}, app.SetupError{Err: err}
	}
	if set, err = narrow(set, c.StringSlice("scenario"), c.Int("injections")); err != nil {
		return eval.Run{}, app.SetupError{Err: err}
	}
	return eval.Run{
		Set: set, Library: library, Repeats: c.Int("repeats"), Scatter: c.Bool("scatter"),
		Concurrency: c.Int("concurrency"), Budget: c.Duration("budget"),
		Short: len(c.StringSlice("scenario")) > 0,
	}, nil
}

// progress shows how far a run is: a bar on a terminal, a line now and then
// elsewhere.
type progress struct {
	*terminal.Progress
	began time.Time
}

func newProgress(out io.Writer) *progress {
	return &progress{Progress: terminal.NewProgress(out), began: time.Now()}
}

// tell is for eval.Run.Progress.
func (p *progress) tell(done, total int) { p.Show(func() string { return p.text(done, total) }) }

func (p *progress) text(done, total int) string {
	text := fmt.Sprintf("judging %s %d of %d", terminal.Bar(int64(done), int64(total)), done, total)
	took := time.Since(p.began)
	if took < time.Second || done == 0 {
		return text
	}
	left := time.Duration(float64(took) / float64(done) * float64(total-done))
	return text + fmt.Sprintf(", %s left", left.Round(time.Second))
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
