package assistant_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/llm"
)

// TestInteractionOfTheSeed is the interaction that the task agent's document shows:
// "Add task: Buy milk", step by step, with a model.
func TestInteractionOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		model := assistanttest.Saying("Would you like to set a due date?")
		var steps []string
		said, s, err := d.Chat(t.Context(), assistant.Message{
			Owner: owner, Action: "a1", Text: "Add task: Buy milk", Scene: by.scene(t, "taskAgent"), Engine: by.model(model),
		}, func(u assistant.Update) {
			switch {
			case u.State != nil:
				steps = append(steps, "state with "+titles(u.State.Tasks))
			case len(steps) == 0 || steps[len(steps)-1] != "token":
				steps = append(steps, "token")
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := "Added “Buy milk”. Would you like to set a due date?"; said.Content != want {
			t.Errorf("answer %q, want %q", said.Content, want)
		}
		if want := []string{"state with ", "state with Buy milk", "token"}; !slices.Equal(steps, want) {
			t.Errorf("steps %q, want %q", steps, want)
		}
		asked := model.Asked()
		if len(asked) != 1 || !strings.Contains(asked[0].Messages[0].Text, "1. [pending] Buy milk") ||
			!slices.ContainsFunc(asked[0].Messages, func(m llm.Message) bool {
				return m.Speaker == llm.User && m.Text == "Add task: Buy milk"
			}) {
			t.Errorf("the model was asked %+v", asked)
		}
		if len(s.Messages) != 2 || s.Messages[0].Role != "user" || s.Messages[1].Role != "assistant" || s.Messages[1].Timestamp.IsZero() {
			t.Errorf("conversation %+v", s.Messages)
		}
		// It survives the process.
		again := by.open(t, setup{js: d.js, clock: d.clock})
		again.wantTasks("Buy milk")
		if got := again.state(); got.Rev != s.Rev || len(got.Messages) != 2 {
			t.Errorf("after a restart revision %d with %d messages, want %d with 2", got.Rev, len(got.Messages), s.Rev)
		}
	})
}

// Defect 1 of the reference: it reads the state, waits for the model and writes the
// whole state, so of two quick messages one is lost.
func TestTwoQuickMessagesBothCount(t *testing.T) {
	d := open(t, setup{})
	asked, release := make(chan struct{}, 2), make(chan struct{})
	slow := &assistanttest.Model{Reply: func(llm.Request) assistanttest.Answer {
		asked <- struct{}{}
		<-release
		return assistanttest.Answer{Text: "Anything else?"}
	}}
	var both sync.WaitGroup
	for _, text := range []string{"add task buy milk", "add task call Anna"} {
		both.Go(func() { d.send(assistant.Message{Owner: owner, Text: text, Engine: slow}) })
	}
	<-asked
	// The other message is stored while the model thinks about the first.
	both.Go(func() { d.send(assistant.Message{Owner: owner, Text: "add task water the plants", Engine: slow}) })
	close(release)
	both.Wait()
	s := d.state()
	got := strings.Split(titles(s.Tasks), ", ")
	slices.Sort(got)
	if strings.Join(got, ", ") != "Buy milk, Call Anna, Water the plants" || len(s.Messages) != 6 || len(s.Turns) != 0 {
		t.Errorf("tasks %q, %d messages, %d open turns", got, len(s.Messages), len(s.Turns))
	}
}

// Defect 2: the reference saves at the end, so that a model that fails loses the
// user's task.
func TestModelThatFailsLosesNothing(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		broken := &assistanttest.Model{Reply: func(llm.Request) assistanttest.Answer {
			d.wantTasks("Buy milk") // stored before the model is asked
			return assistanttest.Answer{Err: errors.New("out of order")}
		}}
		said, _ := d.send(assistant.Message{Owner: owner, Text: "add task buy milk", Engine: broken})
		if said != "Added “Buy milk”." {
			t.Errorf("answer %q", said)
		}
		said, _ = d.send(assistant.Message{Owner: owner, Text: "what do you make of my week?", Engine: broken})
		if !strings.Contains(said, "saved") || !strings.Contains(said, "could not answer") {
			t.Errorf("answer %q, want one that says what is saved", said)
		}
		d.wantTasks("Buy milk")
		s := d.state()
		if last := s.Messages[len(s.Messages)-1]; !last.Failed || len(s.Messages) != 4 || len(s.Turns) != 0 {
			t.Errorf("messages %+v", s.Messages)
		}
	})
}

