package state_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

func TestSetReminder(t *testing.T) {
	hour := tuesday.Add(time.Hour)
	set := func(r parley.Reminder) state.Command { return state.SetReminder{Reminder: r} }
	users := run(t, func(u *user) {
		u.add("one")
		u.must(set(parley.Reminder{Text: "stretch", At: hour}))
	}, []row{
		{"whole", set(parley.Reminder{
			ID: "r1", Text: " call\nAnna ", At: hour, Rule: "FREQ=DAILY", Zone: "Asia/Tokyo", Task: "t1",
			Status: parley.Told, FiredAt: &hour, MissedBy: 7,
		}), nil, "reminder.created"},
		{"in no zone", set(parley.Reminder{Text: "a", At: hour}), nil, "reminder.created"},
		{"in a zone without a name", set(parley.Reminder{Text: "a", At: hour, Zone: "Nowhere/At all"}), nil, "reminder.created"},
		{"long", set(parley.Reminder{Text: strings.Repeat("a", 100_000), At: hour}), nil, "reminder.created"},
		{"same at another time", set(parley.Reminder{Text: "stretch", At: hour.Add(1)}), nil, "reminder.created"},
		{"same", set(parley.Reminder{Text: "Stretch.", At: hour.UTC()}), state.ErrDuplicate, ""},
		{"now", set(parley.Reminder{Text: "a", At: tuesday}), state.ErrInvalid, ""},
		{"at no time", set(parley.Reminder{Text: "a"}), state.ErrInvalid, ""},
		{"in ten years", set(parley.Reminder{Text: "a", At: tuesday.AddDate(10, 0, 0)}), nil, "reminder.created"},
		{"after ten years", set(parley.Reminder{Text: "a", At: tuesday.AddDate(10, 0, 1)}), state.ErrInvalid, ""},
		{"no text", set(parley.Reminder{At: hour}), state.ErrInvalid, ""},
		{"bad rule", set(parley.Reminder{Text: "a", At: hour, Rule: "FREQ=OFTEN"}), state.ErrInvalid, ""},
		{"every minute", set(parley.Reminder{Text: "a", At: hour, Rule: "FREQ=MINUTELY"}), state.ErrInvalid, ""},
		{"of no task", set(parley.Reminder{Text: "a", At: hour, Task: "t9"}), state.ErrUnknown, ""},
		{"cancel", state.CancelReminder{ID: "r2"}, nil, "reminder.cancelled"},
		{"cancel none", state.CancelReminder{ID: "t1"}, state.ErrUnknown, ""},
		{"tell what waits", state.TellReminder{ID: "r2"}, nil, ""},
		{"tell none", state.TellReminder{ID: "r9"}, nil, ""},
	})
	equal(t, "the whole reminder", users[0].Reminders[1], parley.Reminder{
		ID: "r3", Text: "call Anna", At: hour, Rule: "FREQ=DAILY", Zone: "Asia/Tokyo", Task: "t1", Status: parley.Scheduled,
	})
	for i, want := range map[int]string{1: "Europe/Berlin", 2: "Europe/Berlin"} {
		if got := users[i].Reminders[1].Zone; got != want {
			t.Errorf("zone %q, want %q", got, want)
		}
	}
	if got := []rune(users[3].Reminders[1].Text); len(got) != parley.MaxReminder {
		t.Errorf("a text of %d characters", len(got))
	}
	if n := len(users[14].Reminders); n != 0 {
		t.Errorf("%d reminders after the cancellation", n)
	}
}

// In a host's zone that has no name a reminder has none, and repeats in the zone of
// the host that fires it.
func TestReminderInAZoneWithoutAName(t *testing.T) {
	u := newUser(t)
	u.now = tuesday.In(time.FixedZone("", 3600))
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: u.now.Add(time.Hour), Rule: "FREQ=DAILY", Zone: "Local"}})
	if got := u.Reminders[0].Zone; got != "" {
		t.Errorf("zone %q", got)
	}
	u.wait(time.Hour)
	u.fire(u.now)
	u.wantReminder(parley.Fired, u.now.AddDate(0, 0, 1))
}

// fire rings the clock of the reminder r1 for the time that is due.
func (u *user) fire(due time.Time) string {
	u.Helper()
	return kinds(u.must(state.FireReminder{ID: "r1", Due: due}))
}

