package agent_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/scenarios"
)

// inherited is a call of two exchanges, forked at the character's line of the second.
func inherited() *parley.Inherited {
	turn := func(n int, role parley.Role, text string) parley.InheritedTurn {
		at := time.Duration(n) * 3 * time.Second
		return parley.InheritedTurn{Turn: parley.Turn{Number: n, Role: role, Text: text}, Start: at, End: at + time.Second}
	}
	i := &parley.Inherited{
		Turns: []parley.InheritedTurn{
			turn(1, parley.Character, "Good morning."), turn(2, parley.User, "We have a plan."), turn(3, parley.Character, "Which one?"),
			turn(4, parley.User, "It costs nothing."), turn(5, parley.User, "mm-hm"), turn(6, parley.Character, "Nothing costs nothing."),
		},
		Exchanges: 2, Hints: 1, Patience: 9 * time.Second, At: 20 * time.Second,
		Verdicts: []parley.InheritedVerdict{
			{At: 10 * time.Second, Verdict: parley.Verdict{Call: "call_parent", Exchange: 1, Progress: 1}},
			{At: 19 * time.Second, Verdict: parley.Verdict{
				Call: "call_parent", Exchange: 2, Progress: 4, Previous: 1, CTA: "Go on!", Ledger: json.RawMessage(`{"exchange":2}`),
			}},
		},
	}
	i.Turns[4].Turn.Backchannel = true
	return i
}

func fork(t *testing.T, past *parley.Inherited, set func(*agent.Config)) *agenttest.Call {
	t.Helper()
	return agenttest.Start(t, func(_ *agenttest.Call, c *agent.Config) {
		c.Past = past
		c.Scenario.Hints = []scenarios.Hint{{Level: 1, Text: "one"}, {Level: 2, Text: "two"}, {Level: 3, Text: "three"}}
		if set != nil {
			set(c)
		}
	})
}

// A fork says the last line again and goes on from there: history, numbers, progress,
// hints and patience are its parent's.
func TestForkGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		past := inherited()
		c := fork(t, past, nil)
		c.Wait(3 * time.Second)
		c.Do("user types: It costs two hundred.", 0)
		c.Wait(5 * time.Second)

		said := agenttest.Events[parley.Said](c)
		if len(said) != 2 || said[0].Turn.Number != 6 || said[0].Turn.Text != "Nothing costs nothing." || said[1].Turn.Number != 8 {
			t.Errorf("said %+v, want the 6th turn again and then the 8th", said)
		}
		if heard := agenttest.Events[parley.Heard](c); len(heard) != 1 || heard[0].Turn.Number != 7 {
			t.Errorf("heard %+v, want the 7th turn", heard)
		}
		if got := agenttest.Events[parley.Body](c); !reflect.DeepEqual(got[1], parley.Body(*past)) || got[0].Kind() != parley.KindStarted {
			t.Errorf("the journal begins with %+v, %+v; want what was inherited second", got[0], got[1])
		}
		e := c.Exchanges()
		if len(e) != 1 || e[0].Number != 3 || e[0].Previous != 4 || e[0].Call != "call_test" {
			t.Fatalf("judged %+v, want the third exchange, at 4 before", e)
		}
		var history []string
		for _, turn := range e[0].Turns {
			history = append(history, fmt.Sprint(turn.Number, " ", turn.Text))
		}
		want := "1 Good morning.|2 We have a plan.|3 Which one?|4 It costs nothing.|6 Nothing costs nothing.|" +
			"7 It costs two hundred.|8 You said It costs two hundred."
		if got := strings.Join(history, "|"); got != want {
			t.Errorf("judged on %s\nwant %s", got, want)
		}
		if shown := agenttest.ShownOf[parley.Verdict](c); len(shown) != 1 || shown[0].Progress != 4 || shown[0].Previous != 4 ||
			shown[0].CTA != "" || shown[0].Call != "call_test" {
			t.Errorf("the bar began with %+v, want 4 and no banner", shown)
		}
		if kept := agenttest.Events[parley.Verdict](c); len(kept) > 0 {
			t.Errorf("kept as if it were of this call: %+v", kept)
		}
		for _, caption := range agenttest.ShownOf[parley.Caption](c) {
			if strings.Contains(caption.Text, "plan") || strings.Contains(caption.Text, "Which") {
				t.Errorf("captioned what was said before: %q", caption.Text)
			}
		}
		if h, err := c.Session.Hint(); err != nil || h.Text != "two" || h.Remaining != 1 {
			t.Errorf("hint %+v (%v), want the second", h, err)
		}
		c.Session.Rule(parley.Verdict{Call: "call_test", Exchange: 2, Progress: 9}) // of before
		c.Session.Rule(parley.Verdict{Call: "call_test", Exchange: 3, Progress: 6, Previous: 4})
		c.Wait(time.Millisecond)
		if shown := agenttest.ShownOf[parley.Verdict](c); len(shown) != 2 || shown[1].Progress != 6 {
			t.Errorf("then %+v, want 6 next", shown)
		}
		c.Ending()
	})
}

