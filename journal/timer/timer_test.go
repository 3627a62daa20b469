package timer_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/journal/timer"
)

func TestFiredOnTimeWithTheVeryTimeThatWasSet(t *testing.T) {
	owner := strings.Repeat("some-Owner_1", 6)[:64]
	timers, calls := open(t, server(t), func(c *timer.Config) { c.Name = owner }), newFiring()
	run(t, timers, calls.fire)
	want := map[string]time.Time{}
	zone := time.FixedZone("", -7*3600)
	for name, in := range map[string]time.Duration{
		"soon": 20 * time.Millisecond, "half": 500 * time.Millisecond, "second": time.Second, owner: 1234567891,
		"past": -time.Hour, "now": 0,
	} {
		at := time.Now().Add(in).In(zone)
		want[name] = at
		if err := timers.Set(t.Context(), owner, name, at); err != nil {
			t.Fatal(err)
		}
	}
	for range len(want) {
		got := calls.next(t)
		if got.owner != owner || !got.due.Equal(want[got.name]) {
			t.Errorf("fired %+v, want it for %v", got, want[got.name])
		}
		if got.name != "past" && got.isLate() {
			t.Errorf("%s was fired %v late", got.name, got.late)
		}
		delete(want, got.name)
	}
	emptied(t, timers)
}

func TestTimeThatHasPassedFiresAtOnce(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	run(t, timers, calls.fire)
	for _, at := range []time.Time{time.Unix(0, 0), time.Unix(1e9, 1), time.Now().Add(-time.Nanosecond)} {
		clock := enginetest.Start()
		if err := timers.Set(t.Context(), "o", "r", at); err != nil {
			t.Fatal(err)
		}
		if got := calls.next(t); !got.due.Equal(at) {
			t.Errorf("fired for %v, want %v", got.due, at)
		}
		if l := clock.Lapse(); l.Own > lateness {
			t.Errorf("a timer of %v was fired after %v, want at once", at, l.Took)
		}
	}
}

func TestReplacedTimerFiresOnceAtTheNewTime(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	run(t, timers, calls.fire)
	for _, c := range []struct{ before, after time.Duration }{
		{time.Hour, 300 * time.Millisecond}, {300 * time.Millisecond, 600 * time.Millisecond},
	} {
		set(t, timers, "r", c.before)
		at := set(t, timers, "r", c.after)
		set(t, timers, "last", 1100*time.Millisecond)
		if got := calls.next(t); got.name != "r" || !got.due.Equal(at) {
			t.Errorf("%v, then %v: fired %+v, want r at %v", c.before, c.after, got, at)
		}
		calls.names(t, "last")
	}
	emptied(t, timers)
}

// The same name is another timer with another owner.
func TestNamesAreOfTheirOwner(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	at := time.Now().Add(300 * time.Millisecond)
	for _, owner := range []string{"a", "b", "ab"} {
		if err := timers.Set(t.Context(), owner, "r", at); err != nil {
			t.Fatal(err)
		}
	}
	if err := timers.Cancel(t.Context(), "a", "r"); err != nil {
		t.Fatal(err)
	}
	run(t, timers, calls.fire)
	for range 2 {
		if got := calls.next(t); got.owner == "a" {
			t.Error("a's timer was fired after its Cancel")
		}
	}
}

func TestCancelledTimerDoesNotFire(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	run(t, timers, calls.fire)
	set(t, timers, "r", 300*time.Millisecond)
	set(t, timers, "r2", 300*time.Millisecond)
	set(t, timers, "last", 600*time.Millisecond)
	for range 2 { // the second finds none
		if err := timers.Cancel(t.Context(), "o", "r"); err != nil {
			t.Fatal(err)
		}
	}
	calls.names(t, "r2")
	calls.names(t, "last")
	emptied(t, timers)
}

