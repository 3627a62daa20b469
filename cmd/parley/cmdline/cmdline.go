// Package cmdline is parley's command line: the tree of its commands, what they
// exit with, and the flags that several of them share.
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
	"parley/cmd/parley/terminal"
)

// Exit statuses.
const (
	ExitOK     = 0
	ExitFailed = 1
	// ExitSetup means that nothing was started: a flag, a port, a folder or a
	// library is not as it must be (app.SetupError).
	ExitSetup = 2
)

// Main is Run as a process: an interrupt or SIGTERM ends the command, and its
// status the process.
func Main(commands ...*cli.Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, os.Args, os.Stdout, os.Stderr, commands...)
	stop()
	os.Exit(code)
}

// Run runs the command that args name among commands and returns the exit status.
// An error is one line on stderr.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer, commands ...*cli.Command) int {
	err := root(stdout, stderr, commands).Run(ctx, args)
	if err == nil {
		return ExitOK
	}
	fmt.Fprintf(stderr, "parley: %s\n", terminal.OneLine(err))
	var exit cli.ExitCoder
	switch {
	case errors.As(err, &app.SetupError{}):
		return ExitSetup
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return ExitFailed
}

func root(stdout, stderr io.Writer, commands []*cli.Command) *cli.Command {
	usage := func(_ context.Context, c *cli.Command, err error, _ bool) error {
		return app.SetupError{Err: fmt.Errorf("%w; see `%s --help`", err, c.FullName())}
	}
	top := &cli.Command{
		Name:        "parley",
		Usage:       "practise hard conversations with a character, by voice",
		Description: "Run `parley serve` and open http://127.0.0.1:8080.",
		Writer:      stdout, ErrWriter: stderr,
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