func TestForkHasThePatienceOfItsParent(t *testing.T) {
	agenttest.Play(t, `
-- of a call without a past, for comparison --
6.7-6.9 becomes full
8       end
`)
	synctest.Test(t, func(t *testing.T) {
		c := fork(t, inherited(), nil)
		c.Wait(9 * time.Second)
		if n := len(c.Turns()); n != 1 {
			t.Errorf("%d turns after nine seconds, want no nudge yet", n)
		}
		c.Wait(4 * time.Second)
		if got := c.Turns(); !slices.Equal(got, []string{"character: Nothing costs nothing.", "character: Are you with me?"}) {
			t.Errorf("said %q, want one nudge", got)
		}
		c.Ending()
		if p := c.Session.Profile(); p.Patience != 0 {
			t.Errorf("%v is remembered of the user, who set nothing here", p.Patience)
		}
	})
}

// A drill is over after two exchanges, however many there were.
func TestDrill(t *testing.T) {
	drill := func(c *agent.Config) { c.Dispatch.Drill = true }
	for name, test := range map[string]struct {
		past      *parley.Inherited
		set       func(*agent.Config)
		exchanges int
		reason    string
	}{
		"of a call":  {inherited(), drill, 2, "The drill is over."},
		"of a scene": {nil, drill, 2, "The drill is over."},
		"of a scene with fewer turns left": {inherited(), func(c *agent.Config) {
			drill(c)
			c.Scenario.MaxTurns = 3
		}, 1, "Time is up."},
		"where the turns were used up": {inherited(), func(c *agent.Config) { c.Scenario.MaxTurns = 2 }, 1, "Time is up."},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := fork(t, test.past, test.set)
				for n := range 4 {
					c.Wait(3 * time.Second)
					c.Do(fmt.Sprintf("user types: This is the line number %d.", n), 0)
				}
				c.Wait(time.Minute)
				if n := len(c.Exchanges()); n != test.exchanges {
					t.Errorf("%d exchanges, want %d", n, test.exchanges)
				}
				if e := c.Ending(); e.Outcome != parley.Timeout || e.Reason != test.reason {
					t.Errorf("ended %+v, want %q", e, test.reason)
				}
			})
		})
	}
}

// Whatever a fork inherits, it begins.
func TestForkOfOddCalls(t *testing.T) {
	user := parley.InheritedTurn{Turn: parley.Turn{Number: 1, Role: parley.User, Text: "Hello?"}}
	cut := parley.InheritedTurn{Turn: parley.Turn{
		Number: 1, Role: parley.Character, Text: "Well", Full: "Well, that is late.", Interrupted: true,
	}}
	for name, test := range map[string]struct {
		past parley.Inherited
		says string
		turn int
	}{
		"nothing":               {parley.Inherited{}, "Good morning.", 1},
		"a user alone":          {parley.Inherited{Turns: []parley.InheritedTurn{user}}, "Good morning.", 2},
		"a line that was cut":   {parley.Inherited{Turns: []parley.InheritedTurn{cut}}, "Well, that is late.", 1},
		"impossible numbers":    {parley.Inherited{Exchanges: -3, Hints: 999, Patience: -1}, "Good morning.", 1},
		"more hints and no end": {parley.Inherited{Hints: -999, Patience: time.Hour}, "Good morning.", 1},
		"a verdict ahead": {parley.Inherited{Verdicts: []parley.InheritedVerdict{{Verdict: parley.Verdict{Exchange: 7}}}},
			"Good morning.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := fork(t, &test.past, nil)
				c.Wait(3 * time.Second)
				c.Do("user types: Yes.", 0)
				c.Wait(3 * time.Second)
				said := agenttest.Events[parley.Said](c)
				if len(said) != 2 || said[0].Turn.Text != test.says || said[0].Turn.Number != test.turn ||
					said[1].Turn.Number != test.turn+2 {
					t.Errorf("said %+v, want %q as turn %d and an answer", said, test.says, test.turn)
				}
				if e := c.Exchanges(); len(e) != 1 || name == "a verdict ahead" && e[0].Number != 8 {
					t.Errorf("judged %+v, want one exchange", e)
				}
				c.Ending()
			})
		})
	}
}
