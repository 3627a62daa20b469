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
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
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
	flags = append(flags, &cli.BoolFlag{Name: "json", Usage: "print the results as JSON"},
		&cli.BoolFlag{Name: "deep", Usage: "try out how each service wants to be asked, and say what Parley makes of it"})
	return &cli.Command{
		Name: "doctor", Usage: "check that a call can be held here",
		Description: "Every engine that `parley serve` would use with the same flags speaks a sentence, hears it back or answers\n" +
			"it; a room is joined, a message kept, the disk written. What fails is shown with what to do; the status is then 1.\n\n" +
			"With --deep each engine of a service is also asked with every field that a request can do without: stop, limit, schema,\n" +
			"a tool in two steps, a judge's verdict, a second of silence. The first request has 5 minutes, in which a model is loaded;\n" +
			"what was learnt of the service is told in plain words. It takes 6 requests for a model that plays a part, 3 or 4 for one\n" +
			"that judges, 3 for a recogniser, 4 for a voice, and some again where a field is refused: about a cent at hosted services.\n" +
			"What is only wanting is a note and does not change the status.",
		Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			cfg, err := cmdline.ConfigOf(c)
			if err != nil {
				return err
			}
			return run(ctx, cfg, c.Root().Writer, c.Root().ErrWriter, manner{json: c.Bool("json"), deep: c.Bool("deep")})
		},
	}
}

// errIll is the status of a doctor who has found something.
var errIll = errors.New("not all is well")

// manner is how the doctor examines and tells of it.
type manner struct{ json, deep bool }

func run(ctx context.Context, c app.Config, out, progress io.Writer, m manner) error {
	checks := []Check{Disk(c.Data), checkVAD(c.Models), checkLiveKit(c), checkNATS(c)}
	checks = append(checks, checkPorts(c)...)
	engines, end := checkEngines(ctx, c, m.deep)
	defer end()
	checks = append(checks, engines.list...)
	line := terminal.NewStatusLine(progress)
	results := Examine(ctx, checks, func(n int, c Check) {
		line.Set(fmt.Sprintf("check %d of %d: %s %s", n+1, len(checks), c.name(), c.Subject))
	})
	line.Clear()
	show := Show
	if m.json {
		show = WriteJSON
	}
	err := show(out, results)
	if err == nil && m.deep && !m.json {
		_, err = fmt.Fprintf(out, "The services were asked %d times for this, and again where they refused a field.\n", engines.asked)
	}
	if err == nil && !Healthy(results) {
		err = errIll
	}
	return err
}

// engineChecks are the checks of engines, as they are put together.
type engineChecks struct {
	list  []Check
	deep  bool
	said  []int16 // by the newest voice
	asked int     // requests to services by deep checks
}

// checkEngines are the round trips of every engine in every list, voices first:
// the recognisers hear what they said. A list that cannot even be opened is a
// check that fails. end closes the engines.
func checkEngines(ctx context.Context, c app.Config, deep bool) (checks *engineChecks, end func()) {
	var open []*engineconfig.Engines
	checks = &engineChecks{deep: deep}
	for _, role := range []engineconfig.Role{engineconfig.TTS, engineconfig.STT, engineconfig.LLM, engineconfig.Checker} {
		chosen, err := c.Plan.Choose(ctx, engineconfig.Neighbourhood{Folder: c.Models}, role)
		for i := range chosen[role] { // one by one, so that each is seen to be there
			var e *engineconfig.Engines
			one := map[engineconfig.Role][]engineconfig.Ref{role: chosen[role][i : i+1]}
			if e, err = c.Plan.Open(one, engineconfig.Resources{Models: c.Models, Decoders: 1}); err != nil {
				checks.add(cannot(role, chosen[role][i].String(), err))
				continue
			}
			open = append(open, e)
			checks.roundTrip(role, e)
		}
		if chosen == nil {
			checks.add(cannot(role, "engines", err))
		}
	}
	return checks, func() {
		for _, e := range open {
			_ = e.Close() // they were only tried
		}
	}
}

func (c *engineChecks) add(more ...Check) { c.list = append(c.list, more...) }

func cannot(role engineconfig.Role, subject string, err error) Check {
	return Check{Part: string(role), Subject: subject, Run: func(context.Context) (Finding, error) {
		return Finding{}, err
	}}
}

// roundTrip adds the checks of one engine in one role.
func (c *engineChecks) roundTrip(role engineconfig.Role, e *engineconfig.Engines) {
	part := string(role)
	for _, voice := range e.TTS {
		if s, ok := c.served(voice); ok {
			c.add(speaksDeeply(part, voice, s, &c.said, &c.asked)...)
		} else {
			c.add(Speaks(voice, tts.Voice{}, &c.said))
		}
	}
	for _, ears := range e.STT {
		if s, ok := c.served(ears); ok {
			c.add(hearsDeeply(part, ears, s, &c.said, &c.asked)...)
		} else {
			c.add(Hears(ears, &c.said))
		}
	}
	scene, err := exampleScene()
	if err != nil {
		c.add(cannot(role, "scenario", err))
		return
	}
	for _, model := range e.LLM {
		if s, ok := c.served(model); ok {
			c.add(thinksDeeply(part, model, s, &c.asked)...)
		} else {
			c.add(Thinks(part, scriptFor(model, scene), plainRequest(Sentence)))
		}
	}
	for _, judge := range e.Checker {
		if s, ok := c.served(judge); ok {
			c.add(judgesDeeply(part, judge, s, scene, &c.asked)...)
		} else {
			c.add(Thinks(part, judge, checker.Prompt(exampleExchange(scene), scene)))
		}
	}
	if role == engineconfig.Checker && e.Offline[role] {
		c.add(checkScript(scene))
	}
}

// served is an engine as one of a service that is to be examined deeply.
func (c *engineChecks) served(e any) (spoken, bool) {
	s, ok := e.(spoken)
	return s, ok && c.deep
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
