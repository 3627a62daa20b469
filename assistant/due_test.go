//go:build !race

// How late a reminder is, is a figure of time, as callers have it.

package assistant_test

import (
	"context"
	"encoding/json"
	"flag"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/state"
	"parley/journal/timer"
)

var (
	manyReminders = flag.Int("reminders", 200, "how many reminders TestDueRemindersOutliveRestarts has")
	dueWithin     = flag.Duration("spread", 3*time.Second, "how long they come due")
)

// tooLate is a lateness that no machine explains, be it ever so busy.
const tooLate = time.Minute

// ring is that a reminder was fired, as it is stored.
type ring struct{ due, at time.Time }

// fired are the times that a user's reminders were fired.
func (d *served) fired(owner string) (rings []ring) {
	d.t.Helper()
	for c, err := range d.log.Record(owner).Read(d.t.Context(), 0) {
		if err != nil {
			d.t.Fatal(err)
		}
		for _, e := range c.Events {
			var f state.ReminderFired
			if e.Kind != state.Kind(f) {
				continue
			}
			if err := json.Unmarshal(e.Data, &f); err != nil {
				d.t.Fatal(err)
			}
			rings = append(rings, ring{f.Due, c.At})
		}
	}
	return rings
}

// Reminders of as many users, due in the same minute, are each fired once by two
// hosts that did not set them, also where the server and one of the hosts end in the
// midst of them and others take their places.
func TestDueRemindersOutliveRestarts(t *testing.T) {
	n, dir := *manyReminders, t.TempDir()
	from := time.Now().Add(2*time.Second + time.Duration(n)*20*time.Millisecond) // they are set by then
	t.Run("set", func(t *testing.T) {
		d := open(t, setup{js: dial(t, unsynced(t, dir)), now: time.Now})
		together(t, n, func(i int) error {
			at := from.Add(time.Duration(i) * *dueWithin / time.Duration(n))
			return d.stores(nameOf(i), state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: at}})
		})
	})
	f := newFallible(t, dir)
	first, second := open(t, setup{js: f.dial(), now: time.Now}), open(t, setup{js: f.dial(), now: time.Now})
	ready := time.Now()
	<-time.After(time.Until(from.Add(*dueWithin / 2)))
	began := time.Now()
	var ending sync.WaitGroup
	ending.Go(second.stop)
	f.Stop()
	f.Start()
	ending.Wait()
	restarted := time.Since(began)
	open(t, setup{js: f.dial(), now: time.Now})
	<-time.After(time.Until(from.Add(*dueWithin)))
	first.until("reminders are not fired", func() bool {
		s, err := first.js.Stream(t.Context(), "TIMERS")
		return err == nil && s.CachedInfo().State.Msgs == 0
	})
	var late spans
	before := 0
	for i := range n {
		all := first.fired(nameOf(i))
		if len(all) != 1 {
			t.Errorf("the reminder of user %d was fired %d times", i, len(all))
		}
		for _, r := range all {
			late = append(late, r.at.Sub(r.due))
			if r.at.Before(began) {
				before++
			}
		}
	}
	t.Logf("%d reminders due within %v, hosts ready %v before; the server and a host were restarted in %v, after %d; late: %v",
		n, *dueWithin, from.Sub(ready).Round(time.Millisecond), restarted.Round(time.Millisecond), before, late)
	if before == 0 || before == n {
		t.Errorf("%d reminders of %d were fired before the restart", before, n)
	}
	if late.at(0) < 0 || late.at(1) > tooLate {
		t.Errorf("late from %v to %v", late.at(0), late.at(1))
	}
}

// away are timers that are not in reach at first.
type away struct {
	assistant.Timers
	tries int
}

func (a *away) Set(ctx context.Context, owner, name string, at time.Time) error {
	if a.tries++; a.tries == 1 {
		return timer.ErrUnavailable
	}
	return a.Timers.Set(ctx, owner, name, at)
}

// A reminder is stored with its clock, also where it is the first thing of a user's.
func TestFirstReminderHasItsClock(t *testing.T) {
	d := open(t, setup{now: time.Now})
	timers, err := timer.Open(t.Context(), d.js, timer.Config{Name: "TIMERS"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := assistant.New(assistant.Config{Log: d.log, Timers: &away{Timers: timers}})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(time.Second)
	if err := (&served{Host: h, t: t}).stores(owner, state.SetReminder{Reminder: parley.Reminder{Text: "stretch", At: at}}); err != nil {
		t.Fatal(err)
	}
	d.until("the reminder is not fired", func() bool { return len(d.fired(owner)) == 1 })
}
