package assistant_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/agent"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/llm"
)

// mouth is an agent.Mouth that notes what is said.
type mouth struct {
	mu   sync.Mutex
	text strings.Builder
	said chan struct{} // has room for one: something was said
}

func newMouth() *mouth { return &mouth{said: make(chan struct{}, 1)} }

func (m *mouth) Say(text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text.WriteString(text)
	if text != "" {
		select {
		case m.said <- struct{}{}:
		default:
		}
	}
	return nil
}

func (m *mouth) Unsay() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text.Reset()
}

// words are those that were said; whether a space ended them is not heard.
func (m *mouth) words() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.TrimSpace(m.text.String())
}

func (*mouth) React(parley.Reaction)            {}
func (*mouth) Show(parley.Card) error           { return nil }
func (*mouth) SetState(parley.StateValue) error { return nil }
func (*mouth) Note(parley.Body)                 {}

// over is the Committed of a turn that is over.
var over = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// answer has c answer words that are committed, and returns what it says.
func answer(t *testing.T, c *assistant.Call, history []parley.Turn, words string) string {
	t.Helper()
	m := newMouth()
	if err := c.Answer(t.Context(), agent.Turn{Conversation: history, Text: words, Committed: over}, m); err != nil {
		t.Fatalf("answer to %q: %v", words, err)
	}
	return m.words()
}

func heardTurn(number int, words string) parley.Event {
	return parley.Event{Body: parley.Heard{Turn: parley.Turn{Number: number, Role: parley.User, Text: words}}}
}

func saidTurn(number int, words string, interrupted bool) parley.Event {
	return parley.Event{Body: parley.Said{Turn: parley.Turn{Number: number, Role: parley.Character, Text: words, Interrupted: interrupted}}}
}

func happen(t *testing.T, c *assistant.Call, events ...parley.Event) {
	t.Helper()
	for _, e := range events {
		if err := c.Happened(e); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInteractionOfTheSeedByVoice: the same as over HTTP, and what is kept is what
// was truly heard.
func TestInteractionOfTheSeedByVoice(t *testing.T) {
	d := open(t, setup{})
	c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
	happen(t, c, saidTurn(1, "Hello. What is there to do?", false))
	said := answer(t, c, nil, "add task buy milk")
	if said != "Added “Buy milk”." {
		t.Errorf("said %q", said)
	}
	happen(t, c, heardTurn(2, "add task buy milk"), saidTurn(3, said, false))
	answer(t, c, []parley.Turn{{Role: parley.User, Text: "add task buy milk"}}, "add call anna tomorrow")
	happen(t, c, heardTurn(4, "add call anna tomorrow"), saidTurn(5, "Added call", true))
	d.wantTasks("Buy milk, Call anna")
	var kept []string
	for _, m := range d.state().Messages {
		line := m.Role + ", " + m.Modality + ": " + m.Content
		if m.Interrupted {
			line += "—"
		}
		kept = append(kept, line)
	}
	want := "user, voice: add task buy milk\nassistant, voice: Added “Buy milk”.\n" +
		"user, voice: add call anna tomorrow\nassistant, voice: Added call—"
	if got := strings.Join(kept, "\n"); got != want || len(d.state().Turns) != 0 {
		t.Errorf("kept\n%s\nwant\n%s", got, want)
	}
}

// While the user may go on, nothing is done; words of a model may be said ahead.
func TestEffectsWaitForTheEndOfTheTurn(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		c := d.NewCall("call_a", owner, by.scene(t, "taskAgent"), nil)
		begun, cut := context.WithCancelCause(t.Context())
		result := make(chan error, 1)
		go func() {
			result <- c.Answer(begun, agent.Turn{Text: "add task buy milk", Committed: make(chan struct{})}, newMouth())
		}()
		errGoesOn := errors.New("the user goes on")
		cut(errGoesOn)
		if err := <-result; !errors.Is(err, errGoesOn) && !errors.Is(err, context.Canceled) {
			t.Errorf("cut: %v", err)
		}
		d.wantTasks("")
		// The whole turn is another one.
		answer(t, c, nil, "add task buy milk and bread")
		d.wantTasks("Buy milk and bread")

		c = d.NewCall("call_b", owner, by.scene(t, "taskAgent"), by.model(assistanttest.Saying("Good evening to you.")))
		m, committed := newMouth(), make(chan struct{})
		go func() {
			result <- c.Answer(t.Context(), agent.Turn{Text: "good evening", Committed: committed}, m)
		}()
		next(t, m.said)
		if n := len(d.state().Messages); n != 1 {
			t.Errorf("%d messages, want that of the other call alone", n)
		}
		close(committed)
		if err := <-result; err != nil {
			t.Error(err)
		}
	})
}

