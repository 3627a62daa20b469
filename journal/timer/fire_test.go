package timer_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/journal/timer"
)

var errFailed = errors.New("failed")

func TestFireThatFailsIsCalledAgain(t *testing.T) {
	for how, fail := range map[string]func() error{
		"error": func() error { return errFailed },
		"panic": func() error { panic("what a user said") },
	} {
		t.Run(how, func(t *testing.T) {
			timers, calls := open(t, server(t)), newFiring()
			run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
				if _ = calls.fire(ctx, owner, name, due); len(calls) < 3 {
					return fail()
				}
				return nil
			})
			at := set(t, timers, "r", 100*time.Millisecond)
			emptied(t, timers)
			for range 3 {
				if got := calls.next(t); got.name != "r" || !got.due.Equal(at) {
					t.Errorf("fired %+v, want r at %v", got, at)
				}
			}
			if len(calls) != 0 {
				t.Error("fired again after it was done")
			}
		})
	}
}

// journal is what is logged, safe for concurrent use.
type journal struct {
	mu sync.Mutex
	bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.Buffer.Write(p)
}

func TestFireThatAlwaysFailsIsGivenUpAfterFiveCalls(t *testing.T) {
	var log journal
	timers := open(t, server(t), func(c *timer.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	calls := newFiring()
	stop := run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		_ = calls.fire(ctx, owner, name, due)
		panic("what a user said")
	})
	set(t, timers, "r", 0)
	emptied(t, timers)
	stop()
	if len(calls) != 5 {
		t.Errorf("%d calls, want 5", len(calls))
	}
	if n := strings.Count(log.String(), "a timer is given up"); n != 1 || strings.Contains(log.String(), "what a user said") {
		t.Errorf("logged %s; want one line that it is given up, and nothing a user said", log.String())
	}
}

// Pauses grow, and a timer that pauses holds up no other.
func TestOthersFireDuringAPause(t *testing.T) {
	timers, calls := open(t, server(t), func(c *timer.Config) { c.Parallel = 1 }), newFiring()
	timers.Hasten(50*time.Millisecond, timer.Patience)
	var mu sync.Mutex
	var tries []time.Time
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		if name == "other" {
			return calls.fire(ctx, owner, name, due)
		}
		mu.Lock()
		defer mu.Unlock()
		if tries = append(tries, time.Now()); len(tries) < 3 {
			return errFailed
		}
		return nil
	})
	set(t, timers, "r", 0)
	set(t, timers, "other", 400*time.Millisecond) // r pauses from 0.3 s to 0.7 s
	calls.names(t, "other")
	emptied(t, timers)
	mu.Lock()
	defer mu.Unlock()
	if len(tries) != 3 || tries[1].Sub(tries[0]) < 50*time.Millisecond || tries[2].Sub(tries[1]) < 400*time.Millisecond {
		t.Errorf("fired at %v, want pauses of 50 ms and 400 ms", tries)
	}
}

func TestOneThatIsSlowDoesNotHoldUpOthers(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	began := make(chan struct{}, timer.DefaultParallel)
	release := make(chan struct{})
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		if strings.HasPrefix(name, "slow") {
			began <- struct{}{}
			<-release
			return nil
		}
		return calls.fire(ctx, owner, name, due)
	})
	for i := range timer.DefaultParallel - 1 {
		set(t, timers, "slow"+string(rune('a'+i)), 0)
	}
	for range timer.DefaultParallel - 1 {
		next(t, began)
	}
	var want []string
	for i := range 20 {
		want = append(want, "r"+string(rune('a'+i)))
		set(t, timers, want[i], 300*time.Millisecond)
	}
	calls.names(t, want...)
	close(release)
	emptied(t, timers)
}

// One that is fired for longer than AckWait, a second, stays with its process.
func TestLongFireIsCalledOnce(t *testing.T) {
	js := server(t)
	calls := newFiring()
	for range 2 {
		run(t, open(t, js), func(ctx context.Context, owner, name string, due time.Time) error {
			_ = calls.fire(ctx, owner, name, due)
			if name == "long" {
				<-time.After(2500 * time.Millisecond)
			}
			return nil
		})
	}
	timers := open(t, js)
	set(t, timers, "long", 0)
	emptied(t, timers)
	calls.names(t, "long")
	if len(calls) != 0 {
		t.Errorf("fired again %+v while it was fired", calls.next(t))
	}
}

// A call that hangs ends with its context, and is one that failed.
func TestHangingFireIsEnded(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	timers.Hasten(time.Millisecond, 50*time.Millisecond)
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		_ = calls.fire(ctx, owner, name, due)
		<-ctx.Done()
		return ctx.Err()
	})
	set(t, timers, "r", 0)
	emptied(t, timers)
	if len(calls) != 5 {
		t.Errorf("%d calls, want 5", len(calls))
	}
}

// A fire function may set its own timer anew, as that of a reminder that repeats.
// That counts, whatever the function returns.
func TestFireSetsItsTimerAnew(t *testing.T) {
	timers := open(t, server(t))
	calls := newFiring()
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		_ = calls.fire(ctx, owner, name, due)
		if len(calls) == 4 {
			return nil
		}
		if err := timers.Set(ctx, owner, name, due.Add(200*time.Millisecond)); err != nil {
			t.Error(err)
		}
		return errFailed
	})
	first := set(t, timers, "r", 100*time.Millisecond)
	emptied(t, timers)
	for i := range 4 {
		if got, want := calls.next(t), first.Add(time.Duration(i)*200*time.Millisecond); !got.due.Equal(want) {
			t.Errorf("call %d is for %v, want %v", i, got.due, want)
		}
	}
	if len(calls) != 0 {
		t.Error("fired again for a time that was replaced")
	}
}

// One that pauses before it is fired again is replaced and cancelled like any.
func TestTimerThatPausesIsReplacedAndCancelled(t *testing.T) {
	timers := open(t, server(t))
	timers.Hasten(300*time.Millisecond, timer.Patience)
	calls := newFiring()
	failed := make(chan string, 16)
	run(t, timers, func(ctx context.Context, owner, name string, due time.Time) error {
		if time.Since(due) > time.Minute {
			failed <- name
			return errFailed
		}
		return calls.fire(ctx, owner, name, due)
	})
	set(t, timers, "moved", -time.Hour)
	set(t, timers, "gone", -time.Hour)
	both := []string{next(t, failed), next(t, failed)}
	slices.Sort(both)
	if !slices.Equal(both, []string{"gone", "moved"}) {
		t.Fatalf("failed %v", both)
	}
	set(t, timers, "moved", 500*time.Millisecond)
	if err := timers.Cancel(t.Context(), "o", "gone"); err != nil {
		t.Fatal(err)
	}
	calls.names(t, "moved")
	emptied(t, timers)
	if len(failed) != 0 {
		t.Errorf("%s was fired again for its old time", <-failed)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	js := server(t)
	slow := func(c *timer.Config) { c.AckWait = 3 * deadline } // what is not given back is fired only then
	timers := open(t, js, slow)
	began := make(chan struct{})
	stop := run(t, timers, func(ctx context.Context, _, _ string, _ time.Time) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	})
	set(t, timers, "r", 0)
	next(t, began)
	stop()
	calls := newFiring()
	run(t, open(t, js, slow), calls.fire)
	calls.next(t) // it was given back
}
