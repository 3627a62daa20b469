// Package scenarios is `parley scenarios`: what an author of scenes needs, from a
// list to learners who try a scene out.
package scenarios

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/agent"
	"parley/app"
	"parley/app/engineconfig"
	"parley/checker"
	"parley/cmd/cmdline"
	"parley/engine/failover"
	"parley/learner"
	"parley/scenarios"
)

// Command is `parley scenarios`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "scenarios",
		Usage: "list, check, show, play and try out scenes",
		Commands: []*cli.Command{
			{
				Name: "list", Usage: "the scenes there are",
				Flags:  append(folderFlags(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
				Action: list,
			},
			{
				Name: "lint", Usage: "say what is wrong with scenes, and show both prompts", ArgsUsage: "<id or file.json>...",
				Description: "Besides the schema: can it be won with its own examples, and lost; can the user know what is needed; is\n" +
					"anything struck that is well meant; which counter-examples make their step all the same. " +
					"The status is 1 when there is a fault.",
				Flags: append(folderFlags(),
					&cli.BoolFlag{Name: "all", Usage: "all scenes, without their prompts"},
					&cli.BoolFlag{Name: "json", Usage: "print JSON, without prompts"}),
				Action: lint,
			},
			{
				Name: "show", Usage: "print a scene to read", ArgsUsage: "<id or file.json>",
				Flags: folderFlags(), Action: show,
			},
			{
				Name: "try", Usage: "play a scene by text", ArgsUsage: "<id or file.json>",
				Description: "Type your lines; the bar and the checks as they are met are shown after each. /hint gives a hint, /quit\n" +
					"ends. Offline unless an engine is chosen below. Lines may come from a pipe.",
				Flags: append(engineFlags(), &cli.StringFlag{Name: "username", Usage: "your name for the character"},
					&cli.StringFlag{Name: "usergender", Usage: "your gender for the character"}),
				Action: try,
			},
			{
				Name: "ci", Usage: "have learners try scenes out", ArgsUsage: "<id or file.json>...",
				Description: "Twelve kinds of learners, from the skilled to the rude, play each scene by text. Badges: winnable, not a\n" +
					"pushover, fair, equal. The status is 1 when one is missing. Of an author's own scene it names the\n" +
					"counter-examples that make their step. Offline unless an engine is chosen below.",
				Flags: append(engineFlags(),
					&cli.BoolFlag{Name: "all", Usage: "all scenes"},
					&cli.IntFlag{Name: "runs", Value: learner.Runs, Usage: "games of each kind of learner"},
					&cli.StringFlag{Name: "json", Usage: "save the report to this file"},
					&cli.StringFlag{Name: "html", Usage: "draw the report into this file"}),
				Action: ci,
			},
		},
		Action: cmdline.ShowCommands,
	}
}

func folderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "scenarios", Usage: "folder with more scenarios (*.json)", Sources: cmdline.Env("PARLEY_SCENARIOS")},
		cmdline.LogFlag("error"),
	}
}

func engineFlags() []cli.Flag {
	return append(folderFlags(), cmdline.EngineFlags(engineconfig.LLM, engineconfig.Checker)...)
}

// chosen are the scenes that the arguments name: ids, or files of an author's.
func chosen(c *cli.Command) ([]scenarios.Scenario, error) {
	library, err := app.OpenScenarios(c.String("scenarios"))
	if err != nil {
		return nil, err
	}
	if c.Bool("all") {
		return library.List(), nil
	}
	if !c.Args().Present() {
		return nil, app.SetupError{Err: fmt.Errorf("which scene? name its id or file; `parley scenarios list` has the ids")}
	}
	var out []scenarios.Scenario
	for _, name := range c.Args().Slice() {
		s, known := library.Get(name)
		if strings.HasSuffix(name, ".json") {
			if s, err = scenarios.LoadFile(name); err != nil {
				return nil, app.SetupError{Err: err}
			}
		} else if !known {
			return nil, app.SetupError{Err: fmt.Errorf("there is no scene %q; `parley scenarios list` has the ids", name)}
		}
		out = append(out, s)
	}
	return out, nil
}

// one is the scene that the only argument names.
func one(c *cli.Command) (scenarios.Scenario, error) {
	if c.Args().Len() > 1 {
		return scenarios.Scenario{}, app.SetupError{Err: errors.New("one scene at a time")}
	}
	all, err := chosen(c)
	if err != nil {
		return scenarios.Scenario{}, err
	}
	return all[0], nil
}

// offlineUnlessTold has roles that no flag, variable or file speaks of played by
// the scene's script, whatever key the environment holds.
func offlineUnlessTold(c *cli.Command) error {
	for _, role := range []engineconfig.Role{engineconfig.LLM, engineconfig.Checker} {
		name := string(role)
		told := slices.ContainsFunc([]string{name, name + "-url", "config"}, c.IsSet)
		if told || role == engineconfig.Checker && (c.IsSet(string(engineconfig.LLM)) || c.IsSet(string(engineconfig.LLM)+"-url")) {
			continue
		}
		if err := c.Set(name, engineconfig.Understudy); err != nil {
			return err
		}
	}
	return nil
}

// open opens what plays and judges by the flags; o is told of the engines that serve
// the characters and may be nil.
func open(ctx context.Context, c *cli.Command, o failover.Observer) (learner.Engines, func() error, error) {
	if err := offlineUnlessTold(c); err != nil {
		return learner.Engines{}, nil, err
	}
	cfg, err := cmdline.ConfigOf(c)
	if err != nil {
		return learner.Engines{}, nil, err
	}
	minds, err := app.OpenMinds(ctx, cfg)
	if err != nil {
		return learner.Engines{}, nil, err
	}
	judges, err := app.OpenJudges(ctx, cfg)
	if err != nil {
		return learner.Engines{}, nil, errors.Join(err, minds.Close())
	}
	cmdline.Settle(ctx, c, minds, judges)
	end := func() error { return errors.Join(minds.Close(), judges.Close()) }
	return learner.Engines{
		Mind:  func(s scenarios.Scenario, d parley.Dispatch) (agent.Mind, error) { return minds.MindOf(s, d, o) },
		Judge: func(s scenarios.Scenario) checker.Judge { return judges.JudgeOf(s) },
	}, end, nil
}
