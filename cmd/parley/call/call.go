// Package call is `parley call`: a call without a browser, shown on a terminal.
package call

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/cmd/cmdline"
	"parley/media"
	"parley/tts/flite"
)

// Command is `parley call`.
func Command() *cli.Command {
	return &cli.Command{
		Name:      "call",
		Usage:     "hold a call without a browser",
		ArgsUsage: "<scenario>",
		Description: "Joins over WebRTC like anyone, says its lines when the character has finished and shows the conversation,\n" +
			"the verdicts and where the time went. Lines come from --say, --script or a built-in call (--end); one that\n" +
			"begins with wav: names a recording to play.",
		Flags: append(append(Flags(), cmdline.LogFlag("error"),
			&cli.BoolFlag{Name: "serve", Usage: "run the whole product in this process, on free ports, with the engines below"},
		), append(cmdline.LiveKitFlags(), cmdline.EngineFlags(engineconfig.Roles()...)...)...),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Len() != 1 {
				return app.SetupError{Err: errors.New("name one scenario, such as `parley call riskyProjectApproval`")}
			}
			o, err := optionsOf(c, parley.Dispatch{Scenario: c.Args().First()})
			if err != nil {
				return err
			}
			if !c.Bool("serve") {
				return hold(ctx, o)
			}
			return serveCall(ctx, o)
		},
	}
}

// Flags say what the caller says, to whom, and what is kept of it.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "server", Value: "http://127.0.0.1:8080", Usage: "page of the Parley to call", Sources: cmdline.Env("PARLEY_SERVER"),
		},
		&cli.StringSliceFlag{Name: "say", Usage: "say this line; repeat for more"},
		&cli.StringFlag{Name: "script", Usage: "say the lines of this file, one a turn"},
		&cli.StringFlag{Name: "end", Value: "win", Usage: "which built-in call to hold: win, lose or stall"},
		&cli.StringFlag{Name: "username", Usage: "your name for the character"},
		&cli.StringFlag{Name: "usergender", Usage: "your gender for the character"},
		&cli.StringFlag{Name: "voice", Value: "awb", Usage: "your own voice: awb, which is heard best, rms, slt or kal16"},
		&cli.StringFlag{Name: "wav", Usage: "save both sides to this file: left you, right the character"},
		&cli.StringFlag{Name: "transcript", Usage: "save what is shown to this file"},
		&cli.StringFlag{Name: "events", Usage: "save one JSON event a line to this file"},
		&cli.BoolFlag{Name: "json", Usage: "print one JSON event a line and nothing else"},
		&cli.StringFlag{Name: "expect", Usage: "fail unless the call ends so: won, lost, timeout or left"},
		&cli.DurationFlag{Name: "timeout", Value: caller.DefaultTimeout, Usage: "longest call"},
	}
}

// Hold holds the call that d asks for at the server that c names, as Flags say.
func Hold(ctx context.Context, c *cli.Command, d parley.Dispatch) error {
	o, err := optionsOf(c, d)
	if err != nil {
		return err
	}
	return hold(ctx, o)
}

// hold holds the call and shows it.
func hold(ctx context.Context, o options) error {
	speech, err := flite.Open()
	if err != nil {
		return app.SetupError{Err: err}
	}
	show, err := openShow(o)
	if err != nil {
		return err
	}
	access, err := o.access(ctx)
	if err != nil {
		return errors.Join(err, show.close())
	}
	report, err := caller.Run(ctx, caller.Script{
		Config: caller.Config{URL: access.URL, Token: access.Token},
		Lines:  o.lines, Speech: speech, Voice: o.voice, Timeout: o.timeout,
		Record: o.outputs.wav != "", Observe: show.event,
	})
	if report.Outcome != "" && ctx.Err() != nil {
		err = nil // interrupted, and both sides have said goodbye
	}
	show.summary(report)
	if o.outputs.wav != "" && report.Audio != nil {
		err = errors.Join(err, media.WriteWAV(o.outputs.wav, report.Audio...))
	}
	err = errors.Join(err, show.close())
	if err == nil && o.expect != "" && report.Outcome != o.expect {
		err = fmt.Errorf("the call ended %s, not %s", report.Outcome, o.expect)
	}
	return err
}

// serveCall makes a call to a product of its own, which lives as long as the
// call and leaves nothing behind.
func serveCall(ctx context.Context, o options) error {
	data, err := os.MkdirTemp("", "parley-call-")
	if err != nil {
		return app.SetupError{Err: err}
	}
	// It outlives ctx, so that an interrupted call is ended by its caller.
	s, err := app.Start(context.WithoutCancel(ctx), app.Config{
		Data: data, Models: app.FindModels(), HTTP: "127.0.0.1:0", MaxCalls: 1, Decoders: 1,
		Plan: o.plan,
	})
	if err != nil {
		return errors.Join(err, os.RemoveAll(data))
	}
	o.server = s.URL
	return errors.Join(hold(ctx, o), s.Close(), os.RemoveAll(data))
}