func (u *user) wantReminder(status parley.ReminderStatus, at time.Time) {
	u.Helper()
	if r := u.Reminders[0]; r.Status != status || !r.At.Equal(at) {
		u.Errorf("at %v the reminder is %s for %v, want %s for %v", u.now, r.Status, r.At, status, at)
	}
}

func TestReminderOnce(t *testing.T) {
	due := tuesday.Add(time.Hour)
	for _, c := range []struct {
		name   string
		after  time.Duration // the first ring
		missed int
	}{{"a little early", time.Hour - 250*time.Millisecond, 0}, {"on time", time.Hour, 0}, {"a minute late", time.Hour + time.Minute, 0},
		{"missed", 3 * time.Hour, 7200}} {
		u := newUser(t)
		u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: due}})
		if got := u.fire(due.Add(-time.Second)); got != "" {
			t.Errorf("%s: at a time that was never its own it has %s", c.name, got)
		}
		u.wait(c.after)
		if got := u.fire(due.UTC()); got != "reminder.fired" {
			t.Errorf("%s: %q", c.name, got)
		}
		u.wantReminder(parley.Fired, due)
		if r := u.Due(); len(r) != 1 || r[0].MissedBy != c.missed || !r[0].FiredAt.Equal(u.now) {
			t.Errorf("%s: due are %+v", c.name, r)
		}
		if got := u.fire(due); got != "" {
			t.Errorf("%s: the second ring gives %s", c.name, got)
		}
		u.must(state.TellReminder{ID: "r1"})
		u.wantReminder(parley.Told, due)
		u.wait(time.Hour)
		if got := u.fire(due) + kinds(u.must(state.TellReminder{ID: "r1"})); got != "" || len(u.Due()) != 0 {
			t.Errorf("%s: once told there is %s", c.name, got)
		}
	}
	u := newUser(t)
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: due}})
	if _, err := u.do("", state.FireReminder{ID: "r1", Due: due}); !errors.Is(err, state.ErrInvalid) {
		t.Errorf("an hour early: %v", err)
	}
	u.must(state.CancelReminder{ID: "r1"})
	u.wait(time.Hour)
	if got := u.fire(due); got != "" {
		t.Errorf("a cancelled one has %s", got)
	}
}

// A repeated reminder comes at the same time of the user's clock for ever, whatever
// the clock does: over the hour that is skipped and the one that comes twice.
func TestRepeatedReminderKeepsItsTime(t *testing.T) {
	for _, c := range []struct {
		first time.Time
		rule  string
		want  []string
	}{
		{time.Date(2027, 3, 26, 2, 30, 0, 0, berlin), "FREQ=DAILY", []string{
			"2027-03-26 02:30 CET", "2027-03-27 02:30 CET", "2027-03-28 03:30 CEST", "2027-03-29 02:30 CEST", "2027-03-30 02:30 CEST",
		}},
		{time.Date(2027, 10, 30, 2, 30, 0, 0, berlin), "FREQ=DAILY", []string{
			"2027-10-30 02:30 CEST", "2027-10-31 02:30 CEST", "2027-11-01 02:30 CET", "2027-11-02 02:30 CET",
		}},
		{time.Date(2027, 1, 31, 9, 0, 0, 0, berlin), "FREQ=MONTHLY;BYMONTHDAY=-1", []string{
			"2027-01-31 09:00 CET", "2027-02-28 09:00 CET", "2027-03-31 09:00 CEST", "2027-04-30 09:00 CEST",
		}},
		{time.Date(2027, 1, 5, 9, 0, 0, 0, berlin), "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", []string{
			"2027-01-05 09:00 CET", "2027-01-07 09:00 CET", "2027-01-19 09:00 CET", "2027-01-21 09:00 CET",
		}},
	} {
		u := newUser(t)
		u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: c.first, Rule: c.rule}})
		for i, want := range c.want {
			r := u.Reminders[0]
			if got := r.At.In(berlin).Format("2006-01-02 15:04 MST"); got != want || r.Status != parley.Scheduled {
				t.Fatalf("%s, time %d: %s, %s, want %s", c.rule, i+1, got, r.Status, want)
			}
			u.now = r.At.Add(-time.Second / 4) // as the server's clock is a little ahead
			for ring := range 2 {
				if got := u.fire(r.At); (got == "") != (ring == 1) {
					t.Fatalf("%s, time %d: ring %d gives %q", c.rule, i+1, ring+1, got)
				}
			}
			u.must(state.TellReminder{ID: "r1"})
		}
	}
}

