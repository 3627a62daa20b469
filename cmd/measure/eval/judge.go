package eval

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/checker"
	"parley/checker/eval"
	"parley/checker/eval/scripted"
	"parley/cmd/cmdline"
	"parley/scenarios"
)

// judgeChoice is a value of `measure eval checker --judge`.
type judgeChoice string

const (
	judgeConfigured judgeChoice = "configured"
	judgeOffline    judgeChoice = "offline"
	judgeScripted   judgeChoice = "scripted"
	judgeLabels     judgeChoice = "labels"
)

// seatJudge gives the run its judge; end closes what it opened.
func seatJudge(ctx context.Context, c *cli.Command, run *eval.Run) (end func() error, err error) {
	nothing := func() error { return nil }
	switch judgeChoice(c.String("judge")) {
	case judgeConfigured:
		plan, err := cmdline.PlanOf(c)
		if err != nil {
			return nil, err
		}
		j, err := app.OpenJudges(ctx, app.Config{Plan: plan, Models: app.FindModels()})
		if err != nil {
			return nil, err
		}
		cmdline.Settle(ctx, c, j)
		run.Judge = j.JudgeOf
		return j.Close, nil
	case judgeOffline:
		if err := scriptsFor(run); err != nil {
			return nil, err
		}
		run.Judge = func(s scenarios.Scenario) checker.Judge { return checker.OfflineJudge{Scenario: s} }
		return nothing, nil
	case judgeScripted:
		return seatModel(run, scripted.New(uint64(c.Int("seed"))))
	case judgeLabels:
		return seatModel(run, scripted.NewHonest())
	}
	return nil, app.SetupError{Err: fmt.Errorf("--judge %s: use configured, offline, scripted or labels", c.String("judge"))}
}

// seatModel has the simulated model judge as a real one would.
func seatModel(run *eval.Run, model *scripted.Engine) (end func() error, err error) {
	if err := run.Teach(model); err != nil {
		return nil, app.SetupError{Err: err}
	}
	j := app.JudgesOf(model)
	run.Judge = j.JudgeOf
	return j.Close, nil
}

// scriptsFor checks that every scenario of the set can be judged offline.
func scriptsFor(run *eval.Run) error {
	var missing []error
	seen := map[string]bool{}
	for _, d := range run.Set.Dialogues {
		if s, ok := run.Library.Get(d.Scenario); ok && s.Understudy == nil && !seen[d.Scenario] {
			seen[d.Scenario] = true
			missing = append(missing, fmt.Errorf(
				"%s has no understudy and cannot be judged offline; name the others with --scenario", d.Scenario))
		}
	}
	if len(missing) > 0 {
		return app.SetupError{Err: errors.Join(missing...)}
	}
	return nil
}
