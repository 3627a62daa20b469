package agent_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/llm"
)

func verdict(exchange, progress int) parley.Verdict {
	return parley.Verdict{Call: "call_test", Exchange: exchange, Progress: progress}
}

func TestWinWaitsForTheCharactersSentence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("here is the proof")
		c.Wait(1200 * ms) // she is speaking
		won := verdict(1, 10)
		won.Complete = true
		c.Session.Rule(won)
		c.Wait(4 * time.Second)
		e := agenttest.ShownOf[parley.Ending](c)
		if len(e) != 1 || e[0].Outcome != parley.Won || e[0].Reason != "Ada agreed." || e[0].Code != parley.EndedWon {
			t.Fatalf("endings = %+v", e)
		}
		turns(t, c, "character: Good morning.", "user: here is the proof", "character: You said here is the proof.")
		c.Ending()
	})
}

func TestStaleAndForeignVerdictsAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Session.Rule(verdict(2, 5))
		c.Session.Rule(verdict(1, 3))
		c.Session.Rule(verdict(2, 9))
		foreign := verdict(3, 9)
		foreign.Call = "call_other"
		c.Session.Rule(foreign)
		c.Wait(100 * ms)
		if got := agenttest.ShownOf[parley.Verdict](c); len(got) != 1 || got[0].Progress != 5 {
			t.Errorf("verdicts shown = %+v, want the first of exchange 2", got)
		}
		c.Say("and what now my friend")
		c.Wait(4 * time.Second)
		if e := c.Exchanges(); len(e) != 1 || e[0].Previous != 5 {
			t.Errorf("exchanges = %+v, want previous 5", e)
		}
		c.Ending()
	})
}

func TestPausedScoreIsSaidOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		for i, want := range []int{0, 0, 1, 1, 1} {
			c.Say("and another thing")
			c.Wait(4 * time.Second)
			if got := agenttest.ShownOf[parley.Trouble](c); len(got) != want {
				t.Errorf("after exchange %d: troubles %+v, want %d", i+1, got, want)
			}
		}
		c.Ending()
	})
}

func TestLimitsEndTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.TimeLimitS = 5 })
		c.Wait(6 * time.Second)
		if e := agenttest.ShownOf[parley.Ending](c); len(e) != 1 || e[0].Outcome != parley.Timeout {
			t.Errorf("endings = %+v", e)
		}
		c.Ending()
	})
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.MaxTurns = 1 })
		c.Wait(2 * time.Second)
		c.Say("only turn")
		c.Wait(12 * time.Second)
		if e := agenttest.ShownOf[parley.Ending](c); len(e) != 1 || e[0].Outcome != parley.Timeout {
			t.Errorf("endings = %+v", e)
		}
		c.Ending()
	})
}

func TestPushToTalk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Session.Press()
		c.Say("first half")
		c.Wait(2 * time.Second) // a pause does not end a held turn
		c.Say("second half")
		c.Session.Release()
		released := c.Now()
		c.Wait(4 * time.Second)
		turns(t, c, "character: Good morning.", "user: first half second half",
			"character: You said first half second half.")
		if l := agenttest.Events[parley.Latency](c); len(l) != 1 || l[0].Total > 40*ms {
			t.Errorf("latency after %v = %+v, want at most two frames", released, l)
		}
		c.Session.Press()
		c.Say("never mind this")
		c.Session.Withdraw()
		c.Wait(2 * time.Second)
		c.Say("nor this without the button")
		c.Wait(2 * time.Second)
		if got := c.Turns(); len(got) != 3 {
			t.Errorf("turns = %q, want nothing new", got)
		}
		c.Session.Release() // doubled
		c.Ending()
	})
}

func TestHintsAreGradedAndRunOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		if h, err := c.Session.Hint(); err != nil || h.Level != 1 || h.Remaining != 0 {
			t.Errorf("hint = %+v, %v", h, err)
		}
		if _, err := c.Session.Hint(); !errors.Is(err, agent.ErrNoHint) {
			t.Errorf("second hint: %v, want ErrNoHint", err)
		}
		c.Wait(time.Second)
		if got := agenttest.Events[parley.Hint](c); len(got) != 1 || got[0].Turn != 0 {
			t.Errorf("journalled hints = %v, want one from before the first turn", got)
		}
		c.Ending()
	})
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("we have a plan")
		c.Wait(4 * time.Second)
		_, _ = c.Session.Hint()
		if got := agenttest.Events[parley.Hint](c); len(got) != 1 || got[0].Turn != 3 {
			t.Errorf("journalled hints = %v, want one after turn 3", got)
		}
		c.Ending()
	})
}

func TestPatienceHasBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		for _, d := range []time.Duration{0, 2 * time.Second, 16 * time.Second} {
			if err := c.Session.SetPatience(d); !errors.Is(err, agent.ErrPatience) {
				t.Errorf("SetPatience(%v) = %v", d, err)
			}
		}
		if err := c.Session.SetPatience(3 * time.Second); err != nil {
			t.Error(err)
		}
		c.Wait(5500 * ms) // 0.8 s opening, 3 s patience, 1 s nudge
		if got := c.Turns(); len(got) != 2 {
			t.Errorf("turns = %q, want a nudge after 3 s", got)
		}
		if got := agenttest.Events[parley.PatienceSet](c); len(got) != 1 || got[0].For != 3*time.Second {
			t.Errorf("journalled patience = %v, want 3 s once", got)
		}
		c.Ending()
	})
}

func TestReactionIsShownAndTheWordsFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.LLM.Answer = func(r llm.Request) (string, *llm.ToolCall, error) {
				if len(r.Tools) > 0 { // an answer of the tool alone
					return "", &llm.ToolCall{ID: "1", Name: "emoji_reaction", Arguments: `{"emoji":"🤨","label":"frowns"}`}, nil
				}
				if last := r.Messages[len(r.Messages)-1]; last.Speaker != llm.ToolReply || last.ReplyTo != "1" {
					t.Errorf("last message = %+v, want the tool's reply", last)
				}
				return "Go on.", nil, nil
			}
		})
		c.Wait(2 * time.Second)
		c.Say("hello there")
		c.Wait(3 * time.Second)
		if got := agenttest.ShownOf[parley.Reaction](c); len(got) != 1 || got[0].Label != "frowns" {
			t.Errorf("reactions = %+v", got)
		}
		if got := c.Turns(); len(got) != 3 || got[2] != "character: Go on." {
			t.Errorf("turns = %q", got)
		}
		c.Ending()
	})
}

func TestCaptionsGrowWithWhatIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		var steps []string
		for _, cap := range agenttest.ShownOf[parley.Caption](c) {
			if cap.Role == parley.Character {
				steps = append(steps, cap.Text)
				if cap.Final != (cap.Text == "Good morning.") {
					t.Errorf("step %d = %+v", len(steps), cap)
				}
			}
		}
		for i := 1; i < len(steps); i++ {
			if !strings.HasPrefix(steps[i], steps[i-1]) {
				t.Errorf("caption %q follows %q", steps[i], steps[i-1])
			}
		}
		if len(steps) < 2 || steps[0] != "Good" {
			t.Errorf("captions = %q, want word by word", steps)
		}
		c.Ending()
	})
}

// What the user types their own front end shows at once: the caption says what
// is left of it.
func TestCaptionsTellWhatWasTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.SayFor(time.Second, "we have a plan") // and no answer has begun
		if err := c.Session.Type("and money"); err != nil {
			t.Fatal(err)
		}
		c.Wait(3 * time.Second)
		if err := c.Session.Type("all of it"); err != nil {
			t.Fatal(err)
		}
		c.Wait(3 * time.Second)
		var last []parley.Caption
		for _, x := range agenttest.ShownOf[parley.Caption](c) {
			if x.Role == parley.User && x.Final {
				x.Segment, x.Text = "", ""
				last = append(last, x)
			}
		}
		want := []parley.Caption{
			{Role: parley.User, Final: true, Typed: true, Spoken: "we have a plan"},
			{Role: parley.User, Final: true, Typed: true},
		}
		if !slices.Equal(last, want) {
			t.Errorf("captions = %+v\nwant %+v", last, want)
		}
		c.Ending()
	})
}
