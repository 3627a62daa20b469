package assistant_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/llm"
)

var started = parley.Event{Body: parley.Started{}}

// A user who is erased while they are in a call, here or on another host, leaves
// nothing of what is said in it later.
func TestErasedInACall(t *testing.T) {
	for name, here := range map[string]bool{"on this host": true, "on another": false} {
		d := open(t, setup{})
		by := d
		if !here {
			by = open(t, setup{js: d.js, clock: d.clock})
		}
		c := d.NewCall("call_a", owner, scene(t, "chiefOfStaff"), nil)
		happen(t, c, started)
		said := answer(t, c, nil, "add task buy milk")
		happen(t, c, heardTurn(2, "add task buy milk"), saidTurn(3, said, false))
		if _, err := by.Erase(t.Context(), owner); err != nil {
			t.Fatal(err)
		}
		history := []parley.Turn{{Role: parley.User, Text: "add task buy milk"}, {Role: parley.Character, Text: said}}
		said = answer(t, c, history, "add task buy bread")
		if !strings.Contains(said, "erased") || strings.Contains(said, "Added") {
			t.Errorf("%s: said %q", name, said)
		}
		happen(t, c, heardTurn(4, "add task buy bread"), saidTurn(5, said, false), parley.Event{Body: parley.Ending{Outcome: parley.Left}})
		if s := d.state(); s.Rev != 0 || len(s.Messages) != 0 {
			t.Errorf("%s: kept %+v", name, s.Messages)
		}
		for who, err := range d.log.Owners(t.Context()) {
			t.Errorf("%s: there is still %s, %v", name, who, err)
		}
		d.say("add task buy cheese", nil) // who comes back begins anew
		d.wantTasks("Buy cheese")
	}
}

// Nor does an answer that a model was making.
func TestErasedDuringAnAnswer(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		model := &assistanttest.Model{Reply: func(r llm.Request) assistanttest.Answer {
			if r.Messages[len(r.Messages)-1].Speaker == llm.ToolReply {
				return assistanttest.Answer{Text: "There you are."}
			}
			if _, err := d.Erase(t.Context(), owner); err != nil {
				t.Error(err)
			}
			return assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c", Name: "tasks_add", Arguments: `{"title":"Buy milk"}`}}}
		}}
		_, _, err := d.Chat(t.Context(), assistant.Message{
			Owner: owner, Text: "good morning", Scene: by.scene(t, "taskAgent"), Engine: by.model(model),
		}, func(assistant.Update) {})
		if !errors.Is(err, assistant.ErrErased) {
			t.Errorf("chat: %v, want ErrErased", err)
		}
		for who := range d.log.Owners(t.Context()) {
			t.Errorf("there is still %s", who)
		}
	})
}

// Who is known in one call alone is gone with it, and so is one whose process died,
// after a day.
func TestStrangersAreErased(t *testing.T) {
	d := open(t, setup{})
	c := d.NewCall("call_a", "", scene(t, "taskAgent"), nil)
	happen(t, c, started)
	said := answer(t, c, nil, "add task buy milk")
	happen(t, c, heardTurn(2, "add task buy milk"), saidTurn(3, said, false), parley.Event{Body: parley.Ending{Outcome: parley.Left}})
	d.NewCall("call_b", owner, scene(t, "taskAgent"), nil)
	lost := d.NewCall("call_c", "", scene(t, "taskAgent"), nil)
	answer(t, lost, nil, "add task buy bread")
	d.say("add task buy cheese", nil)
	owners := func() (all []string) {
		for who, err := range d.log.Owners(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, who)
		}
		slices.Sort(all)
		return all
	}
	if got := owners(); !slices.Equal(got, []string{"call-call_c", owner}) {
		t.Errorf("there are %q", got)
	}
	d.ForgetStrangers(t.Context())
	if got := owners(); len(got) != 2 {
		t.Errorf("at once there are %q", got)
	}
	d.clock.add(25 * time.Hour)
	d.ForgetStrangers(t.Context())
	if got := owners(); !slices.Equal(got, []string{owner}) {
		t.Errorf("after a day there are %q", got)
	}
}