// Defect 3: "abandoned 3 ideas" completes task 3 of the reference.
func TestWordsInsideWordsAreNoCommand(t *testing.T) {
	d := open(t, setup{})
	for _, text := range []string{"add task one thing", "add task another thing", "add task a third thing"} {
		d.say(text, nil)
	}
	for _, text := range []string{"abandoned 3 ideas", "I abandoned 3 ideas today", "the work was done by 3 people", "should I delete task 2?"} {
		d.say(text, nil)
	}
	d.wantTasks("One thing, Another thing, A third thing")
}

// Defect 4: numbers are positions in a list that shifts under the user.
func TestNumbersMeanTheListLastSeen(t *testing.T) {
	d := open(t, setup{})
	for _, text := range []string{"add task apples", "add task bread", "add task cheese"} {
		d.say(text, nil)
	}
	seen := d.state().Rev
	d.say("delete task 1", nil)
	// Sent before the answer to the last was seen.
	d.send(assistant.Message{Owner: owner, Text: "done 2", Seen: seen})
	d.wantTasks("Bread (done), Cheese")
	d.say("done 2", nil) // as shown now
	d.wantTasks("Bread (done), Cheese (done)")
}

// Defect 5: the model of the reference claims what the parser never did.
func TestNothingClaimsWhatDidNotHappen(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		for _, claim := range []string{
			"Sure, I've added buy milk to your list. Anything else?", "Done! Task 1 has been completed.", "Okay, I have deleted all of it.",
			"I've booked the flight for you.", "I will remind you at five.", "Great, your flight has been booked. Have fun!",
		} {
			said := d.say("so about that milk thing we spoke of", assistanttest.Saying(claim))
			for _, lie := range []string{"added", "completed", "deleted", "booked", "remind you"} {
				if strings.Contains(said, lie) {
					t.Errorf("of %q is said %q", claim, said)
				}
			}
			if !strings.Contains(said, "I have not changed anything") && !strings.Contains(said, "I cannot book") {
				t.Errorf("of %q is said %q, want the truth", claim, said)
			}
		}
		d.wantTasks("")
		// What a tool did may be said.
		model := assistanttest.Doing(
			assistanttest.Answer{Calls: []llm.ToolCall{{ID: "1", Name: "tasks_add", Arguments: `{"title":"Buy milk"}`}}},
			assistanttest.Answer{Text: "I've added buy milk to your list."},
		)
		if said := d.say("milk is running out again", model); said != "I've added buy milk to your list." {
			t.Errorf("answer %q", said)
		}
		d.wantTasks("Buy milk")
	})
}

// Defect 8: the reference takes dates in the server's zone.
func TestDatesAreInTheUsersZone(t *testing.T) {
	d := open(t, setup{})
	d.say("my time zone is Tokyo", nil)
	d.clock.add(8 * 3600e9) // 18:00 in Berlin, 02:00 on Wednesday in Tokyo
	d.say("add task call the bank today", nil)
	if got := d.state().Tasks[0].DueDate; got != "2026-11-25" {
		t.Errorf("due %s, want the user's Wednesday", got)
	}
}

// One action is carried out once, however often it is sent and to whichever host.
func TestSameActionTwice(t *testing.T) {
	d := open(t, setup{})
	other := open(t, setup{js: d.js, clock: d.clock})
	m := assistant.Message{Owner: owner, Action: "same", Text: "add task buy milk"}
	first, _ := d.send(m)
	again, tasks := d.send(m)
	elsewhere, _ := other.send(m)
	if first != again || first != elsewhere || titles(tasks) != "Buy milk" {
		t.Errorf("answers %q, %q and %q, tasks %q", first, again, elsewhere, titles(tasks))
	}
	if n := len(other.state().Messages); n != 2 {
		t.Errorf("%d messages, want 2", n)
	}
}

