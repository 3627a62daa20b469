package calls

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/cmd/parley/call"
)

func forkCommand() *cli.Command {
	own := slices.DeleteFunc(call.Flags(), func(f cli.Flag) bool { return f.Names()[0] == "end" })
	own = append(own, &cli.BoolFlag{
		Name: "drill", Usage: fmt.Sprintf("end after %s", count(parley.DrillExchanges, "exchange", "exchanges")),
	})
	return &cli.Command{
		Name: "fork", Usage: "hold a call that goes on from a turn of another", ArgsUsage: "CALL TURN",
		Description: "The server that keeps the call holds this one as well: the character says its last line before TURN again, and\n" +
			"the lines of --say or --script follow. Only the user whose call it is may: name them with --user.",
		Flags: append(flags(), own...), Action: fork,
	}
}

func fork(ctx context.Context, c *cli.Command) error {
	if c.Args().Len() != 2 {
		return app.SetupError{Err: errors.New("from where? name a call and a turn of it; `parley calls debrief CALL` proposes one")}
	}
	turn, err := strconv.Atoi(c.Args().Get(1))
	if err != nil {
		return app.SetupError{Err: fmt.Errorf("%q is no turn: give its number", c.Args().Get(1))}
	}
	if c.String("user") == "" {
		return app.SetupError{Err: errors.New("whose call is it? only its user may go on from it: name them with --user or PARLEY_USER")}
	}
	if len(c.StringSlice("say")) == 0 && c.String("script") == "" {
		return app.SetupError{Err: errors.New("what will you say? give your lines with --say or --script")}
	}
	k, err := open(c, nil)
	if err != nil {
		return err
	}
	d, err := k.fork(ctx, c, turn)
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	return call.Hold(ctx, c, d)
}

// fork is what to ask a server for that goes on from the call that c names.
func (k *kept) fork(ctx context.Context, c *cli.Command, turn int) (parley.Dispatch, error) {
	all, err := k.own(ctx)
	if err != nil {
		return parley.Dispatch{}, err
	}
	s, err := named(all, c.Args().First())
	if err != nil {
		return parley.Dispatch{}, err
	}
	if s.Outcome == "" {
		return parley.Dispatch{}, fmt.Errorf("%s: %w; go on from it when it is", s.Call, calls.ErrUnderWay)
	}
	events, err := k.load(ctx, c, s.Call)
	if err != nil {
		return parley.Dispatch{}, err
	}
	if _, err := calls.ForkAt(calls.Fold(events), turn); err != nil {
		return parley.Dispatch{}, app.SetupError{Err: fmt.Errorf("%w; `parley calls show %s` shows its turns", err, s.Call)}
	}
	return parley.Dispatch{
		Scenario: s.Scene, User: c.String("user"), From: &parley.Origin{Call: s.Call, Turn: turn}, Drill: c.Bool("drill"),
	}, nil
}
