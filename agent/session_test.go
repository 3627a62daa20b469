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
)

// ms makes the timelines below read as such.
const ms = time.Millisecond

func turns(t *testing.T, c *agenttest.Call, want ...string) {
	t.Helper()
	if got := c.Turns(); !slices.Equal(got, want) {
		t.Errorf("turns:\n got %q\nwant %q", got, want)
	}
}

func TestCharacterOpensAndAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second) // "Good morning." takes 780 ms
		turns(t, c, "character: Good morning.")
		c.Say("we have a plan")
		c.Wait(3 * time.Second)
		turns(t, c, "character: Good morning.", "user: we have a plan", "character: You said we have a plan.")

		states := agenttest.ShownOf[parley.State](c)
		want := []parley.State{"thinking", "speaking", "listening", "thinking", "speaking", "listening"}
		if !slices.Equal(states, want) {
			t.Errorf("states = %v, want %v", states, want)
		}
		e := c.Exchanges()
		if len(e) != 1 || e[0].Number != 1 || len(e[0].Turns) != 3 || e[0].Previous != 0 {
			t.Errorf("exchanges = %+v, want one of three turns", e)
		}
		if got := c.Ending(); got.Outcome != parley.Left || got.Call != "call_test" {
			t.Errorf("ending = %+v", got)
		}
	})
}

func TestLatencyStagesAddUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.STT.Final, c.LLM.FirstToken, c.TTS.FirstByte = 400*ms, 150*ms, 100*ms
		})
		c.Wait(2 * time.Second)
		c.Say("we have a plan")
		end := c.Now()
		c.Wait(3 * time.Second)
		all := agenttest.Events[parley.Latency](c)
		if len(all) != 1 {
			t.Fatalf("latencies = %v, want one", all)
		}
		l := all[0]
		if sum := l.Endpointing + l.STT + l.LLM + l.TTS + l.Own; sum != l.Total {
			t.Errorf("stages add up to %v, total %v", sum, l.Total)
		}
		// The answer was begun on the interim and was ready before the delay of
		// 600 ms was over: of that, what no engine worked in is endpointing.
		if l.Endpointing != 350*ms || l.LLM != 150*ms || l.TTS != 100*ms || !l.Speculated {
			t.Errorf("latency = %+v, want endpointing 350ms, LLM 150ms, TTS 100ms", l)
		}
		// The transcript was asked for after 200 ms of silence and took 400.
		if l.STT > 110*ms {
			t.Errorf("STT share = %v, want what lies beyond the delay", l.STT)
		}
		if l.Own < 0 || l.Own > 20*ms+ms {
			t.Errorf("own share = %v, want at most a frame", l.Own)
		}
		if heard := end + l.Total; !c.Voiced(heard-60*ms, heard+60*ms) {
			t.Errorf("nothing voiced about %v, the moment the latency claims", heard)
		}
		if l.Turn != 3 {
			t.Errorf("turn = %d, want 3", l.Turn)
		}
		c.Ending()
	})
}

// TestLatencyNamesItsTurn holds it against the history, with a listener's word
// in the midst of the first answer, and a second one that is cut.
func TestLatencyNamesItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("we have a plan that is very good for you and for me")
		c.Wait(1500 * ms)
		c.SayFor(300*ms, "yeah")
		c.Wait(6 * time.Second)
		c.Say("it is cheap")
		c.Wait(time.Second)
		c.Say("wait please")
		c.Wait(4 * time.Second)
		numbers, said := map[int]bool{}, map[int]bool{}
		backchannels := 0
		for _, h := range agenttest.Events[parley.Heard](c) {
			numbers[h.Turn.Number] = true
			if h.Turn.Backchannel {
				backchannels++
			}
		}
		for _, e := range agenttest.Events[parley.Said](c) {
			numbers[e.Turn.Number], said[e.Turn.Number] = true, true
		}
		all := agenttest.Events[parley.Latency](c)
		for _, l := range all {
			if !said[l.Turn] {
				t.Errorf("latency of turn %d, said were %v", l.Turn, said)
			}
		}
		if len(all) != 3 || backchannels != 1 || len(numbers) != 8 || !numbers[8] {
			t.Errorf("%d latencies, %d backchannels and turns %v, want 3, 1 and 1 to 8", len(all), backchannels, numbers)
		}
		c.Ending()
	})
}

// TestLaterCallsPrepareNothing holds that a scene's nods and excuse are
// synthesised by the first of two calls alone.
func TestLaterCallsPrepareNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines agent.LineCache
		for call, want := range []int{1, 0} {
			c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
				cfg.Lines = &lines
				cfg.Scenario.Nods = []string{"Mm-hm."}
			})
			c.Wait(5 * time.Second)
			for _, line := range []string{"Mm-hm.", agenttest.Scene.Excuses[0]} {
				n := len(slices.DeleteFunc(c.TTS.Spoken(), func(s string) bool { return s != line }))
				if n != want {
					t.Errorf("call %d had %q synthesised %d times, want %d", call+1, line, n, want)
				}
			}
			c.Ending()
		}
	})
}

