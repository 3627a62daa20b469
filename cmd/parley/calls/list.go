package calls

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/cmd/terminal"
	"parley/report"
)

func listCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "the calls there are, newest first",
		Flags: flags(
			&cli.StringFlag{Name: "scene", Usage: "those of this scene alone"},
			&cli.StringFlag{Name: "outcome", Usage: "those that ended so: won, lost, timeout, left, error or cut_off"},
			&cli.StringFlag{Name: "since",
				Usage: "those that began then or later: a date, such as 2026-11-20, or how long ago, such as 7d or 12h"},
			&cli.IntFlag{Name: "limit", Value: calls.DefaultLimit, Usage: fmt.Sprintf("most calls to list, 1 to %d", calls.MaxLimit)},
			&cli.StringFlag{Name: "cursor", Usage: "go on behind the page that ended with this cursor"},
			jsonFlag(),
		),
		Action: list,
	}
}

// outcomes are those that a list can be of.
var outcomes = []parley.Outcome{"", parley.Won, parley.Lost, parley.Timeout, parley.Left, parley.Failed, calls.CutOff}

func list(ctx context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return app.SetupError{Err: fmt.Errorf("%q is too much: `parley calls show %[1]s` shows a call", c.Args().First())}
	}
	q := calls.Query{
		Scene: c.String("scene"), Outcome: parley.Outcome(c.String("outcome")), Limit: c.Int("limit"), Cursor: c.String("cursor"),
	}
	if !slices.Contains(outcomes, q.Outcome) {
		return app.SetupError{Err: fmt.Errorf("--outcome %s: use won, lost, timeout, left, error or cut_off", q.Outcome)}
	}
	if q.Limit < 1 {
		return app.SetupError{Err: fmt.Errorf("--limit %d: choose 1 to %d", q.Limit, calls.MaxLimit)}
	}
	var err error
	if q.Since, err = since(c.String("since"), time.Now()); err != nil {
		return app.SetupError{Err: err}
	}
	k, err := open(c, nil)
	if err != nil {
		return err
	}
	q.Owner = k.owner
	page, err := k.store.List(ctx, q)
	if errors.Is(err, calls.ErrQuery) {
		err = app.SetupError{Err: err}
	}
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		if page.Calls == nil {
			page.Calls = []calls.Summary{}
		}
		return printJSON(c.Root().Writer, page)
	}
	return printList(terminal.Plain(c.Root().Writer), page)
}

func printList(out io.Writer, page calls.Page) error {
	if len(page.Calls) == 0 {
		_, err := fmt.Fprintln(out, "None.")
		return err
	}
	rows := [][]string{{"CALL", "WHEN", "SCENE", "OUTCOME", "PROGRESS", "LENGTH", "EXCHANGES", "FORK OF"}}
	for _, s := range page.Calls {
		rows = append(rows, []string{
			string(s.Call), s.Began.Local().Format("2006-01-02 15:04"), terminal.Printable(s.Scene), outcome(s.Outcome),
			fmt.Sprintf("%d/%d", s.Progress, parley.MaxProgress), clock(s.Seconds), strconv.Itoa(s.Exchanges), forkOf(s),
		})
	}
	if err := report.List(out, rows...); err != nil || page.Next == "" {
		return err
	}
	_, err := fmt.Fprintf(out, "\nThere are more: --cursor %s\n", page.Next)
	return err
}

// forkOf is where a call goes on from, or "".
func forkOf(s calls.Summary) string {
	if s.From == nil {
		return ""
	}
	at := fmt.Sprintf("%s at turn %d", terminal.Printable(string(s.From.Call)), s.From.Turn)
	if s.Drill {
		at += ", a drill"
	}
	return at
}

// clock is a moment of a call: minutes and seconds.
func clock(seconds float64) string {
	return fmt.Sprintf("%d:%02d", int(seconds)/60, int(seconds)%60)
}

// since is the moment that text means at now: a date, in this machine's zone, a date
// and time as in JSON, or how long ago, with d for days; zero for "".
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 1e6 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since %s: say a date, such as 2026-11-20, or how long ago, such as 7d or 12h", text)
}
