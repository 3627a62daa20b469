// Package cmdline is the command line of both programs: the tree of their commands,
// what they exit with, and the flags that several of them share.
package cmdline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/cmd/terminal"
)

// Exit statuses.
const (
	ExitOK     = 0
	ExitFailed = 1
	// ExitSetup means that nothing was started: a flag, a port, a folder or a
	// library is not as it must be (app.SetupError).
	ExitSetup = 2
)

// Program is what --help says of a program.
type Program struct{ name, usage, description string }

// The programs there are.
var (
	Parley = Program{
		"parley", "practise hard conversations with a character, by voice",
		"Run `parley serve` and open http://127.0.0.1:8080.",
	}
	Measure = Program{
		"measure", "measure how Parley takes turns, hears and judges",
		"`measure bench` has scripted callers talk with the real agent, `measure eval` has judges rule on labelled conversations.",
	}
)

// Main is Run as a process: an interrupt or SIGTERM ends the command, or the steps by
// which it ends (Steps), and its status the process.
func (p Program) Main(commands ...*cli.Command) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ctx, asks := withAsks(context.Background())
	go func() {
		for range signals {
			asks.next()
		}
	}()
	os.Exit(p.Run(ctx, os.Args, os.Stdout, os.Stderr, commands...))
}

// Run runs the command that args name among commands and returns the exit status.
// An error is one line on stderr.
func (p Program) Run(ctx context.Context, args []string, stdout, stderr io.Writer, commands ...*cli.Command) int {
	err := p.root(stdout, stderr, commands).Run(ctx, args)
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.name, terminal.OneLine(err))
	var exit cli.ExitCoder
	switch {
	case errors.As(err, &app.SetupError{}):
		return ExitSetup
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return ExitFailed
}

func (p Program) root(stdout, stderr io.Writer, commands []*cli.Command) *cli.Command {
	usage := func(_ context.Context, c *cli.Command, err error, _ bool) error {
		return app.SetupError{Err: fmt.Errorf("%w; see `%s --help`", err, c.FullName())}
	}
	top := &cli.Command{
		Name: p.name, Usage: p.usage, Description: p.description,
		Writer: stdout, ErrWriter: stderr,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // Run prints
		OnUsageError:   usage,
		Commands:       commands,
		Action: func(_ context.Context, c *cli.Command) error {
			if err := UnknownCommand(c); err != nil {
				return err
			}
			return cli.ShowAppHelp(c)
		},
	}
	below(top, func(c *cli.Command) {
		c.DisableSliceFlagSeparator = true // spoken lines have commas; a ListFlag reads its own
		c.OnUsageError = usage
	})
	return top
}

// below calls f with each command under c.
func below(c *cli.Command, f func(*cli.Command)) {
	for _, sub := range c.Commands {
		f(sub)
		below(sub, f)
	}
}

// UnknownCommand is an error if c, which has commands under it, was given an
// argument that is none of them.
func UnknownCommand(c *cli.Command) error {
	if name := c.Args().First(); name != "" {
		return app.SetupError{Err: fmt.Errorf("there is no command %q; see `%s --help`", name, c.FullName())}
	}
	return nil
}

// ShowCommands is the action of a command that only has others under it.
func ShowCommands(_ context.Context, c *cli.Command) error {
	if err := UnknownCommand(c); err != nil {
		return err
	}
	return cli.ShowSubcommandHelp(c)
}