// A model's call is begun while the user may go on, and done no sooner than they are
// done; of a turn that goes on it is never done.
func TestModelsCallWaitsForTheEndOfTheTurn(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		add := assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: "tasks_add", Arguments: `{"title":"Buy milk"}`}}}
		asked, errGoesOn := make(chan struct{}, 1), errors.New("the user goes on")
		c := d.NewCall("call_a", owner, by.scene(t, "taskAgent"), by.model(&assistanttest.Model{
			Reply: func(llm.Request) assistanttest.Answer {
				asked <- struct{}{}
				return add
			},
		}))
		begun, cut := context.WithCancelCause(t.Context())
		result := make(chan error, 1)
		go func() {
			result <- c.Answer(begun, agent.Turn{Text: "we are out of milk", Committed: make(chan struct{})}, newMouth())
		}()
		next(t, asked)
		cut(errGoesOn)
		if err := <-result; !errors.Is(err, errGoesOn) && !errors.Is(err, context.Canceled) {
			t.Errorf("cut: %v", err)
		}
		if s := d.state(); s.Rev != 0 {
			t.Errorf("of a turn that went on is kept %+v", s)
		}

		c = d.NewCall("call_b", owner, by.scene(t, "taskAgent"),
			by.model(assistanttest.Doing(add, assistanttest.Answer{Text: "It is on your list."})))
		m, committed := newMouth(), make(chan struct{}) // without room: who takes it waits for it
		go func() {
			result <- c.Answer(t.Context(), agent.Turn{Text: "we are out of milk", Committed: committed}, m)
		}()
		d.clock.add(time.Minute)
		over := d.clock.Now()
		select {
		case committed <- struct{}{}:
		case err := <-result:
			t.Fatalf("answered %q before the turn was over, %v", m.words(), err)
		}
		close(committed)
		if err := <-result; err != nil || m.words() != "It is on your list." {
			t.Errorf("said %q, %v", m.words(), err)
		}
		s := d.state()
		d.wantTasks("Buy milk")
		if made, heard := s.Tasks[0].CreatedAt, s.Messages[0].Timestamp; made.Before(over) || heard.Before(over) {
			t.Errorf("the turn was over at %v, its task is of %v and its message of %v", over, made, heard)
		}
	})
}

// A model that fails once its tool has run has the user hear what that did, not the
// excuse that asks them to say it again.
func TestModelFailsAfterItsCall(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		c := d.NewCall("call_a", owner, by.scene(t, "taskAgent"), by.model(assistanttest.Doing(
			assistanttest.Answer{Text: "Let me see. ", Calls: []llm.ToolCall{{ID: "c1", Name: "tasks_add", Arguments: `{"title":"Buy milk"}`}}},
			assistanttest.Answer{Err: errors.New("out of order")},
		)))
		const want = "Let me see. Added “Buy milk”. I could not finish the rest of my answer."
		if said := answer(t, c, nil, "we are out of milk"); said != want {
			t.Errorf("said %q", said)
		}
		d.wantTasks("Buy milk")
	})
}

