package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"
)

// Exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	// exitSetup means that nothing was started: a flag, a port, a folder or a
	// library is not as it must be.
	exitSetup = 2
)

// setupError is a fault the user can mend before trying again.
type setupError struct{ err error }

func (e setupError) Error() string { return e.err.Error() }
func (e setupError) Unwrap() error { return e.err }

// run is main without the process around it; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	err := app(stdout, stderr).Run(ctx, args)
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(stderr, "parley: %s\n", oneLine(err))
	var exit cli.ExitCoder
	switch {
	case errors.As(err, &setupError{}):
		return exitSetup
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return exitFailed
}

func app(stdout, stderr io.Writer) *cli.Command {
	usage := func(_ context.Context, c *cli.Command, err error, _ bool) error {
		return setupError{fmt.Errorf("%w; see `%s --help`", err, c.FullName())}
	}
	root := &cli.Command{
		Name:        "parley",
		Usage:       "practise hard conversations with a character, by voice",
		Description: "Run `parley serve` and open http://127.0.0.1:8080.",
		Writer:      stdout, ErrWriter: stderr,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // run prints
		OnUsageError:   usage,
		Commands: []*cli.Command{
			serveCommand(), agentCommand(), checkerCommand(), webCommand(), callCommand(), benchCommand(), evalCommand(), doctorCommand(),
			modelsCommand(),
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return setupError{fmt.Errorf("there is no command %q; see `parley --help`", name)}
			}
			return cli.ShowAppHelp(c)
		},
	}
	below(root, func(c *cli.Command) {
		c.DisableSliceFlagSeparator = true // spoken lines have commas
		c.OnUsageError = usage
	})
	return root
}

// below calls f with each command under c.
func below(c *cli.Command, f func(*cli.Command)) {
	for _, sub := range c.Commands {
		f(sub)
		below(sub, f)
	}
}

// oneLine is an error as one line for a terminal. Errors that were joined are
// parted by semicolons.
func oneLine(err error) string {
	var parts []string
	for line := range strings.Lines(err.Error()) {
		if words := strings.Fields(line); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	return strings.Join(parts, "; ")
}
