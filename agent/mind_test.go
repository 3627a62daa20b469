package agent_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/llm"
)

// writer is a mind that answers in pieces, notes what it is asked, and acts once
// the turn is committed.
type writer struct {
	mu     sync.Mutex
	asked  []string
	acted  []string
	before time.Duration // of thinking, before it says anything
}

func (*writer) Name() string { return "writer" }

func (w *writer) Answer(ctx context.Context, t agent.Turn, m agent.Mouth) error {
	w.mu.Lock()
	w.asked = append(w.asked, t.Text)
	w.mu.Unlock()
	select {
	case <-time.After(w.before):
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for _, piece := range []string{"I wro", "te it down. ", "Anything el", "se?"} {
		if err := m.Say(piece); err != nil {
			return err
		}
	}
	select {
	case <-t.Committed:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	w.mu.Lock()
	w.acted = append(w.acted, t.Text)
	w.mu.Unlock()
	if err := m.Show(parley.Card{ID: "list", Kind: "tasks", Title: t.Text}); err != nil {
		return err
	}
	return m.SetState(parley.StateValue{Name: "tasks", Value: []byte(`[]`)})
}

func (w *writer) did() (asked, acted []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked), slices.Clone(w.acted)
}

// TestMindActsOnceTheTurnIsOver holds that a mind may be asked while the user still
// talks, and that what waits for Committed happens once, for the whole turn.
func TestMindActsOnceTheTurnIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &writer{}
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Mind, cfg.Reviewer = w, nil })
		c.Wait(3 * time.Second)
		c.Say("please buy some milk")
		c.Wait(450 * time.Millisecond) // the turn likely is over, and goes on
		c.Say("and bread for tomorrow")
		c.Wait(6 * time.Second)
		asked, acted := w.did()
		if len(asked) < 2 {
			t.Errorf("asked %q, want an answer begun before the turn was over", asked)
		}
		if len(acted) != 1 || !strings.Contains(acted[0], "milk") || !strings.Contains(acted[0], "bread") {
			t.Errorf("acted on %q, want the whole turn once", acted)
		}
		if turns := c.Turns(); !strings.Contains(turns[len(turns)-1], "I wrote it down. Anything else?") {
			t.Errorf("turns %q, want the mind's pieces joined", turns)
		}
		cards, states := 0, 0
		for _, shown := range c.Shown() {
			switch v := shown.What.(type) {
			case parley.Card:
				if cards++; v.Title != acted[0] {
					t.Errorf("the card says %q, want what was acted on", v.Title)
				}
			case parley.StateValue:
				states++
			}
		}
		if cards != 1 || states != 1 {
			t.Errorf("%d cards and %d states shown, want one of each", cards, states)
		}
		if len(c.Exchanges()) != 0 {
			t.Error("exchanges are judged without a reviewer")
		}
	})
}

// TestTell holds that what the character has to tell waits for a pause, is told
// once, in order, and again if the user speaks before a word of it was heard.
func TestTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Mind = &writer{} })
		c.Wait(3 * time.Second)
		for _, text := range []string{"Your tea is ready.", "And the bus leaves at ten.", "..."} {
			if err := c.Session.Tell(text); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Session.Tell(strings.Repeat("x", agent.MaxTyped+1)); err == nil {
			t.Error("a text over the limit is taken")
		}
		c.Say("I was about to say something")
		c.Wait(12 * time.Second)
		turns := strings.Join(c.Turns(), "\n")
		said, tea := strings.Index(turns, "about to say"), strings.Index(turns, "Your tea is ready.")
		bus := strings.Index(turns, "And the bus leaves")
		if said < 0 || tea < said || bus < tea || strings.Count(turns, "tea is ready.") != 1 {
			t.Errorf("turns:\n%s\nwant the user's words, the answer, then both lines once", turns)
		}
	})
}