func TestCancelAllLeavesNothing(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	for _, name := range []string{"a", "b", "c"} {
		set(t, timers, name, time.Hour)
	}
	set(t, timers, "due", -time.Hour)
	if err := timers.Set(t.Context(), "other", "kept", time.Now().Add(500*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	failed := make(chan struct{}, 16)
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		if owner == "other" {
			return calls.fire(ctx, owner, name, due)
		}
		failed <- struct{}{}
		<-ctx.Done() // under way as all is cancelled
		return errors.New("failed")
	})
	next(t, failed)
	for range 2 {
		if err := timers.CancelAll(t.Context(), "o"); err != nil {
			t.Fatal(err)
		}
	}
	state, err := timers.State(t.Context())
	if err != nil || state.Msgs != 1 {
		t.Errorf("%d messages are left, %v; want the other owner's", state.Msgs, err)
	}
	calls.names(t, "kept")
}

func TestNamesAndTimesThatAreRefused(t *testing.T) {
	timers := open(t, server(t))
	long := strings.Repeat("x", 64)
	at := time.Now().Add(time.Hour)
	for _, c := range []struct {
		owner, name string
		at          time.Time
		want        error
	}{
		{"o", "r", at, nil},
		{long, long, at, nil},
		{"", "r", at, timer.ErrToken},
		{"o", "", at, timer.ErrToken},
		{long + "x", "r", at, timer.ErrToken},
		{"o", long + "x", at, timer.ErrToken},
		{"*", "r", at, timer.ErrToken},
		{"o", ">", at, timer.ErrToken},
		{"a.b", "r", at, timer.ErrToken},
		{"o", "two words", at, timer.ErrToken},
		{"o", "naïve", at, timer.ErrToken},
		{"o", "r\r\n", at, timer.ErrToken},
		{"o", "r", time.Time{}, timer.ErrTime},
		{"o", "r", time.Unix(0, -1), timer.ErrTime},
		{"o", "r", time.Date(2200, 12, 31, 0, 0, 0, 0, time.UTC), nil},
		{"o", "r", time.Date(2201, 1, 1, 0, 0, 0, 0, time.UTC), timer.ErrTime},
	} {
		err := timers.Set(t.Context(), c.owner, c.name, c.at)
		if !errors.Is(err, c.want) || err != nil && strings.Contains(err.Error(), "two words") {
			t.Errorf("Set(%q, %q, %v) = %v, want %v", c.owner, c.name, c.at, err, c.want)
		}
		if !errors.Is(c.want, timer.ErrToken) {
			continue
		}
		if err := timers.Cancel(t.Context(), c.owner, c.name); !errors.Is(err, timer.ErrToken) {
			t.Errorf("Cancel(%q, %q) = %v", c.owner, c.name, err)
		}
	}
	if err := timers.CancelAll(t.Context(), "*"); !errors.Is(err, timer.ErrToken) {
		t.Errorf("CancelAll(*) = %v", err)
	}
	if _, err := timer.Open(t.Context(), server(t), timer.Config{Name: "a.b"}); !errors.Is(err, timer.ErrToken) {
		t.Errorf("Open(a.b) = %v", err)
	}
}

// The server would make room by dropping the timer that was set first.
func TestFullRefusesTheNewAndDropsNoOld(t *testing.T) {
	timers := open(t, server(t), func(c *timer.Config) { c.MaxBytes = 4 << 10 })
	at := time.Now().Add(time.Hour)
	var err error
	n := 0
	for ; err == nil && n < 1000; n++ {
		err = timers.Set(t.Context(), "o", "r"+strings.Repeat("x", n%60), at.Add(time.Duration(n)))
	}
	if !errors.Is(err, timer.ErrFull) {
		t.Fatalf("Set = %v after %d timers, want ErrFull", err, n)
	}
	state, err := timers.State(t.Context())
	if err != nil || int(state.Msgs) != n-1 {
		t.Errorf("%d timers of %d are kept, %v", state.Msgs, n-1, err)
	}
	if err := timers.CancelAll(t.Context(), "o"); err != nil {
		t.Fatal(err)
	}
	set(t, timers, "r", time.Hour)
}
