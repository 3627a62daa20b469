package assistant_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/assistant/state"
)

// The figures of the documentation are those of
//
//	go test ./assistant -run '^TestScale|^TestDue' -v -timeout 30m -users 10000 -commits 10000 -reminders 1000 -spread 1m
var (
	manyUsers   = flag.Int("users", 200, "how many users TestScaleOfUsers has")
	manyCommits = flag.Int("commits", 2000, "how many commits the longest history of TestScaleOfHistory has, 1,000 or more")
)

const (
	// Each of the many users has eventsEach in commitsEach.
	eventsEach  = 100
	commitsEach = 20
	// parallel is how many users are filled at once.
	parallel = 8
)

func nameOf(i int) string { return fmt.Sprintf("u-%064d", i) }

// spans are how long something took each time.
type spans []time.Duration

func (s spans) at(part float64) time.Duration {
	s = slices.Sorted(slices.Values(s))
	return s[int(part*float64(len(s)-1))].Round(time.Microsecond)
}

func (s spans) String() string {
	return fmt.Sprintf("p50 %v, p99 %v, worst %v", s.at(.5), s.at(.99), s.at(1))
}

// times does something n times and measures each.
func times(t testing.TB, n int, do func(i int) error) spans {
	t.Helper()
	took := make(spans, n)
	for i := range took {
		began := time.Now()
		if err := do(i); err != nil {
			t.Fatal(err)
		}
		took[i] = time.Since(began)
	}
	return took
}

// together does something n times, several at once.
func together(t testing.TB, n int, do func(i int) error) {
	t.Helper()
	var all sync.WaitGroup
	for part := range parallel {
		all.Go(func() {
			for i := part; i < n; i += parallel {
				if err := do(i); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// tasks are commands for n tasks of a user who has some.
func tasks(have, n int) []state.Command {
	all := make([]state.Command, n)
	for i := range all {
		all[i] = state.AddTask{Task: parley.Task{Title: fmt.Sprintf("call the dentist about tooth %d", have+i), DueDate: "2026-12-01"}}
	}
	return all
}

// stores has a user's commands come to as many events.
func (d *served) stores(owner string, commands ...state.Command) error {
	events, _, err := d.Do(d.t.Context(), owner, "", commands...)
	if err == nil && len(events) != len(commands) {
		err = fmt.Errorf("%d events came of %d commands", len(events), len(commands))
	}
	return err
}

// read has the state of all users read into memory.
func (d *served) read(users int) spans {
	d.t.Helper()
	return times(d.t, users, func(i int) error {
		s, err := d.State(d.t.Context(), nameOf(i))
		if err == nil && len(s.Tasks) < commitsEach*(eventsEach/commitsEach-1) {
			err = fmt.Errorf("user %d has %d tasks", i, len(s.Tasks))
		}
		return err
	})
}

// idle lets so much time go by that all users go from memory.
func (d *served) idle() {
	d.t.Helper()
	d.until("users are still in memory", func() bool {
		d.clock.add(3 * time.Minute)
		d.Sweep(d.t.Context()) // but not those whom the host just looks after itself
		return d.Active() == 0
	})
}

// until waits until something is so.
func (d *served) until(not string, so func() bool) {
	d.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for over := time.After(deadline); !so(); {
		select {
		case <-tick.C:
		case <-over:
			d.t.Fatal(not)
		}
	}
}

func scaleOfMemory(t *testing.T, js jetstream.JetStream, users int) {
	d := open(t, setup{js: js})
	d.read(1) // what is made once
	d.idle()
	none := heap()
	d.read(users)
	all := heap()
	d.idle()
	left := heap()
	active, idle := (all-none)/users, (left-none)/users
	t.Logf("memory: %d bytes an active user, %d one who hibernated", active, idle)
	if active > 150<<10 {
		t.Errorf("an active user takes %d bytes", active)
	}
	if idle > 300 { // maps keep their size
		t.Errorf("a user who hibernated takes %d bytes", idle)
	}
}

// heap is what is in use of it.
func heap() int {
	var m runtime.MemStats
	for range 3 { // what has a finalizer and what is in pools goes later
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func scaleOfTime(t *testing.T, dir string, users int) {
	before, began := heap(), time.Now()
	n := embeddedtest.StartNATS(t, dir)
	d := open(t, setup{js: embeddedtest.Connect(t, n)})
	t.Logf("server: opened in %v, %d bytes a user", time.Since(began).Round(time.Millisecond), (heap()-before)/users)

	snapshot := d.read(users)
	t.Logf("activation from a snapshot: %v", snapshot)

	bare := fsync(t, dir)
	const appends = 10 // by one user
	of := min(users, 100)
	took := times(t, appends*of, func(i int) error { return d.stores(nameOf(i%of), tasks(1000+i, 1)...) })
	t.Logf("append: %v; the disk's own sync: %v", took, bare)
	if most := 20*time.Millisecond + 8*bare.at(.5); took.at(.5) > most {
		t.Errorf("half of the appends take over %v, want at most %v", took.at(.5), most)
	}

	d.idle()
	if err := purge(d, "USERS_SNAPSHOTS"); err != nil {
		t.Fatal(err)
	}
	whole := d.read(users)
	t.Logf("activation from %d commits: %v", commitsEach, whole)
	for name, s := range map[string]spans{"a snapshot": snapshot, "no snapshot": whole} {
		if s.at(.5) > 50*time.Millisecond {
			t.Errorf("half of the activations from %s take over %v", name, s.at(.5))
		}
	}
	if snapshot.at(.5) > whole.at(.5) {
		t.Errorf("activation takes %v from a snapshot and %v from none", snapshot.at(.5), whole.at(.5))
	}
}

func purge(d *served, name string) error {
	s, err := d.js.Stream(d.t.Context(), name)
	if err == nil {
		err = s.Purge(d.t.Context())
	}
	return err
}

// fsync is how long the disk itself takes to keep a few bytes.
func fsync(t testing.TB, dir string) spans {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "bare"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it is of no use
	return times(t, 200, func(int) error {
		if _, err := f.Write(make([]byte, 500)); err != nil {
			return err
		}
		return f.Sync()
	})
}

// disk is the bytes of files.
type disk struct {
	all    int
	stream map[string]int
}

func (d disk) of(users int) string {
	var parts []string
	for name, bytes := range d.stream {
		parts = append(parts, fmt.Sprintf("%s %d", name, bytes/users))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// diskOf measures a server's folder.
func diskOf(t testing.TB, dir string) disk {
	t.Helper()
	d := disk{stream: map[string]int{}}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		d.all += int(info.Size())
		if _, in, ok := strings.Cut(path, "/streams/"); ok {
			d.stream[strings.Split(in, "/")[0]] += int(info.Size())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
