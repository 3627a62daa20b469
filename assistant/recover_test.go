package assistant_test

import (
	"sync"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/journal/timer"
)

// die leaves what a process leaves that dies as it answers a message: the message,
// what was done by then, and no answer.
func (d *served) die(action, text string) {
	d.t.Helper()
	for _, c := range []struct {
		action  string
		command state.Command
	}{
		{action, state.Receive{Text: text, Modality: assistant.Text, Action: action}},
		{action + "/0", state.AddTask{Task: parley.Task{Title: text}}},
	} {
		if _, _, err := d.Do(d.t.Context(), owner, c.action, c.command); err != nil {
			d.t.Fatal(err)
		}
	}
}

// An answer whose process died is ended by the next host that reads the state, once
// however many do so at once; the message sent again gets that answer.
func TestAnswerWhoseProcessDied(t *testing.T) {
	d := open(t, setup{})
	d.die("first", "buy milk")
	d.die("second", "call Anna")
	d.clock.add(10 * time.Minute)
	d.die("third", "pay rent") // is under way
	hosts := []*served{open(t, setup{js: d.js, clock: d.clock}), open(t, setup{js: d.js, clock: d.clock})}
	var reading sync.WaitGroup
	for _, h := range hosts {
		reading.Go(func() {
			if _, err := h.State(t.Context(), owner); err != nil {
				t.Error(err)
			}
		})
	}
	reading.Wait()
	for i, h := range hosts {
		s := h.state()
		if len(s.Messages) != 5 || len(s.Turns) != 1 || titles(s.Tasks) != "buy milk, call Anna, pay rent" {
			t.Errorf("host %d: %d messages, turns %v, tasks %s", i, len(s.Messages), s.Turns, titles(s.Tasks))
		}
		for _, action := range []string{"first", "second"} {
			if said, pending, ok := s.Answer(action); pending || !ok || !said.Failed || said.Content == "" {
				t.Errorf("host %d: the answer to the %s is %+v", i, action, said)
			}
		}
		if _, pending, _ := s.Answer("third"); !pending {
			t.Errorf("host %d: the third has an answer", i)
		}
	}
	if commits := d.commits(); commits != 7 {
		t.Errorf("%d commits, want 6 and one for the answers", commits)
	}
	said, _ := hosts[0].send(assistant.Message{Owner: owner, Action: "first", Text: "buy milk", Engine: assistanttest.Saying("Twice?")})
	if answer, _, _ := hosts[1].state().Answer("first"); said != answer.Content {
		t.Errorf("sent again it is answered by %q, want %q", said, answer.Content)
	}
}

// A user who was erased leaves nothing to end.
func TestNothingToEndAfterAnErasure(t *testing.T) {
	d := open(t, setup{})
	d.die("first", "buy milk")
	if _, err := d.Erase(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	d.clock.add(10 * time.Minute)
	if s := open(t, setup{js: d.js, clock: d.clock}).state(); s.Rev != 0 || len(s.Messages) != 0 {
		t.Errorf("revision %d with %d messages", s.Rev, len(s.Messages))
	}
}

// commits is how many commits the log has of the owner.
func (d *served) commits() (n int) {
	d.t.Helper()
	for _, err := range d.log.Record(owner).Read(d.t.Context(), 0) {
		if err != nil {
			d.t.Fatal(err)
		}
		n++
	}
	return n
}

// A reminder whose firing was given up rings once its user is read again.
func TestLostClockIsSetAgain(t *testing.T) {
	s := setup{js: store(t), now: func() time.Time { return time.Now().Add(-2 * time.Hour) }}
	d := open(t, s)
	if _, _, err := d.Do(t.Context(), owner, "", state.SetReminder{Reminder: parley.Reminder{
		Text: "stretch", At: time.Now().Add(-time.Hour), // which is to come by the host's clock
	}}); err != nil {
		t.Fatal(err)
	}
	timers, err := timer.Open(t.Context(), d.js, timer.Config{Name: "TIMERS"})
	if err != nil {
		t.Fatal(err)
	}
	id, err := d.log.Record(owner).ID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := timers.CancelAll(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	d.stop()
	s.now = time.Now
	later := open(t, s)
	seen := later.watch()
	if p := next(t, seen); p.Type != "reminder.fired" || p.Reminder.Text != "stretch" || p.Reminder.MissedBy == 0 {
		t.Errorf("told %+v", p)
	}
}

// An answer whose process died is ended also while a page is open.
func TestAnswerEndsWhilePageIsOpen(t *testing.T) {
	d := open(t, setup{})
	if _, _, err := d.Do(t.Context(), owner, "a", state.Receive{Text: "hello", Action: "a"}); err != nil {
		t.Fatal(err)
	}
	d.watch()
	d.clock.add(3 * time.Minute)
	d.Tend(t.Context())
	if n := len(d.state().Turns); n != 1 {
		t.Fatalf("after 3 minutes %d answers are open", n)
	}
	d.clock.add(2 * time.Minute)
	d.Tend(t.Context())
	if s := d.state(); len(s.Turns) != 0 || !s.Messages[len(s.Messages)-1].Failed {
		t.Errorf("after 5 minutes %+v", s.Messages)
	}
}