// What the store did not take is told to the user once, and taken when it is tried
// again.
func TestTurnThatIsNotSavedIsTold(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		c := d.NewCall("call_a", owner, by.scene(t, "taskAgent"), by.model(assistanttest.Saying("Good evening.")))
		told := d.live(c, &stage{})
		happen(t, c, started)
		answer(t, c, nil, "good evening")
		happen(t, c, heardTurn(2, "good evening"), saidTurn(3, "Good evening.", false))
		d.js.Conn().Close()
		for range 2 {
			if err := c.Happened(heardTurn(4, "and how are you")); !errors.Is(err, assistant.ErrNotSaved) {
				t.Errorf("got %v, want ErrNotSaved", err)
			}
		}
		if text := next(t, told); !strings.Contains(text, "could not save") {
			t.Errorf("told %q", text)
		}
		select {
		case text := <-told:
			t.Errorf("told again: %q", text)
		default:
		}
	})
}

// A turn that is heard otherwise after its tools have run: what is the same is done
// once, what is not is owned up to.
func TestDoneBeforeItWasHeardOtherwise(t *testing.T) {
	d := open(t, setup{})
	c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
	answer(t, c, nil, "add task call anna")
	if said := answer(t, c, nil, "please add task call anna"); said != "Added “Call anna”." {
		t.Errorf("the same again: said %q", said)
	}
	d.wantTasks("Call anna")
	said := answer(t, c, nil, "add task call hannah")
	for _, want := range []string{"Added “Call hannah”.", "heard that otherwise", "“Call anna”"} {
		if !strings.Contains(said, want) {
			t.Errorf("otherwise: said %q, want %q in it", said, want)
		}
	}
	d.wantTasks("Call anna, Call hannah")
}

// A "yes" answers what was asked just now, once, and a model gives none for the user.
func TestYesMeansWhatWasAskedLast(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		d.say("add task buy milk", nil)
		d.say("add task buy bread", nil)
		d.say("delete all tasks", nil)
		d.say("add task buy cheese", nil) // they went on
		d.say("yes", nil)
		d.wantTasks("Buy milk, Buy bread, Buy cheese")
		if n := len(d.state().Confirms); n != 1 {
			t.Fatalf("%d questions wait", n)
		}
		call := func(name, args string) assistanttest.Answer {
			return assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c", Name: name, Arguments: args}}}
		}
		yes := call("confirm_answer", `{"yes":true}`)
		d.say("what a day", assistanttest.Doing(yes, assistanttest.Answer{Text: "Indeed."}))
		d.wantTasks("Buy milk, Buy bread, Buy cheese")
		// Asked and answered by the model in one turn.
		d.say("no", assistanttest.Doing(call("confirm_answer", `{"yes":false}`), assistanttest.Answer{Text: "Fine."}))
		milk, bread := d.state().Tasks[0].ID, d.state().Tasks[1].ID
		d.say("tidy up my list", assistanttest.Doing(
			call("tasks_clear", `{"ids":["`+milk+`","`+bread+`"]}`), yes, assistanttest.Answer{Text: "Shall I?"}))
		d.wantTasks("Buy milk, Buy bread, Buy cheese")
		d.say("yes please", assistanttest.Doing(yes, assistanttest.Answer{Text: "Gone."}))
		d.wantTasks("Buy cheese")
		if n := len(d.state().Confirms); n != 0 {
			t.Errorf("%d questions wait", n)
		}
	})
}

// One yes is spent on one question, though its turn is answered again.
func TestYesIsSpentOnce(t *testing.T) {
	d := open(t, setup{})
	for _, task := range []string{"buy milk", "buy bread", "buy cheese", "buy salt"} {
		d.say("add task "+task, nil)
	}
	ids := func() (all []string) {
		for _, task := range d.state().Tasks {
			all = append(all, task.ID)
		}
		return all
	}()
	for _, args := range []string{`{"ids":["` + ids[0] + `","` + ids[1] + `"]}`, `{"ids":["` + ids[2] + `","` + ids[3] + `"]}`} {
		if _, _, err := d.Do(t.Context(), owner, "", state.Ask{Question: "Really?", Tool: "tasks.clear", Args: []byte(args)}); err != nil {
			t.Fatal(err)
		}
	}
	c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
	answer(t, c, nil, "yes")
	answer(t, c, nil, "yes please")
	d.wantTasks("Buy milk, Buy bread")
	if n := len(d.state().Confirms); n != 1 {
		t.Errorf("%d questions wait, want 1", n)
	}
}

// To look something up is no change that a model might claim.
func TestLookingUpChangesNothing(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		d.say("add task buy milk", nil)
		said := d.say("tidy up", assistanttest.Doing(
			assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c", Name: "tasks_list", Arguments: `{}`}}},
			assistanttest.Answer{Text: "I have deleted them all."}))
		if strings.Contains(said, "deleted") || !strings.Contains(said, "not changed anything") {
			t.Errorf("said %q", said)
		}
	})
}