// A rule of so many times ends after them, however often the clock rings.
func TestRepetitionEnds(t *testing.T) {
	u := newUser(t)
	day := func(n int) time.Time { return time.Date(2026, 11, 24+n, 12, 0, 0, 0, berlin) }
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: day(0), Rule: "FREQ=DAILY;COUNT=3"}})
	for n := range 3 {
		u.now = day(n)
		if got := u.fire(day(n)); got != "reminder.fired" {
			t.Fatalf("time %d: %q", n+1, got)
		}
		if got := u.fire(day(n)); got != "" {
			t.Errorf("time %d, rung again: %q", n+1, got)
		}
		if n < 2 {
			u.must(state.TellReminder{ID: "r1"})
			u.wantReminder(parley.Scheduled, day(n+1))
		}
	}
	u.must(state.TellReminder{ID: "r1"})
	u.wantReminder(parley.Told, day(2))
	if len(u.Begun) != 0 {
		t.Errorf("%v is kept of a rule that has ended", u.Begun)
	}
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "b", At: u.now.Add(1), Rule: "FREQ=DAILY"}}, state.CancelReminder{ID: "r2"})
	if len(u.Begun) != 0 {
		t.Errorf("%v is kept of a rule that was cancelled", u.Begun)
	}
}

// A repeated reminder that nobody has heard is fired again at its next time, and
// goes on once it is told, also where that next time has passed without a ring.
func TestRepeatedReminderNotTold(t *testing.T) {
	u := newUser(t)
	day := func(n int) time.Time { return time.Date(2026, 11, 24+n, 12, 0, 0, 0, berlin) }
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: day(0), Rule: "FREQ=DAILY"}})
	u.now = day(0)
	u.fire(day(0))
	u.wantReminder(parley.Fired, day(1))
	u.now = day(3).Add(time.Hour) // no host was there for two days
	if got := u.fire(day(1)); got != "reminder.fired" {
		t.Fatalf("fired again: %q", got)
	}
	u.wantReminder(parley.Fired, day(4))
	if r := u.Due()[0]; r.MissedBy != 49*3600 || !r.FiredAt.Equal(u.now) {
		t.Errorf("missed by %d s, fired at %v", r.MissedBy, r.FiredAt)
	}
	u.now = day(4).Add(time.Hour) // it is told before the clock of the fourth day rings
	u.must(state.TellReminder{ID: "r1"})
	u.wantReminder(parley.Scheduled, day(4))
	if got := u.fire(day(4)); got != "reminder.fired" {
		t.Errorf("the ring that was late gives %q", got)
	}
	u.wantReminder(parley.Fired, day(5))
}

// The oldest that was told makes room; without one there is none.
func TestTooManyReminders(t *testing.T) {
	u := newUser(t)
	set := func(n int) state.Command {
		return state.SetReminder{Reminder: parley.Reminder{Text: fmt.Sprint("r ", n), At: tuesday.Add(time.Hour)}}
	}
	for n := range state.MaxReminders {
		u.must(set(n))
	}
	if _, err := u.do("", set(1000)); !errors.Is(err, state.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	u.wait(time.Hour)
	for _, id := range []string{"r3", "r4"} {
		u.must(state.FireReminder{ID: id, Due: u.now}, state.TellReminder{ID: id})
	}
	u.now = tuesday
	if got := kinds(u.must(set(1000))); got != "reminder.cancelled reminder.created" {
		t.Errorf("with one that was told: %s", got)
	}
	if _, ok := u.Reminder("r3"); ok || len(u.Reminders) != state.MaxReminders {
		t.Errorf("the oldest is there: %v, of %d", ok, len(u.Reminders))
	}
}

// Reminders are told in the order in which they were fired.
func TestDue(t *testing.T) {
	u := newUser(t)
	for i, rule := range []string{"", "FREQ=YEARLY", ""} {
		u.must(state.SetReminder{Reminder: parley.Reminder{Text: "a", At: tuesday.Add(time.Duration(3-i) * time.Hour), Rule: rule}})
	}
	u.wait(2 * time.Hour)
	u.must(state.FireReminder{ID: "r2", Due: u.now})
	u.wait(time.Hour)
	u.must(state.FireReminder{ID: "r1", Due: u.now})
	if got := ids(u.Due(), func(r parley.Reminder) string { return r.ID }); got != "r2 r1" {
		t.Errorf("due are %s", got)
	}
}