// A turn that is heard otherwise later is kept as it was heard then; an answer cut
// before a word of it was heard leaves none.
func TestHeardOtherwise(t *testing.T) {
	d := open(t, setup{})
	c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
	answer(t, c, nil, "what is on my list")
	happen(t, c, heardTurn(2, "what is on my wish list"), heardTurn(3, "no the other one"), heardTurn(2, "what's on my wish list"))
	happen(t, c, parley.Event{Body: parley.Ending{Outcome: parley.Left}})
	s := d.state()
	if len(s.Messages) != 2 || s.Messages[0].Content != "what's on my wish list" || len(s.Turns) != 0 {
		t.Errorf("messages %+v, open turns %+v", s.Messages, s.Turns)
	}
}

// The store is away: nothing is claimed.
func TestStoreAway(t *testing.T) {
	d := open(t, setup{})
	c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
	answer(t, c, nil, "add task buy milk")
	d.js.Conn().Close()
	said := answer(t, c, []parley.Turn{{Role: parley.User, Text: "add task buy milk"}}, "add task buy bread")
	if !strings.Contains(said, "could not save") || strings.Contains(said, "Added") {
		t.Errorf("said %q", said)
	}
	cheese := assistant.Message{Owner: owner, Text: "add task buy cheese", Scene: scene(t, "taskAgent")}
	_, _, err := d.Chat(t.Context(), cheese, func(u assistant.Update) {
		t.Errorf("told %+v", u)
	})
	if !errors.Is(err, assistant.ErrNotSaved) {
		t.Errorf("chat: %v, want ErrNotSaved", err)
	}
}

// A model calls tools in rounds, with its mistakes told to it, and no more than so
// many.
func TestToolRounds(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		call := func(name, args string) assistanttest.Answer {
			return assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c", Name: name, Arguments: args}}}
		}
		model := assistanttest.Doing(
			call("tasks_add", `{"title":`), call("tasks_complete", `{"id":"t99"}`), call("flights_book", `{}`),
			call("tasks_add", `{"title":"Buy milk","due_text":"Friday"}`), assistanttest.Answer{Text: "Added it."},
		)
		if said := d.say("milk", model); said != "Added it." {
			t.Errorf("said %q", said)
		}
		if s := d.state(); titles(s.Tasks) != "Buy milk" || s.Tasks[0].DueDate != "2026-11-27" {
			t.Errorf("tasks %+v", s.Tasks)
		}
		var told []string
		asked := model.Asked()
		for _, m := range asked[len(asked)-1].Messages {
			if m.Speaker == llm.ToolReply {
				told = append(told, m.Text)
			}
		}
		for i, want := range []string{`"error"`, "nothing on your list", `"error"`, "Added"} {
			if i >= len(told) || !strings.Contains(told[i], want) {
				t.Errorf("reply %d of %q has no %q", i+1, told, want)
			}
		}
		endless := assistanttest.Doing(call("tasks_list", `{}`))
		if _, _, err := d.Chat(t.Context(), assistant.Message{
			Owner: owner, Text: "go round and round", Scene: by.scene(t, "taskAgent"), Engine: by.model(endless),
		}, func(assistant.Update) {}); err != nil {
			t.Error(err)
		}
		if n := len(endless.Asked()); n > 6 {
			t.Errorf("asked %d times", n)
		}
	})
}

// Tokens are counted, and a user who has used up theirs has plain commands still.
func TestQuotaOfTokens(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{quota: state.Quota{Tokens: 1000}})
		if _, _, err := d.Do(t.Context(), owner, "", state.Keep{state.UsageCounted{Tokens: 1000}}); err != nil {
			t.Fatal(err)
		}
		model := assistanttest.Saying("Hello.")
		if said := d.say("how was your morning", model); !strings.Contains(said, "any more today") || len(model.Asked()) != 0 {
			t.Errorf("said %q, asked %d times", said, len(model.Asked()))
		}
		d.say("add task buy milk", model)
		d.wantTasks("Buy milk")
		d.clock.add(24 * 3600e9)
		if said := d.say("how was your morning", model); said != "Hello." {
			t.Errorf("the next day %q", said)
		}
	})
}
