package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
)

// rambler is a mind whose answer is cut at the model's bound.
type rambler struct{ says string }

func (rambler) Name() string { return "rambler" }

func (r rambler) Answer(_ context.Context, _ agent.Turn, m agent.Mouth) error {
	if err := m.Say(r.says); err != nil {
		return err
	}
	return agent.ErrLength
}

// TestAnswerCutAtItsBoundEndsWithASentence holds what is said of such an answer, and
// that the user is told.
func TestAnswerCutAtItsBoundEndsWithASentence(t *testing.T) {
	for says, want := range map[string]string{
		"I have seen a dozen of these before. None of them ever worked out for the peop": "character: I have seen a dozen of these before.",
		"Never. And so I wou": "character: Never.",
		"I wou":               "character: I wou",
	} {
		synctest.Test(t, func(t *testing.T) {
			c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Mind = rambler{says} })
			c.Wait(2 * time.Second)
			c.Say("here is the proof")
			c.Wait(5 * time.Second)
			turns(t, c, "character: Good morning.", "user: here is the proof", want)
			wantTroubles(t, c, parley.Trouble{
				Role: "llm", Reason: "The character's language model reached the limit on an answer's length.", Code: parley.FaultLength,
			})
			c.Ending()
		})
	}
}

// TestScriptThatJudgesInAModelsPlaceIsTold holds the notice of it, once, and that of
// the model's return.
func TestScriptThatJudgesInAModelsPlaceIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		script := parley.Trouble{Role: "checker", Reason: "The checker gave no verdict; understudy judges now.",
			Code: parley.FaultNoVerdict, Engine: "understudy"}
		back := parley.Trouble{Role: "checker", Reason: "The checker is back: openai:m.", Over: true}
		for n, inPlaceOf := range []string{"", "openai:m", "openai:m", ""} {
			v := verdict(n+1, n)
			if v.Judge, v.InPlaceOf = "understudy", inPlaceOf; inPlaceOf == "" {
				v.Judge = "openai:m"
			}
			c.Session.Rule(v)
			c.Wait(6 * time.Second)
		}
		wantTroubles(t, c, script, back)
		c.Ending()
	})
}