// TestLaterCallsSayFixedLinesFromTheCache holds that a filler and a nudge are
// synthesised by the first call that says them and heard in each.
func TestLaterCallsSayFixedLinesFromTheCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines agent.LineCache
		for call, want := range []int{1, 0} {
			c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
				cfg.Lines = &lines
				cfg.Scenario.Fillers, cfg.Scenario.Nudges = []string{"Hmm."}, []string{"Still there?"}
				c.LLM.FirstToken = 3 * time.Second
			})
			c.Wait(time.Second)
			c.Say("We have a plan for you.")
			c.Wait(20 * time.Second)
			for _, line := range []string{"Hmm.", "Still there?"} {
				n := len(slices.DeleteFunc(c.TTS.Spoken(), func(s string) bool { return s != line }))
				heard := slices.ContainsFunc(c.Turns(), func(s string) bool { return strings.Contains(s, line) })
				if n != want || !heard {
					t.Errorf("call %d had %q synthesised %d times, want %d; turns %q", call+1, line, n, want, c.Turns())
				}
			}
			c.Ending()
		}
	})
}

func TestBargeInStopsTheCharacterAndHistoryKeepsWhatWasHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
			cfg.Scenario.Opening = "One two three four five six seven eight nine ten eleven twelve."
		})
		c.Wait(1500 * ms)
		from := c.Now()
		c.Say("please stop right now")
		if last := c.LastVoiced(); last > from+parley.DefaultTiming.BargeIn+120*ms {
			t.Errorf("character still voiced at %v, barge-in at %v", last, from)
		}
		c.Wait(3 * time.Second)
		got := c.Turns()
		if len(got) != 3 || !strings.HasPrefix(got[0], "character: One two three") ||
			!strings.HasSuffix(got[0], " -") || strings.Contains(got[0], "eight") {
			t.Fatalf("turns = %q, want a cut first one", got)
		}
		if got[1] != "user: please stop right now" {
			t.Errorf("second turn = %q", got[1])
		}
		said := agenttest.Events[parley.Said](c)[0]
		if !said.Turn.Interrupted || said.Turn.Full == said.Turn.Text || said.InterruptedAt == 0 {
			t.Errorf("said = %+v, want interrupted with its full text", said)
		}
		c.Ending()
	})
}

func TestSpeechWhileThinkingJoinsTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) { c.LLM.FirstToken = 2 * time.Second })
		c.Wait(4 * time.Second)
		c.Say("we have a plan")
		c.Wait(time.Second) // the model is thinking
		c.Say("it is a good one")
		c.Wait(6 * time.Second)
		turns(t, c, "character: Good morning.", "user: we have a plan it is a good one",
			"character: You said we have a plan it is a good one.")
		c.Ending()
	})
}

func TestPauseAfterAnOpenWordIsWaitedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("we have numbers and")
		c.Wait(900 * ms)
		c.Say("they are good")
		c.Wait(5 * time.Second)
		turns(t, c, "character: Good morning.", "user: we have numbers and they are good",
			"character: You said we have numbers and they are good.")
		c.Ending()
	})
}

func TestTypedTurnIsAnsweredAndInterrupts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
			cfg.Scenario.Opening = "One two three four five six seven eight nine ten eleven twelve."
		})
		c.Wait(time.Second)
		if err := c.Session.Type("hello there"); err != nil {
			t.Fatal(err)
		}
		c.Wait(3 * time.Second)
		got := c.Turns()
		if len(got) != 3 || !strings.HasSuffix(got[0], "-") || got[1] != "user: hello there" ||
			got[2] != "character: You said hello there." {
			t.Errorf("turns = %q", got)
		}
		if h := agenttest.Events[parley.Heard](c); len(h) != 1 || !h[0].Turn.Typed {
			t.Errorf("heard = %+v, want one typed turn", h)
		}
		if err := c.Session.Type(strings.Repeat("x", agent.MaxTyped+1)); !errors.Is(err, agent.ErrTooLong) {
			t.Errorf("Type of too much = %v, want ErrTooLong", err)
		}
		if err := c.Session.Type("  … "); err != nil {
			t.Errorf("Type of nothing = %v", err)
		}
		c.Ending()
	})
}

func TestSilenceBringsOneNudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(20 * time.Second)
		turns(t, c, "character: Good morning.", "character: Are you with me?")
		if len(c.Exchanges()) != 0 {
			t.Error("a nudge is no exchange")
		}
		c.Ending()
	})
}

func TestEndingSealsWhatTheUserSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("one last word")
		c.Ending() // before the endpointing delay is over
		if got := agenttest.Events[parley.Heard](c); len(got) != 1 || got[0].Turn.Text != "one last word" {
			t.Errorf("heard = %+v, want the last words", got)
		}
		if got := agenttest.Events[parley.Ending](c); len(got) != 1 {
			t.Errorf("endings = %v, want one", got)
		}
	})
}

func TestShutdownTellsTheUser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(200 * ms)
		c.Quit(errors.New("the server is stopping"))
		if e := c.Ending(); e.Outcome != parley.Failed || e.Reason != "The server is stopping." {
			t.Errorf("ending = %+v", e)
		}
		if shown := agenttest.ShownOf[parley.Ending](c); len(shown) != 1 {
			t.Errorf("shown endings = %v, want one", shown)
		}
	})
}
