package timer_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"parley/app/embedded/embeddedtest"
	"parley/journal/timer"
)

const (
	// many is how many timers are due in one second.
	many = 1000
	// unfit is a lateness that no machine explains, be it ever so busy.
	unfit = 2 * timer.DefaultAckWait
)

// patient has a timer stay with its process on a machine that is busy.
func patient(c *timer.Config) { c.AckWait = timer.DefaultAckWait }

// unhurried has a timer stay with its process on a machine that stands still for longer
// than a process is waited for in the field. Nobody dies in such a test.
func unhurried(c *timer.Config) { c.AckWait = time.Minute }

// setMany sets timers at times that are spread from a time on, by eight at once and
// in no order. It returns when that was done. A request waits long: the machine's disk
// may stand still for longer than one without a deadline does.
func setMany(t testing.TB, timers *timer.Timers, from time.Time, spread time.Duration) time.Time {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for some := range slices.Chunk(rand.Perm(many), many/8) {
		wg.Go(func() {
			for _, i := range some {
				at := from.Add(time.Duration(i) * spread / many)
				if err := timers.Set(ctx, fmt.Sprintf("o%d", i%100), fmt.Sprintf("r%d", i), at); err != nil {
					t.Errorf("Set = %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Now()
}

// collect reads calls until each of many timers was fired that want is true of. It
// returns how many calls were for one that was fired before, and the worst
// lateness after due and after all were set.
func collect(t testing.TB, calls firing, set time.Time, want func(fired) bool) (again int, worst time.Duration) {
	t.Helper()
	seen := map[string]bool{}
	for over := time.After(2 * deadline); len(seen) < many; {
		select {
		case got := <-calls:
			switch {
			case got.late < 0:
				t.Errorf("%s was fired %v early", got.name, -got.late)
			case !want(got):
			case seen[got.name]:
				again++
			default:
				seen[got.name], worst = true, max(worst, min(got.late, got.at.Sub(set))-got.held)
			}
		case <-over:
			t.Fatalf("%d of %d timers were fired", len(seen), many)
		}
	}
	return again, worst
}

func anyOne(fired) bool { return true }

// both tells two of a call.
func both(a, b firing) fireFunc {
	return func(ctx context.Context, owner, name string, due time.Time) error {
		return errors.Join(a.fire(ctx, owner, name, due), b.fire(ctx, owner, name, due))
	}
}

func TestTwoRunsShareAThousandTimersOfOneSecond(t *testing.T) {
	for how, spread := range map[string]time.Duration{"over the second": time.Second, "at once": 0} {
		t.Run(how, func(t *testing.T) {
			n := embeddedtest.StartNATS(t, t.TempDir())
			timers := open(t, embeddedtest.Connect(t, n), unhurried)
			all, own := newFiring(), [2]firing{newFiring(), newFiring()}
			for i := range own {
				run(t, open(t, embeddedtest.Connect(t, n), unhurried), both(all, own[i]))
			}
			set := setMany(t, timers, time.Now().Add(time.Second), spread)
			again, worst := collect(t, all, set, anyOne)
			emptied(t, timers)
			again += len(all)
			t.Logf("worst lateness %v; by each: %d, %d", worst, len(own[0]), len(own[1]))
			if again != 0 || worst > unfit || len(own[0]) == 0 || len(own[1]) == 0 {
				t.Errorf("%d fired again, worst lateness %v, by each: %d, %d", again, worst, len(own[0]), len(own[1]))
			}
		})
	}
}

func TestRestartInTheSecondOfAThousandTimersLosesNone(t *testing.T) {
	f := newFallible(t)
	timers := open(t, f.dial(), patient)
	set := setMany(t, timers, time.Now().Add(time.Second), time.Second)
	calls := newFiring()
	for range 2 {
		run(t, open(t, f.dial(), patient), calls.fire)
	}
	first := calls.next(t) // in the midst of them
	calls <- first
	f.Stop()
	f.Start()
	again, worst := collect(t, calls, set, anyOne)
	emptied(t, timers)
	t.Logf("worst lateness %v, %d fired again", worst, again+len(calls))
	if worst > unfit {
		t.Errorf("worst lateness %v", worst)
	}
}

// The server moves a timer that is due in two steps. One that is set anew between
// them is not lost.
func TestTimersReplacedAsTheyComeDueFireAtTheNewTime(t *testing.T) {
	timers, calls := open(t, server(t), unhurried), newFiring()
	run(t, timers, calls.fire)
	at := time.Now().Add(time.Second)
	setMany(t, timers, at, 0)
	later := at.Add(time.Second)
	<-time.After(time.Until(at) - 100*time.Millisecond)
	set := setMany(t, timers, later, 0)
	early := 0
	again, _ := collect(t, calls, set, func(got fired) bool {
		if !got.due.Equal(later) {
			early++
		}
		return got.due.Equal(later)
	})
	t.Logf("%d of %d were fired before they were replaced", early, many)
	if again != 0 {
		t.Errorf("%d fired again", again)
	}
}

// A fired timer leaves no message. Its bytes stay in a file of the server that has
// others, until the server writes that anew.
func TestDiskOfTimers(t *testing.T) {
	measure := func(from time.Time) (message, disk int64) {
		dir := t.TempDir()
		timers, calls := open(t, embeddedtest.Connect(t, embeddedtest.StartNATS(t, dir))), newFiring()
		set(t, timers, "kept", time.Hour)
		done := setMany(t, timers, from, 0)
		if from.Before(done) {
			run(t, timers, calls.fire)
			collect(t, calls, done, anyOne)
			left(t, timers, 1)
		}
		state, err := timers.State(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return int64(state.Bytes) / many, stored(t, dir) / many
	}
	message, waiting := measure(time.Now().Add(time.Hour))
	_, fired := measure(time.Now())
	t.Logf("a timer is %d bytes, %d on disk; a fired one leaves %d", message, waiting, fired)
	if waiting > 300 || fired > 1000 {
		t.Errorf("%d bytes on disk for a timer, %d for a fired one", waiting, fired)
	}
}

// stored is the size of the stream's blocks.
func stored(t testing.TB, dir string) (bytes int64) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", "TIMERS", "msgs", "*.blk"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no blocks, %v", err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Size()
	}
	return bytes
}

func BenchmarkSet(b *testing.B) {
	for name, bound := range map[string]int64{"unbounded": 0, "bounded": math.MaxInt64} {
		b.Run(name, func(b *testing.B) {
			timers := open(b, server(b), func(c *timer.Config) { c.MaxBytes = bound })
			at := time.Now().Add(time.Hour)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				if err := timers.Set(b.Context(), "o", fmt.Sprintf("r%d", i), at); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("replaced", func(b *testing.B) {
		timers := open(b, server(b))
		at := time.Now().Add(time.Hour)
		b.ReportAllocs()
		for b.Loop() {
			at = at.Add(time.Second)
			if err := timers.Set(b.Context(), "o", "r", at); err != nil {
				b.Fatal(err)
			}
		}
	})
}