// TestSessionByText holds that a call without a recogniser and a voice is a
// conversation like others.
func TestSessionByText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
			cfg.STT, cfg.TTS, cfg.Detector, cfg.Denoiser, cfg.Mind = nil, nil, nil, nil, &writer{before: time.Second}
		})
		c.Wait(time.Second)
		c.Session.Press()                                        // there is nothing to hear
		for _, text := range []string{"buy milk", "and bread"} { // two quick ones are one turn
			if err := c.Session.Type(text); err != nil {
				t.Fatal(err)
			}
			c.Wait(100 * time.Millisecond)
		}
		c.Wait(5 * time.Second)
		if err := c.Session.Type("thank you"); err != nil {
			t.Fatal(err)
		}
		c.Wait(5 * time.Second)
		var texts []string
		for _, turn := range c.History() {
			texts = append(texts, string(turn.Role)+": "+turn.Text)
		}
		want := []string{
			"user: buy milk and bread", "character: I wrote it down. Anything else?",
			"user: thank you", "character: I wrote it down. Anything else?",
		}
		if !slices.Equal(texts[1:], want) {
			t.Errorf("history %q, want the opening and %q", texts, want)
		}
		if c.Voiced(0, c.Now()) {
			t.Error("the character was heard")
		}
		c.Session.Hangup(parley.Left, "")
	})
}

// TestMindIsToldTheVerdict holds that a mind gets the newest verdict there is and
// the number of the exchange it makes, answered once more or not.
func TestMindIsToldTheVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &told{}
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Mind = m })
		c.Wait(2 * time.Second)
		for i, text := range []string{"good morning to you", "we have a plan", "it is a good plan"} {
			if i == 2 { // the first exchange's is never told
				c.Session.Rule(parley.Verdict{Call: "call_test", Exchange: 2, Progress: 3, Previous: 1, Checks: []string{"plan"}})
			}
			c.Say(text)
			c.Wait(5 * time.Second)
		}
		c.Ending()
		if len(m.turns) < 3 {
			t.Fatalf("asked %d times, want 3 at least", len(m.turns))
		}
		for _, turn := range m.turns {
			judged := 0
			if turn.Exchange == 3 {
				judged = 2
			}
			if turn.Verdict.Exchange != judged || judged == 2 && (turn.Verdict.Progress != 3 || len(turn.Verdict.Checks) != 1) {
				t.Errorf("exchange %d: verdict %+v, want that on exchange %d", turn.Exchange, turn.Verdict, judged)
			}
		}
		if first, last := m.turns[0], m.turns[len(m.turns)-1]; first.Exchange != 1 || last.Exchange != 3 {
			t.Errorf("exchanges %d to %d, want 1 to 3", first.Exchange, last.Exchange)
		}
	})
}

// told is a mind that keeps what it is asked.
type told struct {
	mu    sync.Mutex
	turns []agent.Turn
}

func (*told) Name() string { return "told" }

func (m *told) Answer(_ context.Context, t agent.Turn, out agent.Mouth) error {
	m.mu.Lock()
	m.turns = append(m.turns, t)
	m.mu.Unlock()
	return out.Say("I see.")
}

// TestNoLinesOfItsOwn holds that a character whose scene gives it nothing to say by
// itself is silent where another says an excuse, a nudge or a filler, and the call
// goes on.
func TestNoLinesOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
			cfg.Scenario.Nudges, cfg.Scenario.Excuses, cfg.Scenario.Fillers = nil, nil, nil
			c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return "", nil, errors.New("down") }
		})
		c.Wait(2 * time.Second)
		c.Say("we have a plan")
		c.Wait(20 * time.Second)
		if turns := c.Turns(); !slices.Equal(turns, []string{"character: Good morning.", "user: we have a plan"}) {
			t.Errorf("turns %q, want no line of the character's own", turns)
		}
		c.LLM.Set(func(l *agenttest.LLM) { l.Answer = nil })
		c.Say("and a second one")
		c.Wait(5 * time.Second)
		if turns := c.Turns(); len(turns) != 4 || !strings.Contains(turns[3], "a second one") {
			t.Errorf("turns %q, want an answer once the model is back", turns)
		}
		c.Ending()
	})
}
