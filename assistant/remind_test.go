package assistant_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/state"
)

// stage notes what a call shows.
type stage struct {
	mu     sync.Mutex
	cards  []parley.Card
	states []parley.StateValue
	passed []parley.Passing
}

func (s *stage) Passing(p parley.Passing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passed = append(s.passed, p)
}

func (s *stage) Card(c parley.Card) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cards = append(s.cards, c)
	return nil
}

func (s *stage) SetState(v parley.StateValue) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.states = append(s.states, v)
	return nil
}

// live runs what a call shows of a user beside its conversation, and returns what it
// is given to say.
func (d *served) live(c *assistant.Call, on assistant.Stage) <-chan string {
	d.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	told := make(chan string, 16)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Live(ctx, on, func(text string) error {
			told <- text
			return nil
		})
	}()
	d.t.Cleanup(func() {
		cancel()
		<-done
	})
	return told
}

func next[T any](t testing.TB, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(deadline):
		t.Fatal("nothing came")
	}
	return v
}

// A reminder is told in the call that is on, once it is due; what was heard to its
// end is told.
func TestReminderIsToldInACall(t *testing.T) {
	d := open(t, setup{now: time.Now})
	c := d.NewCall("call_a", owner, scene(t, "chiefOfStaff"), nil)
	on := &stage{}
	told := d.live(c, on)
	if _, _, err := d.Do(t.Context(), owner, "", state.SetReminder{Reminder: parley.Reminder{
		Text: "stretch", At: time.Now().Add(1200 * time.Millisecond),
	}}); err != nil {
		t.Fatal(err)
	}
	text := next(t, told)
	if text != "Reminder: stretch." {
		t.Errorf("told %q", text)
	}
	if r := d.state().Reminders[0]; r.Status != parley.Fired {
		t.Errorf("before it is heard it is %s", r.Status)
	}
	said := parley.Event{Body: parley.Said{Turn: parley.Turn{Number: 1, Role: parley.Character, Text: text}}}
	if err := c.Happened(said); err != nil {
		t.Fatal(err)
	}
	if r := d.state().Reminders[0]; r.Status != parley.Told {
		t.Errorf("after it was heard it is %s", r.Status)
	}
}

// One that was due while nobody was there waits for the next call, and says so.
func TestMissedReminderIsToldInTheNextCall(t *testing.T) {
	d := open(t, setup{})
	d.say("remind me in ten minutes to call Anna", nil)
	r := d.state().Reminders[0]
	d.clock.add(2 * time.Hour)
	if _, _, err := d.Do(t.Context(), owner, "", state.FireReminder{ID: r.ID, Due: r.At}); err != nil {
		t.Fatal(err)
	}
	told := d.live(d.NewCall("call_b", owner, scene(t, "chiefOfStaff"), nil), &stage{})
	if text := next(t, told); !strings.HasPrefix(text, "While you were away there was a reminder: ") ||
		!strings.Contains(text, "all Anna") {
		t.Errorf("told %q", text)
	}
}

// A repeated one comes again at the same time of the user's clock, over the end of
// summer time too.
func TestRepeatedReminder(t *testing.T) {
	d := open(t, setup{clock: &clock{now: time.Date(2026, 10, 23, 10, 0, 0, 0, berlin)}})
	d.say("remind me every day at nine to stretch", nil)
	for day := 24; day <= 27; day++ {
		r := d.state().Reminders[0]
		if want := time.Date(2026, 10, day, 9, 0, 0, 0, berlin); !r.At.Equal(want) || r.Status != parley.Scheduled {
			t.Fatalf("due at %v and %s, want %v and scheduled", r.At, r.Status, want)
		}
		d.clock.add(r.At.Sub(d.clock.Now()) + time.Second)
		for range 2 { // the clock may ring twice
			fire := state.FireReminder{ID: r.ID, Due: r.At}
			if _, _, err := d.Do(t.Context(), owner, "", fire, state.TellReminder{ID: r.ID}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
