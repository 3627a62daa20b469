package agent_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
)

// TestTheJournalTellsWhyTheCharacterSpoke has it speak for every reason there is.
func TestTheJournalTellsWhyTheCharacterSpoke(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("we have a plan")
		c.Wait(10 * time.Second) // past the patience
		if err := c.Session.Tell("The bell rings."); err != nil {
			t.Fatal(err)
		}
		c.Wait(6 * time.Second)
		c.Ending()
		var got []string
		for _, s := range agenttest.Events[parley.Said](c) {
			got = append(got, s.Why)
		}
		want := []string{parley.WhyOpening, parley.WhyAnswer, parley.WhyNudge, parley.WhyTold}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("why = %q, want %q", got, want)
		}
	})
}

// TestTheJournalTellsAnExcuse loses a turn to the recogniser.
func TestTheJournalTellsAnExcuse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.STT.Whole, c.STT.Fails = true, errors.New("it broke")
		})
		c.Wait(2 * time.Second)
		c.Say("we have a plan and it is good")
		c.Wait(6 * time.Second)
		c.Ending()
		said := agenttest.Events[parley.Said](c)
		if len(said) < 2 || said[1].Why != parley.WhyExcuse {
			t.Errorf("said = %+v, want an excuse after the opening", said)
		}
	})
}

// TestTheJournalTellsWhenTheUserSpoke holds the stretches of two turns to what the
// scripted user did, within two windows of the VAD.
func TestTheJournalTellsWhenTheUserSpoke(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		c.Say("we have")
		c.Wait(300 * ms)
		c.Say("a plan")
		c.Wait(4 * time.Second)
		if err := c.Session.Type("and a fallback"); err != nil {
			t.Fatal(err)
		}
		c.Wait(4 * time.Second)
		c.Ending()
		heard := agenttest.Events[parley.Heard](c)
		if len(heard) != 2 || heard[0].By != parley.ByVoice || heard[1].By != parley.ByTyping || heard[1].Segments != nil {
			t.Fatalf("heard = %+v, want one turn by voice and one typed", heard)
		}
		want := []parley.Span{{Start: 2000 * ms, End: 2600 * ms}, {Start: 2900 * ms, End: 3500 * ms}}
		got := heard[0].Segments
		near := func(a, b time.Duration) bool { return max(a-b, b-a) <= 64*ms }
		if len(got) != 2 || !near(got[0].Start, want[0].Start) || !near(got[0].End, want[0].End) ||
			!near(got[1].Start, want[1].Start) || !near(got[1].End, want[1].End) {
			t.Errorf("stretches = %v, want %v", got, want)
		}
	})
}

// TestTheJournalTellsOverlaps has the user say "mm-hm", then take the floor.
func TestTheJournalTellsOverlaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
			cfg.Scenario.Opening = "One two three four five six seven eight nine ten eleven twelve."
		})
		c.Wait(600 * ms)
		c.SayFor(160*ms, "mm-hm")
		c.Wait(1240 * ms)
		c.Say("now stop please")
		c.Wait(3 * time.Second)
		c.Ending()
		var got []string
		for _, o := range agenttest.Events[parley.Overlap](c) {
			got = append(got, fmt.Sprintf("%.1f %.1f %s", o.At.Seconds(), o.Length.Seconds(), o.Outcome))
		}
		if want := []string{"0.6 0.2 resumed", "2.0 0.2 yielded"}; !reflect.DeepEqual(got, want) {
			t.Errorf("overlaps = %q, want %q", got, want)
		}
		for _, s := range agenttest.Events[parley.Said](c) {
			if s.Turn.Interrupted != (s.Turn.Full != "") {
				t.Errorf("said = %+v, want the whole of what was cut, and of nothing else", s)
			}
		}
	})
}
