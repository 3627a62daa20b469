package call

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/cmd/cmdline"
	"parley/scenarios"
	"parley/tts"
)

// options are the flags of `parley call`, checked.
type options struct {
	dispatch parley.Dispatch
	// server is the page to ask for a token, unless livekit is set.
	server  string
	livekit app.LiveKitConfig
	// plan is of the product that --serve runs.
	plan    engineconfig.Plan
	lines   []caller.Line
	voice   tts.Voice
	botname string
	timeout time.Duration

	outputs outputs
	expect  parley.Outcome
}

func optionsOf(c *cli.Command, d parley.Dispatch) (options, error) {
	d.Username, d.Usergender = c.String("username"), c.String("usergender")
	o := options{
		dispatch: d,
		server:   c.String("server"),
		livekit: app.LiveKitConfig{
			URL: c.String("livekit-url"), Key: c.String("livekit-api-key"), Secret: c.String("livekit-api-secret"),
		},
		voice:   tts.Voice{Name: c.String("voice")},
		timeout: c.Duration("timeout"),
		outputs: outputs{
			out: c.Root().Writer, json: c.Bool("json"),
			wav: c.String("wav"), transcript: c.String("transcript"), events: c.String("events"),
		},
		expect: parley.Outcome(c.String("expect")),
	}
	if err := cmdline.SetLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return o, err
	}
	known := []parley.Outcome{"", parley.Won, parley.Lost, parley.Timeout, parley.Left}
	if !slices.Contains(known, o.expect) {
		return o, app.SetupError{Err: fmt.Errorf("--expect %s: use won, lost, timeout or left", o.expect)}
	}
	var err error
	if o.livekit, err = o.livekit.Checked(); err != nil {
		return o, err
	}
	if o.plan, err = cmdline.PlanOf(c); err != nil {
		return o, err
	}
	o.botname, err = botnameOf(o.dispatch.Scenario)
	if err == nil {
		o.lines, err = callLines(o.dispatch.Scenario, c.StringSlice("say"), c.String("script"), c.String("end"))
	}
	if err != nil {
		return o, app.SetupError{Err: err}
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
			return nil, noCall(scenario, err)
		}
	}
	return caller.ParseLines(texts)
}

// noCall says which built-in calls there are instead.
func noCall(scenario string, err error) error {
	if ends := scenarios.Calls(scenario); len(ends) > 0 {
		return fmt.Errorf("--end: %w; use %s", err, strings.Join(ends, ", "))
	}
	library, broken := scenarios.Embedded()
	if broken != nil {
		return broken
	}
	var ids []string
	for _, s := range library.List() {
		ids = append(ids, s.ID)
	}
	return fmt.Errorf("scenario %s is not built in: use %s; for one that only the server has, give your lines with --say or --script",
		scenario, strings.Join(ids, ", "))
}
