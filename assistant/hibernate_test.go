package assistant_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/state"
)

// in is the served in a part of its test.
func (d *served) in(t *testing.T) *served {
	part := *d
	part.t = t
	return &part
}

// add has the owner add a task.
func (d *served) add(title string) {
	d.t.Helper()
	if err := d.stores(owner, state.AddTask{Task: task(title)}); err != nil {
		d.t.Fatal(err)
	}
}

// sweep has the host free who is idle until so many are left: word of a commit may
// be under way and keep its user for that long.
func (d *served) sweep(users int) {
	d.t.Helper()
	d.until(fmt.Sprintf("not %d users are in memory", users), func() bool {
		d.Sweep(d.t.Context())
		return d.Active() == users
	})
}

// A user is in memory for two minutes after what they asked for last, and comes back
// as they were.
func TestIdleUserHibernates(t *testing.T) {
	d := open(t, setup{})
	d.add("buy milk")
	d.idle() // and no word of that is under way any more
	d.wantTasks("buy milk")
	for range 3 {
		d.clock.add(2 * time.Minute)
		d.Sweep(t.Context())
		if n := d.Active(); n != 1 {
			t.Fatalf("after two minutes %d users are in memory", n)
		}
		d.wantTasks("buy milk") // asks for something
	}
	d.clock.add(2*time.Minute + time.Millisecond)
	d.sweep(0)
	d.wantTasks("buy milk")
}

// Who is watched stays in memory, and is told of what comes.
func TestWatchedUserStaysInMemory(t *testing.T) {
	d := open(t, setup{})
	d.add("buy milk")
	ctx, cancel := context.WithCancel(t.Context())
	seen, done := make(chan int, 16), make(chan error, 1)
	go func() {
		done <- d.Watch(ctx, owner, func(c assistant.Change) error {
			switch {
			case c.State != nil:
				seen <- len(c.State.Tasks)
			case c.Patch != nil:
				seen <- len(c.Patch.Tasks)
			}
			return nil
		})
	}()
	if n := next(t, seen); n != 1 {
		t.Errorf("saw %d tasks", n)
	}
	d.clock.add(time.Hour)
	d.Sweep(t.Context())
	if n := d.Active(); n != 1 {
		t.Errorf("%d users are in memory", n)
	}
	d.add("call Anna")
	if n := next(t, seen); n != 1 {
		t.Errorf("was told of %d tasks", n)
	}
	cancel()
	if err := next(t, done); !errors.Is(err, context.Canceled) {
		t.Errorf("Watch = %v", err)
	}
	d.clock.add(time.Hour)
	d.sweep(0)
}

