package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/app/engineconfig"
	"parley/checker"
	"parley/cmd/parley/cmdline"
	"parley/cmd/parley/terminal"
	"parley/llm"
	"parley/llm/understudy"
	"parley/scenarios"
	"parley/tts"
)

// Command is `parley doctor`.
func Command() *cli.Command {
	flags := append(cmdline.DataFlags(), cmdline.HTTPFlag())
	flags = append(flags, cmdline.LiveKitFlags()...)
	flags = append(flags, cmdline.EmbeddedFlags()...)
	flags = append(flags, cmdline.NATSFlags()...)
	flags = append(flags, cmdline.AgentFlags()...)
	flags = append(flags, cmdline.EngineFlags(engineconfig.Roles()...)...)
	flags = append(flags, &cli.BoolFlag{Name: "json", Usage: "print the results as JSON"})
	return &cli.Command{
		Name: "doctor", Usage: "check that a call can be held here",
		Description: "Every engine that `parley serve` would use with the same flags speaks a sentence, hears it back or answers\n" +
			"it; a room is joined, a message kept, the disk written. What fails is shown with what to do; the status is then 1.",
		Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			cfg, err := cmdline.ConfigOf(c)
			if err != nil {
				return err
			}
			return run(ctx, cfg, c.Root().Writer, c.Root().ErrWriter, c.Bool("json"))
		},
	}
}

// errIll is the status of a doctor who has found something.
var errIll = errors.New("not all is well")

func run(ctx context.Context, c app.Config, out, progress io.Writer, asJSON bool) error {
	checks := []Check{Disk(c.Data), checkVAD(c.Models), checkLiveKit(c), checkNATS(c)}
	if c.MeaningModel != "" {
		checks = append(checks, checkMeaning(c.MeaningModel))
	}
	checks = append(checks, checkPorts(c)...)
	engines, end := checkEngines(ctx, c)
	defer end()
	checks = append(checks, engines...)
	line := terminal.NewStatusLine(progress)
	n := 0
	results := Examine(ctx, checks, func(Result) {
		n++
		line.Set(fmt.Sprintf("%d of %d checks", n, len(checks)))
	})
	line.Clear()
	show := Show
	if asJSON {
		show = WriteJSON
	}
	err := show(out, results)
	if err == nil && !Well(results) {
		err = errIll
	}
	return err
}

// checkEngines are the round trips of every engine in every list, voices first:
// the recognisers hear what they said. A list that cannot even be opened is a
// check that fails. end closes the engines.
func checkEngines(ctx context.Context, c app.Config) (checks []Check, end func()) {
	var open []*engineconfig.Engines
	said := new([]int16)
	for _, role := range []engineconfig.Role{engineconfig.TTS, engineconfig.STT, engineconfig.LLM, engineconfig.Checker} {
		chosen, err := c.Plan.Choose(ctx, engineconfig.Neighbourhood{Folder: c.Models}, role)
		for i := range chosen[role] { // one by one, so that each is seen to be there
			var e *engineconfig.Engines
			one := map[engineconfig.Role][]engineconfig.Ref{role: chosen[role][i : i+1]}
			if e, err = c.Plan.Open(one, engineconfig.Resources{Models: c.Models, Decoders: 1}); err != nil {
				checks = append(checks, cannot(role, chosen[role][i].String(), err))
				continue
			}
			open = append(open, e)
			checks = append(checks, roundTrip(role, e, said)...)
		}
		if chosen == nil {
			checks = append(checks, cannot(role, "engines", err))
		}
	}
	return checks, func() {
		for _, e := range open {
			_ = e.Close() // they were only tried
		}
	}
}

func cannot(role engineconfig.Role, subject string, err error) Check {
	return Check{Part: string(role), Subject: subject, Run: func(context.Context) (Finding, error) {
		return Finding{}, err
	}}
}

// roundTrip is the check of one engine in one role.
func roundTrip(role engineconfig.Role, e *engineconfig.Engines, said *[]int16) (checks []Check) {
	for _, voice := range e.TTS {
		checks = append(checks, Speaks(voice, tts.Voice{}, said))
	}
	for _, ears := range e.STT {
		checks = append(checks, Hears(ears, said))
	}
	scene, err := exampleScene()
	if err != nil {
		return append(checks, cannot(role, "scenario", err))
	}
	for _, model := range e.LLM {
		checks = append(checks, Thinks(string(role), scriptFor(model, scene), llm.Request{
			Messages: []llm.Message{
				{Speaker: llm.System, Text: "You are a person in a phone call. Answer in one short sentence."},
				{Speaker: llm.User, Text: Sentence},
			},
			MaxTokens: 200,
		}))
	}
	for _, judge := range e.Checker {
		checks = append(checks, Thinks(string(role), judge, checker.Prompt(exampleExchange(scene), scene)))
	}
	if role == engineconfig.Checker && e.Offline[role] {
		checks = append(checks, checkScript(scene))
	}
	return checks
}

// scriptFor is the script of a scene in the understudy's place; other engines
// stand for themselves.
func scriptFor(e llm.Engine, s scenarios.Scenario) llm.Engine {
	script, err := understudy.New(s)
	if err != nil || e != (understudy.Cued{}) {
		return e
	}
	return script
}

// checkScript has the offline judge judge.
func checkScript(s scenarios.Scenario) Check {
	judge := checker.OfflineJudge{Scenario: s}
	return Check{Part: string(engineconfig.Checker), Subject: judge.Name(), Run: func(ctx context.Context) (Finding, error) {
		start := time.Now()
		_, err := judge.Judge(ctx, checker.Case{Exchange: exampleExchange(s)})
		return Finding{Says: "judged an exchange", Latency: time.Since(start)}, err
	}}
}

// exampleScene is the first scenario that can be played offline.
func exampleScene() (scenarios.Scenario, error) {
	library, err := scenarios.Embedded()
	if err != nil {
		return scenarios.Scenario{}, err
	}
	for _, s := range library.List() {
		if s.Understudy != nil {
			return s, nil
		}
	}
	return scenarios.Scenario{}, errors.New("no embedded scenario has an understudy")
}

func exampleExchange(s scenarios.Scenario) parley.Exchange {
	return parley.Exchange{
		Call: "call_doctor", Number: 1, Dispatch: parley.Dispatch{Scenario: s.ID},
		Turns: []parley.Turn{
			{Number: 1, Role: parley.Character, Text: s.Opening},
			{Number: 2, Role: parley.User, Text: Sentence},
			{Number: 3, Role: parley.Character, Text: "Go on."},
		},
	}
}
