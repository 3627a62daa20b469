package agenttest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley"
	"parley/agent"
)

// settings are what "given" may name. What an engine does may be changed during
// the call too.
//
//	given opening: One two three.      also nudge, filler, nod; nothing behind the colon for none
//	given firm opening nudge           lines that are finished
//	given patience 4s                  the character's; away 20s; abandoned 1m; time limit 30s; turns 2
//	given timing barge 120             of the scenario, in ms
//	given user pause 900ms 8           what earlier calls taught; user patience 12s
//	given echo gate                    or "echo blind": one that misses every echo
//	given model 0.9                    a turn model that always says that
//	given joining 300ms                the room is joined before the call begins
//	given waste nothing                no answer is begun before the turn is over
//	given audio later                  nobody takes the character's audio yet
func setting(text string) (func(*Call, *agent.Config), error) {
	if do, err := engineDoes(text); do != nil || err != nil {
		return func(c *Call, _ *agent.Config) { do(c) }, err
	}
	if word, said, ok := strings.Cut(text, ":"); ok {
		return lineOf(word, strings.TrimSpace(said))
	}
	f := strings.Fields(text)
	if len(f) < 2 {
		return nil, fmt.Errorf("no setting %q", text)
	}
	d, badTime := time.ParseDuration(f[len(f)-1])
	n, badNumber := strconv.Atoi(f[len(f)-1])
	switch f[0] {
	case "firm":
		return func(_ *Call, c *agent.Config) { c.Scenario.Uninterruptible = f[1:] }, nil
	case "patience":
		return func(_ *Call, c *agent.Config) { c.Scenario.Bot.PatienceS = int(d / time.Second) }, badTime
	case "away":
		return func(_ *Call, c *agent.Config) { c.Scenario.Timing.Away = d }, badTime
	case "silent":
		return func(_ *Call, c *agent.Config) { c.Timing.Silent = d }, badTime
	case "abandoned":
		return func(_ *Call, c *agent.Config) { c.Timing.Abandoned = d }, badTime
	case "time":
		return func(_ *Call, c *agent.Config) { c.Scenario.TimeLimitS = int(d / time.Second) }, badTime
	case "turns":
		return func(_ *Call, c *agent.Config) { c.Scenario.MaxTurns = n }, badNumber
	case "timing":
		return timing(f[1], n), badNumber
	case "user":
		return profile(f[1:])
	case "echo":
		return func(_ *Call, c *agent.Config) { c.Echo = Gate{Blind: f[1] == "blind"} }, nil
	case "joining":
		return func(call *Call, _ *agent.Config) { call.joining = d }, badTime
	case "audio":
		if f[1] != "later" {
			return nil, fmt.Errorf("audio cannot be %q", f[1])
		}
		return func(call *Call, _ *agent.Config) { call.later = true }, nil
	case "waste":
		if f[1] != "nothing" {
			return nil, fmt.Errorf("%q cannot be wasted", f[1])
		}
		return func(_ *Call, c *agent.Config) { c.Waste = -1 }, nil
	case "model":
		p, err := strconv.ParseFloat(f[1], 64)
		return func(_ *Call, c *agent.Config) { c.TurnModel = Model(p) }, err
	}
	return nil, fmt.Errorf("no setting %q", text)
}

// Model is a turn model that always says the same.
type Model float64

// Predict implements agent.TurnModel.
func (m Model) Predict([]int16) (float64, error) { return float64(m), nil }

func lineOf(word, said string) (func(*Call, *agent.Config), error) {
	lines := []string{said}
	if said == "" {
		lines = []string{}
	}
	var set func(c *agent.Config)
	switch word {
	case "opening":
		set = func(c *agent.Config) { c.Scenario.Opening = said }
	case "nudge":
		set = func(c *agent.Config) { c.Scenario.Nudges = lines }
	case "filler":
		set = func(c *agent.Config) { c.Scenario.Fillers = lines }
	case "nod":
		set = func(c *agent.Config) { c.Scenario.Nods = lines }
	case "language":
		set = func(c *agent.Config) { c.Scenario.Language = said }
	default:
		return nil, fmt.Errorf("no line %q", word)
	}
	return func(_ *Call, c *agent.Config) { set(c) }, nil
}

// timing overrides one timer of the scenario's.
func timing(name string, n int) func(*Call, *agent.Config) {
	return func(call *Call, c *agent.Config) {
		t := &c.Scenario.Timing
		timers := map[string]*time.Duration{
			"sure": &t.SureDelay, "min": &t.MinDelay, "open": &t.OpenDelay, "barge": &t.BargeIn,
			"transcript": &t.TranscriptWait, "yield": &t.Yield, "false": &t.FalseInterruption, "filler": &t.Filler,
		}
		if timers[name] == nil {
			call.T.Fatalf("no timer %q", name)
		}
		*timers[name] = time.Duration(n) * time.Millisecond
	}
}

// profile reads "pause 900ms 8" or "patience 12s".
func profile(f []string) (func(*Call, *agent.Config), error) {
	if len(f) < 2 {
		return nil, fmt.Errorf("no profile %q", f)
	}
	d, err := time.ParseDuration(f[1])
	h := parley.Profile{Patience: d}
	if f[0] == "pause" && len(f) == 3 {
		h = parley.Profile{Pause: d}
		h.Pauses, err = strconv.Atoi(f[2])
	}
	return func(_ *Call, c *agent.Config) { c.Profile = h }, err
}