// snapshot is where the owner's is, and how often any was written.
func (d *served) snapshot() (at, written uint64) {
	d.t.Helper()
	at, _, err := d.log.Record(owner).Snapshot(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	s, err := d.js.Stream(d.t.Context(), "USERS_SNAPSHOTS")
	if err != nil {
		d.t.Fatal(err)
	}
	return at, s.CachedInfo().State.LastSeq
}

// A snapshot is written every 50 commits and as a user hibernates, if there is
// anything new.
func TestSnapshots(t *testing.T) {
	d := open(t, setup{})
	for commits := 1; commits <= 120; commits++ {
		d.add(fmt.Sprint("task ", commits))
		want := uint64(commits / 50)
		if at, written := d.snapshot(); at != 50*want || written != want {
			t.Fatalf("after %d commits %d snapshots were written, the last at %d", commits, written, at)
		}
	}
	for range 3 { // only the first finds anything new
		d.clock.add(time.Hour)
		d.sweep(0)
		if at, written := d.snapshot(); at != 120 || written != 3 {
			t.Fatalf("after hibernation %d snapshots were written, the last at %d", written, at)
		}
		if n := len(d.state().Tasks); n != 120 {
			t.Fatalf("%d tasks came back", n)
		}
	}
}

// A snapshot that cannot be used costs time and nothing else.
func TestUselessSnapshotsAreIgnored(t *testing.T) {
	d := open(t, setup{})
	d.add("buy milk")
	_, old, err := d.log.Record(owner).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.clock.add(time.Hour)
	d.sweep(0)
	at, good, err := d.log.Record(owner).Snapshot(t.Context())
	if err != nil || at != 1 || len(old) != 0 {
		t.Fatalf("snapshots at %d of %d and %d bytes, %v", at, len(old), len(good), err)
	}
	if err := d.stores("another", state.AddTask{Task: task("not the owner's")}); err != nil {
		t.Fatal(err)
	}
	d.add("call Anna")
	d.clock.add(time.Hour)
	d.sweep(0)
	for name, s := range map[string]struct {
		at   uint64
		data []byte
	}{
		"old":                       {1, good},
		"empty":                     {3, nil},
		"not one":                   {3, []byte("junk")},
		"cut":                       {1, good[:len(good)/2]},
		"of another version":        {1, append([]byte("0"), good[1:]...)},
		"of another commit":         {3, good},
		"damaged":                   {1, flipped(good)},
		"of what is no state at 3":  {3, []byte("1\nnot gzip")},
		"of the commit before none": {0, good},
	} {
		t.Run(name, func(t *testing.T) {
			d := d.in(t)
			d.clock.add(time.Hour)
			d.sweep(0)
			if err := d.log.Record(owner).Save(t.Context(), s.at, s.data); err != nil {
				t.Fatal(err)
			}
			d.wantTasks("buy milk, call Anna")
		})
	}
	d.add("feed the cat")
	d.wantTasks("buy milk, call Anna, feed the cat")
}

func flipped(data []byte) []byte {
	data = append([]byte(nil), data...)
	data[len(data)/2] ^= 0x40
	return data
}

// Two hosts that take turns with a user have the same of them, whichever of them the
// user goes from the memory of.
func TestHostsConvergeAcrossHibernation(t *testing.T) {
	js := store(t)
	hosts := [2]*served{open(t, setup{js: js}), open(t, setup{js: js})}
	const each = 60
	var all sync.WaitGroup
	for i, d := range hosts {
		all.Go(func() {
			for n := range each {
				if err := d.stores(owner, state.AddTask{Task: task(fmt.Sprintf("task %d of host %d", n, i))}); err != nil {
					t.Error(err)
					return
				}
				if rand.IntN(4) == 0 {
					d.clock.add(time.Hour)
					d.Sweep(t.Context())
				}
			}
		})
	}
	all.Wait()
	hosts[0].clock.add(time.Hour)
	hosts[0].sweep(0) // and the other remembers
	a, b := hosts[0].state(), hosts[1].state()
	hosts[1].until("the hosts differ", func() bool {
		b = hosts[1].state()
		return a.Rev == b.Rev
	})
	if titles(a.Tasks) != titles(b.Tasks) || len(a.Tasks) != 2*each {
		t.Errorf("%d and %d tasks", len(a.Tasks), len(b.Tasks))
	}
	hosts[1].add("of the one who remembered")
	hosts[0].add("of the one who did not")
	hosts[1].until("the hosts differ", func() bool { return titles(hosts[0].state().Tasks) == titles(hosts[1].state().Tasks) })
}

func task(title string) parley.Task { return parley.Task{Title: title} }

// Who asks in the name of users of whom nothing is kept fills no memory.
func TestUnknownUsersAreNotInMemory(t *testing.T) {
	d := open(t, setup{})
	for i := range 100 {
		if s, err := d.State(t.Context(), fmt.Sprintf("made up %d", i)); err != nil || s.Rev != 0 {
			t.Fatalf("state %+v, %v", s, err)
		}
	}
	d.until("some are in memory", func() bool { return d.Active() == 0 }) // word of a commit may hold one
}
