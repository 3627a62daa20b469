package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/bench/caller"
	"parley/media"
	"parley/scenarios"
	"parley/tts"
	"parley/tts/flite"
)

func callCommand() *cli.Command {
	return &cli.Command{
		Name:      "call",
		Usage:     "hold a call without a browser",
		ArgsUsage: "<scenario>",
		Description: "Joins over WebRTC like anyone, says its lines when the character has finished and shows the conversation,\n" +
			"the verdicts and where the time went. Lines come from --say, --script or a built-in call (--end); one that\n" +
			"begins with wav: names a recording to play.",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "server", Value: "http://127.0.0.1:8080", Usage: "page of the Parley to call", Sources: env("PARLEY_SERVER")},
			&cli.BoolFlag{Name: "serve", Usage: "run the whole product in this process for the call, on free ports"},
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
			&cli.StringFlag{Name: "log", Value: "error", Usage: "least level logged: debug, info, warn or error", Sources: env("PARLEY_LOG")},
		}, livekitFlags()...),
		Action: func(ctx context.Context, c *cli.Command) error {
			o, err := callOptionsOf(c)
			if err != nil {
				return err
			}
			if !c.Bool("serve") {
				return makeCall(ctx, o)
			}
			return serveCall(ctx, o)
		},
	}
}

// callOptions are the flags of `parley call`, checked.
type callOptions struct {
	dispatch parley.Dispatch
	// server is the page to ask for a token, unless livekit is set.
	server  string
	livekit livekitConfig
	lines   []caller.Line
	voice   tts.Voice
	botname string
	timeout time.Duration

	outputs callOutputs
	expect  parley.Outcome
}

func callOptionsOf(c *cli.Command) (callOptions, error) {
	o := callOptions{
		dispatch: parley.Dispatch{
			Scenario: c.Args().First(), Username: c.String("username"), Usergender: c.String("usergender"),
		},
		server: c.String("server"),
		livekit: livekitConfig{
			url: c.String("livekit-url"), key: c.String("livekit-api-key"), secret: c.String("livekit-api-secret"),
		},
		voice:   tts.Voice{Name: c.String("voice")},
		timeout: c.Duration("timeout"),
		outputs: callOutputs{
			out: c.Root().Writer, json: c.Bool("json"),
			wav: c.String("wav"), transcript: c.String("transcript"), events: c.String("events"),
		},
		expect: parley.Outcome(c.String("expect")),
	}
	if err := setLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return o, err
	}
	if c.Args().Len() != 1 {
		return o, setupError{errors.New("name one scenario, such as `parley call riskyProjectApproval`")}
	}
	known := []parley.Outcome{"", parley.Won, parley.Lost, parley.Timeout, parley.Left}
	if !slices.Contains(known, o.expect) {
		return o, setupError{fmt.Errorf("--expect %s: use won, lost, timeout or left", o.expect)}
	}
	if o.livekit.url != "" && (o.livekit.key == "" || o.livekit.secret == "") {
		return o, setupError{errors.New("--livekit-url needs its key and secret: set LIVEKIT_API_KEY and LIVEKIT_API_SECRET")}
	}
	var err error
	o.botname, err = botnameOf(o.dispatch.Scenario)
	if err == nil {
		o.lines, err = callLines(o.dispatch.Scenario, c.StringSlice("say"), c.String("script"), c.String("end"))
	}
	if err != nil {
		return o, setupError{err}
	}
	return o, nil
}

// botnameOf is how the conversation names the character; a scenario that only
// the server has is of an unnamed one.
func botnameOf(id string) (string, error) {
	library, err := scenarios.Embedded()
	if err != nil {
		return "", err
	}
	if s, ok := library.Get(id); ok {
		return s.Botname, nil
	}
	return "Character", nil
}

// callLines are the caller's lines: what was given to say, else the script's,
// else those of a built-in call.
func callLines(scenario string, say []string, script, end string) ([]caller.Line, error) {
	texts := say
	switch {
	case len(say) > 0:
	case script != "":
		data, err := os.ReadFile(script)
		if err != nil {
			return nil, fmt.Errorf("read script: %w", err)
		}
		if texts = scenarios.ParseCall(string(data)); len(texts) == 0 {
			return nil, fmt.Errorf("script %s has no lines", script)
		}
	default:
		var err error
		if texts, err = scenarios.CallScript(scenario, end); err != nil {
			return nil, fmt.Errorf("%w; give your own with --say or --script", err)
		}
	}
	return caller.ParseLines(texts)
}

// makeCall holds the call and shows it.
func makeCall(ctx context.Context, o callOptions) error {
	speech, err := flite.Open()
	if err != nil {
		return setupError{err}
	}
	show, err := openCallOutputs(o)
	if err != nil {
		return err
	}
	access, err := o.access(ctx)
	if err != nil {
		return errors.Join(err, show.close())
	}
	report, err := caller.Run(ctx, caller.Config{
		URL: access.URL, Token: access.Token,
		Lines: o.lines, Speech: speech, Voice: o.voice, Timeout: o.timeout,
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
