package scenarios

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/agent/roleplay"
	"parley/app"
	"parley/checker"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/learner"
	"parley/report"
	"parley/scenarios"
)

// listed is a scene in `list`.
type listed struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Category   string `json:"category"`
	Language   string `json:"language"`
	Difficulty int    `json:"difficulty"`
	Minutes    int    `json:"minutes"`
	// Offline means that it can be played without a language model.
	Offline bool `json:"offline"`
}

func list(_ context.Context, c *cli.Command) error {
	if err := cmdline.UnknownCommand(c); err != nil {
		return err
	}
	library, err := app.OpenScenarios(c.String("scenarios"))
	if err != nil {
		return err
	}
	rows := []listed{}
	for _, s := range library.List() {
		rows = append(rows, listed{s.ID, s.Title, s.Category, s.Language, s.Difficulty, s.Minutes, s.Understudy != nil})
	}
	out := terminal.Plain(c.Root().Writer)
	if c.Bool("json") {
		return printJSON(c.Root().Writer, rows)
	}
	cells := [][]string{{"ID", "TITLE", "CATEGORY", "LANGUAGE", "DIFFICULTY", "MINUTES", "OFFLINE"}}
	for _, r := range rows {
		cells = append(cells, []string{
			r.ID, r.Title, r.Category, r.Language, strconv.Itoa(r.Difficulty), strconv.Itoa(r.Minutes),
			map[bool]string{true: "yes", false: "needs a model"}[r.Offline],
		})
	}
	return report.List(out, cells...)
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(terminal.PlainJSON(out))
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// linted is a scene in `lint --json`.
type linted struct {
	Scenario string            `json:"scenario"`
	Findings []learner.Finding `json:"findings"`
}

func lint(ctx context.Context, c *cli.Command) error {
	all, err := chosen(c)
	if err != nil {
		return err
	}
	out, faults, scenes := terminal.Plain(c.Root().Writer), 0, []linted{}
	for _, s := range all {
		found, err := learner.Lint(ctx, s)
		if err != nil {
			return err
		}
		scenes = append(scenes, linted{s.ID, append([]learner.Finding{}, found...)})
		for _, f := range found {
			if f.Fault {
				faults++
			}
		}
	}
	if c.Bool("json") {
		err = printJSON(c.Root().Writer, scenes)
	} else {
		printFindings(out, scenes)
		for _, s := range all {
			if !c.Bool("all") {
				printPrompts(out, s)
			}
		}
	}
	if err == nil && faults > 0 {
		err = fmt.Errorf("%d faults in %d scenes", faults, len(all))
	}
	return err
}

func printFindings(out io.Writer, scenes []linted) {
	for _, r := range scenes {
		if len(r.Findings) == 0 {
			fmt.Fprintf(out, "%s: nothing to mend\n", r.Scenario)
		}
		for _, f := range r.Findings {
			fmt.Fprintf(out, "%s: %s: %s%s\n", r.Scenario, map[bool]string{true: "FAULT", false: "warning"}[f.Fault],
				map[bool]string{true: f.Field + ": ", false: ""}[f.Field != ""], f.Text)
		}
	}
}

// printPrompts shows what both models are told, as the first exchange has it.
func printPrompts(out io.Writer, s scenarios.Scenario) {
	fmt.Fprintf(out, "\n# %s: the character's prompt\n\n%s\n", s.ID, roleplay.Prompt(s, parley.Dispatch{Scenario: s.ID}))
	first := parley.Exchange{Call: "call", Number: 1, Turns: []parley.Turn{
		{Number: 1, Role: parley.Character, Text: s.Opening}, {Number: 2, Role: parley.User, Text: "..."},
		{Number: 3, Role: parley.Character, Text: "..."},
	}}
	fmt.Fprintf(out, "\n# %s: the checker's prompt\n", s.ID)
	for _, m := range checker.Prompt(first, s).Messages {
		fmt.Fprintf(out, "\n%s\n", m.Text)
	}
}

func show(_ context.Context, c *cli.Command) error {
	s, err := one(c)
	if err != nil {
		return err
	}
	out := terminal.Plain(c.Root().Writer)
	part := func(title string, lines ...string) {
		if text := strings.Join(lines, ""); text == "" {
			return
		}
		fmt.Fprintf(out, "\n%s\n", title)
		for _, l := range lines {
			if l != "" {
				fmt.Fprintf(out, "  %s\n", l)
			}
		}
	}
	fmt.Fprintf(out, "%s (%s)\n%s\n", s.Title, s.ID, s.Description)
	fmt.Fprintf(out, "%s, language %s, difficulty %d of 5, about %d minutes\n", s.Category, s.Language, s.Difficulty, s.Minutes)
	part("You", s.Briefing.YourRole, s.Briefing.Situation)
	part("You know", s.Briefing.YouKnow...)
	part("Your goal", cmp.Or(s.GoalForYou, s.Goal))
	var trains []string
	for _, skill := range s.Skills {
		trains = append(trains, scenarios.SkillName(skill, scenarios.DefaultLanguage))
	}
	part("Trains", strings.Join(trains, ", "))
	part("Where", s.Setting)
	part(s.Botname, s.Character...)
	part("How "+s.Botname+" reacts", s.Negprompt...)
	part("Opens with", s.Opening)
	var checks, ends, hints, stages []string
	for _, k := range s.Rubric {
		checks = append(checks, k.Check+map[bool]string{true: " (required)"}[k.Required])
	}
	for _, e := range s.BadEndings {
		ends = append(ends, e.When+": "+e.Line)
	}
	for _, h := range s.Hints {
		hints = append(hints, h.Text)
	}
	for _, st := range s.Stages {
		stages = append(stages, fmt.Sprintf("up to %d: %s", st.Max, st.Label))
	}
	part("Scored on", checks...)
	part("Stages", stages...)
	part("Ends badly when", ends...)
	part("Hints", hints...)
	part("Notes", s.ContentNotes...)
	part("By", strings.Trim(s.Author+", "+s.License, ", "))
	return nil
}
