package roleplay_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/checker"
	"parley/llm"
	"parley/scenarios"
)

const agreement = "Yes. I approve the launch now, with two more engineers."

// directed is what the note on the line to come says, "" without one.
func directed(r llm.Request) string {
	if last := r.Messages[len(r.Messages)-1]; len(r.Messages) > 1 && last.Speaker == llm.System {
		return last.Text
	}
	return ""
}

// yields is a model that agrees as soon as it is asked politely, unless the note says
// that it may not.
func yields(r llm.Request) (string, *llm.ToolCall, error) {
	asked := ""
	for _, m := range r.Messages {
		if m.Speaker == llm.User {
			asked = m.Text
		}
	}
	if strings.Contains(strings.ToLower(asked), "please") && !strings.Contains(directed(r), "Do not agree") {
		return agreement, nil, nil
	}
	return "Hmm. Go on, I am listening to you.", nil, nil
}

// resists is a model that never agrees unless the note says that it was won.
func resists(r llm.Request) (string, *llm.ToolCall, error) {
	if strings.Contains(directed(r), "you have been won") {
		return agreement, nil, nil
	}
	return "No. I don't see it in the figures.", nil, nil
}

// referee judges each exchange at once, as a worker would. A late one tells of it
// when the next is over.
type referee struct {
	t       *testing.T
	scene   scenarios.Scenario
	session func() *agent.Session
	late    bool
	ledger  checker.Ledger
	kept    parley.Verdict
}

func (r *referee) Submit(ctx context.Context, e parley.Exchange) error {
	c := checker.Case{Exchange: e, Known: r.ledger}
	o, err := checker.OfflineJudge{Scenario: r.scene}.Judge(ctx, c)
	if err != nil {
		r.t.Error(err)
		return err
	}
	var v parley.Verdict
	v, r.ledger = checker.Decide(c, r.scene, o)
	if r.late {
		v, r.kept = r.kept, v
	}
	r.session().Rule(v)
	return nil
}

// skilled brings what the scene asks for, in the middle of other talk, and asks
// politely whenever it may be time; polite brings nothing.
var (
	skilled = []string{
		"Good morning. Thank you for the time.",
		"You get three times the money back in eighteen months, and a report every month.",
		"The biggest risk is that our supplier is late this year.",
		"If that happens we stop, and you lose forty percent of the money at most.",
		"The board said no to your northern plant, and you were right.",
		"Please approve it, so that we can launch now with two more engineers.",
		"So please sign it, so that we can launch now with more people.",
		"Will you please approve the launch now, with two more engineers?",
	}
	polite = slices.Repeat([]string{
		"Please say yes. It would mean so much to all of us.",
		"I would be very grateful, please, if you could agree.",
		"Please, could you find it in your heart to help us?",
		"You are so kind to listen. May we have it, please?",
	}, 3)
)

// play holds a whole call of text and returns how it ended and whether the character
// ever agreed.
func play(t *testing.T, judge referee, model func(llm.Request) (string, *llm.ToolCall, error), lines []string) (parley.Outcome, bool) {
	t.Helper()
	var outcome parley.Outcome
	agreed := false
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
			cfg.STT, cfg.TTS, cfg.Detector, cfg.Denoiser = nil, nil, nil, nil
			c.LLM.Answer, cfg.Scenario = model, judge.scene
			judge.t, judge.session = t, func() *agent.Session { return c.Session }
			cfg.Reviewer = &judge
		})
		c.Wait(time.Second)
		for _, line := range lines {
			if err := c.Session.Type(line); err != nil {
				t.Fatal(err)
			}
			c.Wait(3 * time.Second)
		}
		agreed = slices.Contains(c.Turns(), "character: "+agreement)
		outcome = c.Ending().Outcome
	})
	return outcome, agreed
}

// TestNoModelDecidesTheGame holds that whoever brings what the scene asks for wins
// with a model that yields and with one that never would, and that politeness alone
// wins with neither and hears no yes; and that it is the note that makes it so.
func TestNoModelDecidesTheGame(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	scene, found := library.Get("riskyProjectApproval")
	if !found {
		t.Fatal("no such scene")
	}
	off, alone := false, scene
	alone.Director = &off
	prompt, late, undirected := referee{scene: scene}, referee{scene: scene, late: true}, referee{scene: alone}
	for _, c := range []struct {
		name    string
		judge   referee
		model   func(llm.Request) (string, *llm.ToolCall, error)
		lines   []string
		outcome parley.Outcome
		agreed  bool
	}{
		{"yielding, skilled", prompt, yields, skilled, parley.Won, true},
		{"yielding, polite", prompt, yields, polite, parley.Left, false},
		{"stubborn, skilled", prompt, resists, skilled, parley.Won, true},
		{"stubborn, polite", prompt, resists, polite, parley.Left, false},
		{"yielding, skilled, judged late", late, yields, skilled, parley.Won, true},
		{"yielding, polite, judged late", late, yields, polite, parley.Left, false},
		{"stubborn, skilled, judged late", late, resists, skilled, parley.Won, true},
		{"stubborn, polite, judged late", late, resists, polite, parley.Left, false},
		{"yielding, polite, no director", undirected, yields, polite, parley.Left, true},
		{"stubborn, skilled, no director", undirected, resists, skilled, parley.Left, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if outcome, agreed := play(t, c.judge, c.model, c.lines); outcome != c.outcome || agreed != c.agreed {
				t.Errorf("%s, agreed %v; want %s, %v", outcome, agreed, c.outcome, c.agreed)
			}
		})
	}
}
