package assistant_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/assistant"
	"parley/assistant/state"
	"parley/journal"
	"parley/journal/timer"
)

// deaf makes a host that is not run: nothing tells it what others store.
func deaf(t *testing.T, js jetstream.JetStream, c *clock) *assistant.Host {
	t.Helper()
	log, err := journal.OpenLog(t.Context(), js, journal.LogConfig{Name: "USERS"})
	if err != nil {
		t.Fatal(err)
	}
	timers, err := timer.Open(t.Context(), js, timer.Config{Name: "TIMERS"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := assistant.New(assistant.Config{Log: log, Timers: timers, Zone: berlin, Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// watched follows a host's Watch and tells the revisions.
func watched(t *testing.T, h *assistant.Host) <-chan uint64 {
	t.Helper()
	revs := make(chan uint64, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = h.Watch(ctx, owner, func(c assistant.Change) error {
			switch {
			case c.State != nil:
				revs <- c.State.Rev
			case c.Patch != nil:
				revs <- c.Patch.Rev
			}
			return nil
		})
	}()
	t.Cleanup(func() { cancel(); <-done })
	return revs
}

func wantRev(t *testing.T, revs <-chan uint64, want uint64) {
	t.Helper()
	limit := time.After(deadline)
	for {
		select {
		case got := <-revs:
			if got == want {
				return
			}
		case <-limit:
			t.Fatalf("revision %d is not told of", want)
		}
	}
}

// A page that is open on one host before anything is kept of its user is told of
// what another host stores first.
func TestPageOfNewUserHearsOfOtherHost(t *testing.T) {
	a := open(t, setup{})
	b := open(t, setup{js: a.js, clock: a.clock})
	revs := watched(t, b.Host)
	wantRev(t, revs, 0)
	for i := range 3 {
		_, s, err := a.Do(t.Context(), owner, fmt.Sprint("a", i), state.AddTask{Task: parley.Task{Title: fmt.Sprint("thing ", i)}})
		if err != nil {
			t.Fatal(err)
		}
		wantRev(t, revs, s.Rev)
	}
}

// Nothing is refused by a host because it is behind.
func TestHostThatIsBehindRefusesNothing(t *testing.T) {
	a := open(t, setup{})
	b := deaf(t, a.js, a.clock)
	if _, err := b.State(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	events, _, err := a.Do(t.Context(), owner, "a1", state.AddTask{Task: parley.Task{Title: "Buy milk"}})
	if err != nil {
		t.Fatal(err)
	}
	id := events[0].(state.TaskCreated).Task.ID
	if _, _, err := b.Do(t.Context(), owner, "b1", state.CompleteTask{ID: id}); err != nil {
		t.Errorf("complete at the other host: %v", err)
	}
	// What a completed: the same title may be added again at b.
	events, _, err = a.Do(t.Context(), owner, "a2", state.AddTask{Task: parley.Task{Title: "Call Anna"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.State(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	_, _, _ = b.Do(t.Context(), owner, "b2", state.SetZone{Zone: "Europe/Paris"}) // b has read on
	if _, _, err = a.Do(t.Context(), owner, "a3", state.CompleteTask{ID: events[0].(state.TaskCreated).Task.ID}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Do(t.Context(), owner, "b3", state.AddTask{Task: parley.Task{Title: "Call Anna"}}); err != nil {
		t.Errorf("add again at the other host: %v", err)
	}
}

// A host that lost its connection to the store shows what others stored meanwhile
// once it is back, without anybody writing.
func TestPageCatchesUpAfterOutage(t *testing.T) {
	n, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimPrefix(n.URL(), "nats://")
	proxy := embeddedtest.StartProxy(t, address)
	connect := func(to string) jetstream.JetStream {
		nc, err := nats.Connect("nats://"+to, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		js, _ := jetstream.New(nc)
		return js
	}
	t.Cleanup(func() { _ = n.Close() })
	a := open(t, setup{js: connect(address)})
	b := open(t, setup{js: connect(proxy.Address), clock: a.clock})
	add := func(i int) uint64 {
		_, s, err := a.Do(t.Context(), owner, fmt.Sprint("a", i), state.AddTask{Task: parley.Task{Title: fmt.Sprint("thing ", i)}})
		if err != nil {
			t.Fatal(err)
		}
		return s.Rev
	}
	rev := add(0)
	revs := watched(t, b.Host)
	wantRev(t, revs, rev)
	proxy.Redirect("")
	rev = add(1)
	proxy.Redirect(address)
	wantRev(t, revs, rev)
}

// Of two hosts that set reminders at once both ring.
func TestReminderOfRivalHostsBothRing(t *testing.T) {
	a := open(t, setup{now: time.Now})
	log, err := journal.OpenLog(t.Context(), a.js, journal.LogConfig{Name: "USERS"})
	if err != nil {
		t.Fatal(err)
	}
	timers, err := timer.Open(t.Context(), a.js, timer.Config{Name: "TIMERS"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := assistant.New(assistant.Config{Log: log, Timers: timers, Zone: berlin}) // with the true clock, and not run
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := a.Do(t.Context(), owner, "a0", state.AddTask{Task: parley.Task{Title: "Buy milk"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.State(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	soon := time.Now().Add(1500 * time.Millisecond).Truncate(time.Millisecond)
	if _, _, err := a.Do(t.Context(), owner, "a1", state.SetReminder{Reminder: parley.Reminder{Text: "tea", At: soon}}); err != nil {
		t.Fatal(err)
	}
	// b does not know of it, sets its clock and is refused, as it is behind.
	cake := state.SetReminder{Reminder: parley.Reminder{Text: "cake", At: soon.Add(time.Hour)}}
	if _, _, err := b.Do(t.Context(), owner, "b1", cake); err != nil {
		t.Fatal(err)
	}
	a.until("the tea does not ring", func() bool {
		s := a.state()
		return len(s.Reminders) == 2 && s.Reminders[0].Status == parley.Fired
	})
}

// A message sent again long after is answered, not refused.
func TestSameMessageAfterManyOthers(t *testing.T) {
	d := open(t, setup{quota: state.Quota{PerMinute: -1}})
	m := assistant.Message{Owner: owner, Action: "same", Text: "add task buy milk"}
	d.send(m)
	for i := range 60 {
		d.send(assistant.Message{Owner: owner, Text: fmt.Sprint("add task thing number ", i)})
	}
	m.Scene = scene(t, "taskAgent")
	_, s, err := d.Chat(t.Context(), m, func(assistant.Update) {})
	if err != nil {
		t.Fatalf("sent again: %v", err)
	}
	if n := strings.Count(titles(s.Tasks), "Buy milk"); n != 1 {
		t.Errorf("%d times", n)
	}
}

// A message whose process died after its deed is answered truly.
func TestDeedOfDeadProcessIsToldTruly(t *testing.T) {
	d := open(t, setup{})
	for _, text := range []string{"add task apples", "add task bread"} {
		d.say(text, nil)
	}
	tasks := d.state().Tasks
	if _, _, err := d.Do(t.Context(), owner, "dead", state.Receive{Text: "delete task 1", Modality: "text", Action: "dead"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.Do(t.Context(), owner, "dead/0", state.DeleteTask{ID: tasks[0].ID}); err != nil {
		t.Fatal(err)
	}
	said, _ := d.send(assistant.Message{Owner: owner, Action: "dead", Text: "delete task 1"})
	d.wantTasks("Bread")
	if strings.Contains(said, "Bread") {
		t.Errorf("said %q, but the apples went", said)
	}
}

// A yes whose process died after its deed, before the answer was stored, is taken
// when it is sent again, and the deed done once.
func TestYesOfDeadProcessIsDoneOnce(t *testing.T) {
	d := open(t, setup{})
	events, _, err := d.Do(t.Context(), owner, "q", state.Ask{Question: "Shall I?", Tool: "tasks.add", Args: []byte(`{"title":"Book it"}`)})
	if err != nil {
		t.Fatal(err)
	}
	id := events[len(events)-1].(state.ConfirmAsked).Confirm.ID
	book := state.AddTask{Task: parley.Task{Title: "Book it"}}
	if _, _, err := d.Do(t.Context(), owner, "confirm-"+id, book); err != nil { // and here it died
		t.Fatal(err)
	}
	for range 2 {
		if _, err := d.Confirm(t.Context(), owner, "yes", id, true); err != nil {
			t.Fatal(err)
		}
	}
	d.wantTasks("Book it")
	if n := len(d.state().Confirms); n != 0 {
		t.Errorf("%d questions are open", n)
	}
	for _, id := range []string{id, "q99", ""} {
		if _, err := d.Confirm(t.Context(), owner, "another", id, true); !errors.Is(err, state.ErrUnknown) {
			t.Errorf("the answer to %q, which is no open question: %v", id, err)
		}
	}
}

// What one host erased the other shows no more.
func TestErasedOnOtherHostIsGoneHere(t *testing.T) {
	a := open(t, setup{})
	b := open(t, setup{js: a.js, clock: a.clock})
	a.say("add task buy milk", nil)
	b.wantTasks("Buy milk")
	revs := watched(t, b.Host)
	wantRev(t, revs, a.state().Rev)
	if _, err := a.Erase(t.Context(), owner); err != nil {
		t.Fatal(err)
	}
	wantRev(t, revs, 0)
	b.wantTasks("")
}
