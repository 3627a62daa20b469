package character_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"parley"
	"parley/agent"
	"parley/checker"
	"parley/codefirst/character"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/llm/understudy"
	"parley/scenarios"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// talk is a call with a character by text, of which everything is heard.
type talk struct {
	t     testing.TB
	mind  agent.Mind
	turns []parley.Turn

	mu    sync.Mutex
	said  string
	cards []parley.Card
}

func scene(t testing.TB) scenarios.Scenario {
	t.Helper()
	l, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Get("nightDesk")
	if !ok {
		t.Fatal("the scene is missing")
	}
	return s
}

func begin(t testing.TB, engine llm.Engine) *talk {
	t.Helper()
	s := scene(t)
	m, err := character.New(s, parley.Dispatch{}, engine)
	if err != nil {
		t.Fatal(err)
	}
	c := &talk{t: t, mind: m}
	c.add(parley.Character, s.Opening)
	return c
}

func (c *talk) add(who parley.Role, text string) {
	c.turns = append(c.turns, parley.Turn{Number: len(c.turns) + 1, Role: who, Text: text})
}

// say is the answer to what the user says, in a turn that is over.
func (c *talk) say(text string) string {
	c.t.Helper()
	over := make(chan struct{})
	close(over)
	return c.saying(c.t.Context(), text, over)
}

func (c *talk) saying(ctx context.Context, text string, over <-chan struct{}) string {
	c.t.Helper()
	c.said, c.cards = "", nil
	err := c.mind.Answer(ctx, agent.Turn{Conversation: c.turns, Text: text, Exchange: len(c.turns)/2 + 1, Committed: over}, c)
	if ctx.Err() != nil {
		return ""
	}
	if err != nil {
		c.t.Fatalf("to %q: %v", text, err)
	}
	said := strings.Join(strings.Fields(c.said), " ")
	c.add(parley.User, text)
	c.add(parley.Character, said)
	return said
}

// shown are the titles of the cards of the last answer.
func (c *talk) shown() string {
	var all []string
	for _, card := range c.cards {
		all = append(all, strings.TrimSpace(card.Title+" "+string(card.Data)))
	}
	return strings.Join(all, "; ")
}

func (c *talk) Say(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.said += text
	return nil
}

func (c *talk) Unsay() { c.said = "" }

func (c *talk) React(parley.Reaction) {}

func (c *talk) Show(card parley.Card) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cards = append(c.cards, card)
	return nil
}

func (c *talk) SetState(parley.StateValue) error { return nil }

func (c *talk) Note(parley.Body) {}

const (
	free     = "Do you have anything else free?"
	question = "Shall I take room 31 off sale?"
)

// Offline, the script's code shows cards and buttons, and asks before it takes a room
// off sale: a yes goes on, a no does not, and anything else leaves the question open.
func TestScriptActsByCode(t *testing.T) {
	for _, tt := range []struct{ answer, said, shown string }{
		{"Yes, please.", "Done. Nobody else gets it before two.", `Please confirm {"open":false}`},
		{"No, do not take it off sale.", "As you like. Then it stays on sale.", `Please confirm {"open":false}`},
	} {
		c := begin(t, understudy.Cued{})
		if got := c.say("I have a booking, the number is four four one seven."); !strings.HasPrefix(got, "There you are") ||
			!strings.HasPrefix(c.shown(), `Booking 4417 {"name":"Card"`) {
			t.Errorf("to the booking: %q, shown %s", got, c.shown())
		}
		if got := c.say(free); !strings.HasSuffix(got, question) || !strings.Contains(c.shown(), `"name":"Button"`) ||
			!strings.HasSuffix(c.shown(), `Please confirm {"open":true}`) {
			t.Errorf("asked %q, shown %s", got, c.shown())
		}
		if got := c.say("Is there breakfast?"); strings.Contains(got, "Done.") || strings.Contains(got, "stays on sale") {
			t.Errorf("to neither yes nor no: %q", got)
		}
		if got := c.say(tt.answer); got != tt.said || c.shown() != tt.shown {
			t.Errorf("to %q: %q, shown %s", tt.answer, got, c.shown())
		}
		if got := c.say("Yes."); strings.Contains(got, "Done.") {
			t.Errorf("a second yes: %q", got)
		}
	}
	// Once the character has asked something else, a yes is to that.
	c := begin(t, understudy.Cued{})
	c.say("I have a booking, the number is four four one seven.")
	c.say(free)
	c.add(parley.User, "Hm.")
	c.add(parley.Character, "Would you like a coffee?")
	if got := c.say("Yes."); strings.Contains(got, "Done.") || c.shown() != `Please confirm {"open":false}` {
		t.Errorf("a yes to something else: %q, shown %s", got, c.shown())
	}
}

// The turn may still change: what has an effect waits, and a yes that is taken back is none.
func TestEffectWaitsForTheTurn(t *testing.T) {
	c := begin(t, understudy.Cued{})
	c.say("I have a booking, the number is four four one seven.")
	c.say(free)
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	c.saying(ctx, "Yes.", make(chan struct{})) // was "Yes, but not now"
	if got := c.say("No, not now."); got != "As you like. Then it stays on sale." {
		t.Errorf("after a yes that was taken back: %q", got)
	}
}

