package scenarios

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/agent"
	"parley/app"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/engine/failover"
	"parley/learner"
	"parley/report"
)

// Input is where `parley scenarios try` reads lines from.
var Input io.Reader = os.Stdin

// try plays a scene on the terminal.
func try(ctx context.Context, c *cli.Command) error {
	s, err := one(c)
	if err != nil {
		return err
	}
	out := terminal.Plain(c.Root().Writer)
	engines, end, err := open(ctx, c, standIns{out})
	if err != nil {
		return err
	}
	defer func() { _ = end() }() // the last answer has been given
	user := parley.Dispatch{Scenario: s.ID, Username: c.String("username"), Usergender: c.String("usergender")}
	t, err := learner.NewTable(s, user, engines)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s\nYour goal: %s\n(/hint for a hint, /quit to end)\n\n", s.Title, s.Briefing.Situation, s.Goal)
	fmt.Fprintf(out, "%s: %s\n", s.Botname, s.Opening)
	in, given := bufio.NewScanner(Input), []int{}
	for !t.Ended() {
		fmt.Fprint(out, "> ")
		if !in.Scan() {
			fmt.Fprintln(out)
			if errors.Is(in.Err(), bufio.ErrTooLong) {
				return fmt.Errorf("a line is over %d bytes; say it in several", bufio.MaxScanTokenSize)
			}
			return in.Err()
		}
		switch line := strings.TrimSpace(in.Text()); {
		case line == "":
		case line == "/quit":
			return nil
		case line == "/hint":
			next, _ := s.NextHint(given, t.Verdict.Checks)
			if next < 0 {
				fmt.Fprintln(out, "  there is no further hint for now")
				break
			}
			fmt.Fprintln(out, "  hint:", s.Hints[next].Text)
			given = append(given, next)
		default:
			if err := exchange(ctx, out, t, line); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(out, ended(t))
	return nil
}

// exchange says a line and shows what came of it.
func exchange(ctx context.Context, out io.Writer, t *learner.Table, line string) error {
	before := t.Verdict
	answer, shown, err := t.Say(ctx, line)
	if err != nil {
		return err
	}
	if shown != nil {
		answer = shown.Emoji + " " + answer
	}
	v := t.Verdict
	fmt.Fprintf(out, "%s: %s\n", t.Scene.Botname, terminal.Printable(answer))
	fmt.Fprintf(out, "  %s %d/10", terminal.Bar(int64(v.Progress), parley.MaxProgress), v.Progress)
	for _, id := range v.Checks {
		if !slices.Contains(before.Checks, id) {
			fmt.Fprintf(out, "  +%s", id)
		}
	}
	if v.Progress < before.Progress {
		fmt.Fprintf(out, "  %d", v.Progress-before.Progress)
	}
	if v.CTA != "" {
		fmt.Fprintf(out, "  %s", v.CTA)
	}
	fmt.Fprintln(out)
	if v.InPlaceOf != "" && v.InPlaceOf != before.InPlaceOf {
		fmt.Fprintf(out, "  (%s gave no verdict: the scene's script judges in its place)\n", v.InPlaceOf)
	}
	return nil
}

// standIns tells the player which engine plays the character when another should.
type standIns struct{ out io.Writer }

var _ failover.Observer = standIns{}

// Switched implements failover.Observer.
func (s standIns) Switched(w failover.Switch) {
	fmt.Fprintf(s.out, "  (%s)\n", agent.Switch(w.Role, w.To, w.Err, w.Back).Reason)
}

// Used implements failover.Observer.
func (standIns) Used(parley.Usage) {}

func ended(t *learner.Table) string {
	switch {
	case t.Verdict.Complete:
		return fmt.Sprintf("Won in %d exchanges.", t.Verdict.Exchange)
	case t.Verdict.Bad:
		return fmt.Sprintf("Lost after %d exchanges.", t.Verdict.Exchange)
	}
	return fmt.Sprintf("Time is up after %d exchanges; still missing: %s.", t.Verdict.Exchange, strings.Join(t.Missing(), ", "))
}

// ci has learners try scenes out.
func ci(ctx context.Context, c *cli.Command) error {
	if c.Int("runs") < 1 {
		return app.SetupError{Err: fmt.Errorf("--runs must be at least 1")}
	}
	all, err := chosen(c)
	if err != nil {
		return err
	}
	engines, end, err := open(ctx, c, nil)
	if err != nil {
		return err
	}
	defer func() { _ = end() }() // the games are over
	show := terminal.NewProgress(c.Root().ErrWriter)
	var trials []learner.Trial
	for i, s := range all {
		t, err := learner.Try(ctx, s, engines, learner.Options{Runs: c.Int("runs"), Progress: func(done, total int) {
			show.Show(func() string {
				return fmt.Sprintf("%s %d of %d games of %s", terminal.Bar(int64(i*total+done), int64(len(all)*total)), done, total, s.ID)
			})
		}})
		if err != nil {
			show.Clear()
			return err
		}
		trials = append(trials, t)
	}
	show.Clear()
	if err := printTrials(terminal.Plain(c.Root().Writer), trials); err != nil {
		return err
	}
	return keep(c, trials)
}

// keep saves what was asked for, and fails when a badge is missing.
func keep(c *cli.Command, trials []learner.Trial) error {
	if path := c.String("json"); path != "" {
		if err := report.WriteJSON(path, trials, " "); err != nil {
			return app.SetupError{Err: fmt.Errorf("--json: %w", err)}
		}
	}
	if path := c.String("html"); path != "" {
		if err := cmdline.Draw(path, func(w io.Writer) error { return learner.Page(w, trials) }); err != nil {
			return err
		}
	}
	var lacking []string
	for _, t := range trials {
		if !t.Green() {
			lacking = append(lacking, t.Scenario)
		}
	}
	if len(lacking) > 0 {
		return fmt.Errorf("badges are missing: %s", strings.Join(lacking, ", "))
	}
	return nil
}

func printTrials(out io.Writer, trials []learner.Trial) error {
	able, others := learner.Kinds()[:3], learner.Kinds()[3:]
	head := []string{"SCENE"}
	for _, k := range able {
		head = append(head, string(k))
	}
	rows := [][]string{append(head, "others", "badges")}
	for _, t := range trials {
		row := []string{t.Scenario}
		for _, k := range able {
			r := t.Result(k)
			row = append(row, fmt.Sprintf("%d/%d in %d", r.Won, r.Runs, r.Exchanges))
		}
		won, runs := 0, 0
		for _, k := range others {
			r := t.Result(k)
			won, runs = won+r.Won, runs+r.Runs
		}
		badges := ""
		for _, b := range t.Badges {
			badges += fmt.Sprint(map[bool]string{true: "✓ ", false: "✗ "}[b.Green], b.Name, "  ")
		}
		rows = append(rows, append(row, fmt.Sprintf("%d/%d won", won, runs), badges))
	}
	if err := report.List(out, rows...); err != nil {
		return err
	}
	for _, t := range trials {
		for _, b := range t.Badges {
			if !b.Green {
				fmt.Fprintf(out, "%s is not %s: %s\n", t.Scenario, b.Name, b.Why)
			}
		}
		for _, s := range t.Strikes {
			fmt.Fprintf(out, "%s: well meant, and struck as %s: %s\n", t.Scenario, strings.Join(s.Wrongs, ", "), s.Text)
		}
		if t.Near > 0 {
			fmt.Fprintf(out, "%s: of %d counter-examples %d are taken for their step by a character that was not taught them\n",
				t.Scenario, t.Near, len(t.Taken))
		}
		for _, near := range t.Taken {
			fmt.Fprintf(out, "%s: taken for %s: %s\n", t.Scenario, near.Step, near.Text)
		}
	}
	return nil
}