func TestBadMessages(t *testing.T) {
	d := open(t, setup{quota: state.Quota{PerMinute: 3}})
	chat := func(text string) error {
		m := assistant.Message{Owner: owner, Text: text, Scene: scene(t, "taskAgent")}
		_, _, err := d.Chat(t.Context(), m, func(assistant.Update) {})
		return err
	}
	for text, want := range map[string]error{"": state.ErrEmpty, " \n\t": state.ErrEmpty, strings.Repeat("a", 100_000): state.ErrTooLong} {
		if err := chat(text); !errors.Is(err, want) {
			t.Errorf("message of %d characters: %v, want %v", len(text), err, want)
		}
	}
	for range 3 {
		if err := chat("help"); err != nil {
			t.Error(err)
		}
	}
	if err := chat("help"); !errors.Is(err, state.ErrQuota) {
		t.Errorf("a fourth message in a minute: %v, want ErrQuota", err)
	}
	d.clock.add(61e9)
	if err := chat("help"); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

// Whoever watches converges, in any host, by patches without a gap.
func TestWatchersConverge(t *testing.T) {
	d := open(t, setup{})
	other := open(t, setup{js: d.js, clock: d.clock})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	revs := make(chan uint64, 100)
	var watching sync.WaitGroup
	for _, h := range []*served{d, other} {
		started := make(chan struct{})
		watching.Go(func() {
			var now parley.AssistantState
			_ = h.Watch(ctx, owner, func(c assistant.Change) error {
				switch {
				case c.State != nil:
					if now.Rev == 0 {
						close(started)
					}
					now = *c.State
				case c.Patch != nil:
					if c.Patch.Prev != now.Rev {
						t.Errorf("a patch from %d at %d", c.Patch.Prev, now.Rev)
					}
					now.Rev = c.Patch.Rev
				}
				revs <- now.Rev
				return nil
			})
		})
		<-started
	}
	for i, text := range []string{"add task a thing", "add task more things", "done 1"} {
		[]*served{d, other}[i%2].say(text, nil)
	}
	want := d.state().Rev
	for reached := 0; reached < 2; {
		if rev := <-revs; rev == want {
			reached++
		}
	}
	cancel()
	watching.Wait()
}

// A message by the id of an action that was something else is refused and changes
// nothing.
func TestMessageOfUsedAction(t *testing.T) {
	d := open(t, setup{})
	if _, _, err := d.Do(t.Context(), owner, "a1", state.AddTask{Task: parley.Task{Title: "Buy milk"}}); err != nil {
		t.Fatal(err)
	}
	rev := d.state().Rev
	m := assistant.Message{Owner: owner, Action: "a1", Text: "delete 1", Scene: scene(t, "taskAgent")}
	if _, _, err := d.Chat(t.Context(), m, func(assistant.Update) {}); !errors.Is(err, assistant.ErrUsed) {
		t.Errorf("error %v, want %v", err, assistant.ErrUsed)
	}
	if got := d.state().Rev; got != rev {
		t.Errorf("revision %d, want %d as before", got, rev)
	}
	d.wantTasks("Buy milk")
}

// endless is a model that never answers.
type endless struct{ asked chan struct{} }

func (endless) Name() string { return "endless" }

func (m endless) Chat(ctx context.Context, _ llm.Request) (llm.Stream, error) {
	close(m.asked)
	<-ctx.Done()
	return nil, ctx.Err()
}

// An answer that a model does not end is ended with the host.
func TestAnswerEndsWithHost(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		model := endless{asked: make(chan struct{})}
		ended := make(chan error)
		go func() {
			m := assistant.Message{Owner: owner, Text: "hm", Scene: by.scene(t, "taskAgent"), Engine: by.model(model)}
			_, _, err := d.Chat(t.Context(), m, func(assistant.Update) {})
			ended <- err
		}()
		<-model.asked
		d.stop()
		if err := <-ended; !errors.Is(err, assistant.ErrNotSaved) {
			t.Errorf("error %v, want %v", err, assistant.ErrNotSaved)
		}
	})
}

// More than one task goes only after a yes.
func TestSeveralAreRemovedAfterAYes(t *testing.T) {
	d := open(t, setup{})
	for _, text := range []string{"add task apples", "add task bread", "add task milk"} {
		d.say(text, nil)
	}
	for _, tt := range []struct{ text, said, left string }{
		{"delete all tasks", "Shall I remove 3 tasks from your list for good?", "Apples, Bread, Milk"},
		{"no", "All right, I leave it.", "Apples, Bread, Milk"},
		{"delete 1 and 3", "Shall I remove 2 tasks from your list for good?", "Apples, Bread, Milk"},
		{"yes", "Removed 2 tasks.", "Bread"},
		{"delete all tasks", "Removed “Bread”.", ""},
	} {
		if said := d.say(tt.text, nil); said != tt.said {
			t.Errorf("%q: said %q, want %q", tt.text, said, tt.said)
		}
		d.wantTasks(tt.left)
	}
}

// What is asked twice in one breath is answered once.
func TestAskedTwiceInOneBreath(t *testing.T) {
	d := open(t, setup{})
	d.say("add task buy milk", nil)
	for _, text := range []string{"what is on my list and what is on my list", "what have i got on my list"} {
		if said := d.say(text, nil); said != "You have 1 open task: 1, “Buy milk”." {
			t.Errorf("%q: said %q", text, said)
		}
	}
}