// A model finds the desk as the calls before have left it, is told who it is, and its
// long call becomes a summary, by rule if it makes none.
func TestModelActsOnTheDesk(t *testing.T) {
	replies := []string{
		"One moment.\n■fn_start\nawait desk.hold({ room: '31' })\ndesk.notes = 'wet'\nyield <Message>It is held.</Message>\n" +
			"return { action: 'listen' }",
		"■fn_start\nyield <Message>{desk.held.room}, {desk.notes}, {String(desk.booked)}.</Message>\nreturn { action: 'listen' }",
		"■fn_start\ndesk.notes = 7\nreturn { action: 'listen' }",
		"■fn_start\nyield <Message>I mend that.</Message>\nreturn { action: 'listen' }",
	}
	script := scripted.New(replies...)
	c := begin(t, script)
	if got := c.say("Hello."); got != "One moment. "+question {
		t.Errorf("asked %q", got)
	}
	if got := c.say("Yes."); got != "It is held." {
		t.Errorf("after the yes: %q", got)
	}
	if got := c.say("What did you do?"); got != "31, wet, null." {
		t.Errorf("the desk is %q", got)
	}
	if got := c.say("And now?"); got != "I mend that." {
		t.Errorf("after a value that may not be: %q", got)
	}
	system := script.Asked[0].Messages[0].Text
	for _, want := range []string{"You are Ines, 34", "function hold(", "desk.bookings", "You act on what is declared"} {
		if !strings.Contains(system, want) {
			t.Errorf("the prompt lacks %q", want)
		}
	}
}

func TestLongCallIsSummarised(t *testing.T) {
	script := scripted.New("not JSON", "Right.", `{"summary": "The guest is wet."}`, "Right.")
	c := begin(t, script)
	for i := range 40 {
		c.add(parley.User, "I am guest number "+strings.Repeat("I", i+1))
		c.add(parley.Character, "Right.")
	}
	c.say("Hello?")
	asked := func(n int) string { return script.Asked[n].Messages[0].Text }
	if got := asked(1); !strings.Contains(got, "<summary-001") || !strings.Contains(got, "user: I am guest number I\n") ||
		strings.Count(got, "<user-") > 12 {
		t.Errorf("the transcript is not shortened by rule:\n%s", got[strings.Index(got, "<transcript>"):])
	}
	for range 15 {
		c.add(parley.User, "And again.")
		c.add(parley.Character, "Right.")
	}
	c.say("Hello?")
	if got := asked(3); !strings.Contains(got, "The guest is wet.") || strings.Contains(got, "guest number I\n") {
		t.Errorf("the transcript is not shortened by the model:\n%s", got[strings.Index(got, "<transcript>"):])
	}
}

// Every scene that acts by code has code that compiles and schemas that are ones.
func TestBuiltInCodeIsCode(t *testing.T) {
	s := scene(t)
	if faults := character.Check(s); faults != nil {
		t.Error(faults)
	}
	script := *s.Understudy
	script.Beats = slices.Clone(script.Beats)
	script.Beats[0].Code = scenarios.Code{"const = 3"}
	s.Understudy = &script
	desk := *s.Desk
	desk.Values = []scenarios.DeskValue{{Name: "a", Value: json.RawMessage(`7`), Schema: json.RawMessage(`{"type":"string"}`)}}
	s.Desk = &desk
	if faults := character.Check(s); len(faults) != 2 || !strings.Contains(faults[1].Error(), "understudy.beats[0].code") {
		t.Errorf("faults %v", faults)
	}
	if _, err := character.New(s, parley.Dispatch{}, understudy.Cued{}); err == nil {
		t.Error("a desk that is none is taken")
	}
}

// What the script's code says after a yes is no yes to the goal, whatever was brought by
// then: the offline judge had taken "Done." for the win.
func TestYesToHerQuestionWinsNothing(t *testing.T) {
	c := begin(t, understudy.Cued{})
	for _, line := range []string{
		"I have a booking, the number is four four one seven.", "I know it is not your fault.",
		"I have to get up at six for an exam.", free,
	} {
		c.say(line)
	}
	judge := checker.OfflineJudge{Scenario: scene(t)}
	judged := func(line string) bool {
		t.Helper()
		c.say(line)
		o, err := judge.Judge(t.Context(), checker.Case{Exchange: parley.Exchange{Number: len(c.turns) / 2, Turns: c.turns}})
		if err != nil {
			t.Fatal(err)
		}
		return o.Complete
	}
	if judged("Yes, please do that.") {
		t.Error("a yes to her question wins")
	}
	if !judged("Could I have the suite for the price I paid?") || !strings.Contains(c.shown(), "Room 31 is yours") {
		t.Errorf("asked for it, nothing is won: %q, shown %s", c.turns[len(c.turns)-1].Text, c.shown())
	}
}
