package checker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/checker/queue"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/report"
)

func deadCommand() *cli.Command {
	call := &cli.StringFlag{Name: "call", Usage: "those of this call alone"}
	all := &cli.BoolFlag{Name: "all", Usage: "those of all calls"}
	return &cli.Command{
		Name: "dead", Usage: "exchanges no checker could judge",
		Description: fmt.Sprintf("They hold what was said, so NATS keeps them for %.0f hours; nothing here prints speech.",
			queue.DeadAge.Hours()),
		Action: cmdline.ShowCommands,
		Commands: []*cli.Command{
			{
				Name: "list", Usage: "show them", Action: listDead,
				Flags: []cli.Flag{call, &cli.BoolFlag{Name: "json", Usage: "as JSON"}},
			},
			{
				Name: "retry", Usage: "put them back on the queue", Flags: []cli.Flag{call, all}, Action: retryDead,
				Description: "An exchange whose call has a later verdict by now is skipped: its own would come too late.",
			},
			{Name: "purge", Usage: "delete them, and the speech in them", Flags: []cli.Flag{call, all}, Action: purgeDead},
		},
	}
}

// withDead runs f on the dead letters of the NATS server a command names.
func withDead(ctx context.Context, c *cli.Command, f func(queue.DeadLetters) error) error {
	if c.Args().Present() {
		return app.SetupError{
			Err: fmt.Errorf("%q is too much: a call is named with --call; see `%s --help`", c.Args().First(), c.FullName()),
		}
	}
	cfg, err := cmdline.ConfigOf(c)
	if err != nil {
		return err
	}
	nc, js, err := app.ConnectNATS(ctx, cfg.NATSURL, cfg.NATS)
	if err != nil {
		return err
	}
	defer nc.Close()
	err = f(queue.DeadLetters{JS: js})
	if errors.Is(err, queue.ErrExchange) {
		err = app.SetupError{Err: fmt.Errorf("--call %q is not the id of a call", c.String("call"))}
	}
	return err
}

func listDead(ctx context.Context, c *cli.Command) error {
	return withDead(ctx, c, func(d queue.DeadLetters) error {
		letters, err := d.List(ctx, parley.CallID(c.String("call")))
		if err != nil {
			return err
		}
		out := terminal.Plain(c.Root().Writer)
		if c.Bool("json") {
			enc := json.NewEncoder(terminal.PlainJSON(c.Root().Writer))
			enc.SetIndent("", "  ")
			return enc.Encode(letters)
		}
		return printDead(out, letters)
	})
}

func printDead(out io.Writer, letters []queue.DeadLetter) error {
	if len(letters) == 0 {
		_, err := fmt.Fprintln(out, "None.")
		return err
	}
	rows := [][]string{{"CALL", "EXCHANGE", "WHEN", "ATTEMPTS", "REASON"}}
	for _, l := range letters {
		rows = append(rows, []string{
			strconv.Quote(string(l.Call)), strconv.Itoa(l.Exchange), l.At.Local().Format(time.DateTime), strconv.Itoa(l.Attempts),
			string(l.Reason),
		})
	}
	return report.List(out, rows...)
}

// changeDead does something to the dead letters that a command is about: a call's, or all.
func changeDead(ctx context.Context, c *cli.Command, f func(queue.DeadLetters, parley.CallID, []queue.DeadLetter) error) error {
	call := parley.CallID(c.String("call"))
	if (call != "") == c.Bool("all") {
		return app.SetupError{Err: fmt.Errorf("whose? name a call with --call, or say --all; see `%s --help`", c.FullName())}
	}
	return withDead(ctx, c, func(d queue.DeadLetters) error {
		letters, err := d.List(ctx, call)
		if err != nil {
			return err
		}
		return f(d, call, letters)
	})
}

func retryDead(ctx context.Context, c *cli.Command) error {
	return changeDead(ctx, c, func(d queue.DeadLetters, _ parley.CallID, letters []queue.DeadLetter) error {
		out, back := terminal.Plain(c.Root().Writer), 0
		for _, l := range letters {
			err := d.Retry(ctx, l)
			said := "back on the queue"
			switch {
			case err == nil:
				back++
			case errors.Is(err, queue.ErrPassed):
				said = "skipped: " + queue.ErrPassed.Error()
			case errors.Is(err, queue.ErrExchange):
				said = "skipped: no checker can read it"
			case errors.Is(err, queue.ErrGone):
				said = "skipped: " + queue.ErrGone.Error()
			default:
				return err
			}
			fmt.Fprintf(out, "%q exchange %d: %s\n", l.Call, l.Exchange, said)
		}
		_, err := fmt.Fprintf(out, "%d of %d put back.\n", back, len(letters))
		return err
	})
}

func purgeDead(ctx context.Context, c *cli.Command) error {
	return changeDead(ctx, c, func(d queue.DeadLetters, call parley.CallID, letters []queue.DeadLetter) error {
		if err := d.Purge(ctx, call); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.Root().Writer, "%d deleted.\n", len(letters))
		return err
	})
}
