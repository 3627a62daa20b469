package journal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"parley/app/embedded/embeddedtest"
	"parley/journal"
)

func TestMain(m *testing.M) {
	if os.Getenv(childDir) != "" {
		serve()
		return
	}
	goleak.VerifyTestMain(m)
}

// users is the log of these tests.
var users = journal.LogConfig{Name: "USERS", MaxBytes: 256 << 20}

// openLog opens the log as another process would.
func openLog(t testing.TB, js jetstream.JetStream) *journal.Log {
	t.Helper()
	patient, enough := context.WithTimeout(t.Context(), time.Minute) // a shared disk takes seconds over a stream
	defer enough()
	l, err := journal.OpenLog(patient, js, users)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// newLog is the log of a server of its own, in this process.
func newLog(t testing.TB) (*journal.Log, jetstream.JetStream) {
	t.Helper()
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	return openLog(t, js), js
}

// note is an event with a text.
func note(text string) journal.Event {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return journal.Event{Kind: "note", Data: data}
}

// put appends one commit of a note for each text.
func put(t testing.TB, r *journal.Record, after uint64, texts ...string) uint64 {
	t.Helper()
	events := make([]journal.Event, len(texts))
	for i, text := range texts {
		events[i] = note(text)
	}
	seq, err := r.Append(t.Context(), after, events...)
	if err != nil {
		t.Fatalf("Append after %d = %v", after, err)
	}
	return seq
}

// read is all that Read yields.
func read(ctx context.Context, r *journal.Record, after uint64) (all []journal.Commit, err error) {
	for c, err := range r.Read(ctx, after) {
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
	return all, nil
}

// texts are the notes of a record's commits after a sequence, one string a commit.
func texts(t testing.TB, r *journal.Record, after uint64) []string {
	t.Helper()
	commits, err := read(t.Context(), r, after)
	if err != nil {
		t.Fatalf("Read after %d = %v", after, err)
	}
	var all []string
	for _, c := range commits {
		var notes []string
		for _, e := range c.Events {
			var text string
			if err := json.Unmarshal(e.Data, &text); err != nil {
				t.Fatal(err)
			}
			notes = append(notes, text)
		}
		all = append(all, strings.Join(notes, "+"))
	}
	return all
}

// TestReadWhatWasAppended: commits come back whole, in order, from any handle, and
// those of others do not.
func TestReadWhatWasAppended(t *testing.T) {
	l, js := newLog(t)
	begun := time.Now().Add(-time.Second)
	ana, bo := l.Record("ana"), l.Record("bo")
	first := put(t, ana, 0, "one")
	put(t, bo, 0, "not hers")
	second := put(t, ana, first, "two", "three")
	third, err := ana.Append(t.Context(), second, journal.Event{Kind: "bare"}, journal.Event{Kind: "odd", Data: json.RawMessage(`{"<":[1,"é"]}`)})
	if err != nil {
		t.Fatal(err)
	}
	commits, err := read(t.Context(), openLog(t, js).Record("ana"), first)
	if err != nil || len(commits) != 2 {
		t.Fatalf("Read after the first = %v, %v, want two commits", commits, err)
	}
	if c := commits[0]; c.Seq != second || !reflect.DeepEqual(c.Events, []journal.Event{note("two"), note("three")}) {
		t.Errorf("second commit = %v", c)
	}
	var odd map[string][]any
	last := commits[1]
	if last.Seq != third || last.Events[0].Data != nil || json.Unmarshal(last.Events[1].Data, &odd) != nil || odd["<"][1] != "é" {
		t.Errorf("third commit = %v", last)
	}
	if last.At.Before(begun) || last.At.After(time.Now().Add(time.Second)) {
		t.Errorf("third commit at %v, want now", last.At)
	}
	if got := texts(t, ana, third); got != nil {
		t.Errorf("Read after the last = %q, want none", got)
	}
}

// TestReadMany: many commits, and more bytes than Read holds.
func TestReadMany(t *testing.T) {
	l, _ := newLog(t)
	for _, c := range []struct {
		owner   string
		commits int
		bytes   int
	}{{"count", 300, 10}, {"bytes", 20, 500_000}} {
		r := l.Record(c.owner)
		var last uint64
		var want []string
		for i := range c.commits {
			text := fmt.Sprintf("%0*d", c.bytes, i)
			last = put(t, r, last, text)
			want = append(want, text)
		}
		if got := texts(t, r, 0); !slices.Equal(got, want) {
			t.Errorf("%s: read %d commits, want %d", c.owner, len(got), len(want))
		}
	}
}

// TestReadEndsWhereItBegan: a loop that appends does not read what it appended.
func TestReadEndsWhereItBegan(t *testing.T) {
	l, _ := newLog(t)
	r := l.Record("ana")
	last := put(t, r, put(t, r, 0, "one"), "two")
	var got int
	for _, err := range r.Read(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		got++
		last = put(t, r, last, "more")
	}
	if got != 2 || len(texts(t, r, 0)) != 4 {
		t.Errorf("read %d commits of %d, want the first 2 of 4", got, len(texts(t, r, 0)))
	}
	for range r.Read(t.Context(), 0) {
		break // and a loop may end early
	}
}

func TestAppendAfterAnotherCommit(t *testing.T) {
	l, js := newLog(t)
	ana := l.Record("ana")
	first := put(t, ana, 0, "one")
	put(t, l.Record("bo"), 0, "other")
	second := put(t, ana, first, "two")
	for _, after := range []uint64{0, first, first + 1, second + 1000} {
		for name, r := range map[string]*journal.Record{"same": ana, "other": openLog(t, js).Record("ana")} {
			if _, err := r.Append(t.Context(), after, note("no")); !errors.Is(err, journal.ErrConflict) {
				t.Errorf("Append after %d by the %s handle = %v, want ErrConflict", after, name, err)
			}
		}
	}
	if got := texts(t, ana, 0); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("record = %q", got)
	}
	for _, after := range []uint64{first + 1, second + 1} { // bo's, and nobody's: hers was lost
		if _, err := read(t.Context(), ana, after); !errors.Is(err, journal.ErrDamaged) {
			t.Errorf("Read after a commit of others = %v, want ErrDamaged", err)
		}
	}
	put(t, ana, second, "three")
}

func TestAppendRefuses(t *testing.T) {
	l, js := newLog(t)
	big := strings.Repeat("x", journal.MaxCommit-len(`[{"kind":"note","data":""}]`))
	for _, c := range []struct {
		name   string
		owner  string
		events []journal.Event
		want   error
	}{
		{"no events", "ana", nil, journal.ErrEvents},
		{"no kind", "ana", []journal.Event{note("a"), {}}, journal.ErrEvents},
		{"no JSON", "ana", []journal.Event{{Kind: "a", Data: json.RawMessage("{")}}, journal.ErrEvents},
		{"too large", "ana", []journal.Event{note(big + "x")}, journal.ErrTooLarge},
		{"no owner", "", []journal.Event{note("a")}, journal.ErrOwner},
		{"long owner", strings.Repeat("x", 257), []journal.Event{note("a")}, journal.ErrOwner},
		{"broken owner", "\xff", []journal.Event{note("a")}, journal.ErrOwner},
	} {
		if _, err := l.Record(c.owner).Append(t.Context(), 0, c.events...); !errors.Is(err, c.want) {
			t.Errorf("%s: Append = %v, want %v", c.name, err, c.want)
		}
	}
	wantStored(t, js, 0, 0, 0)
	put(t, l.Record("ana"), 0, big)
	if got := texts(t, l.Record("ana"), 0); len(got) != 1 || got[0] != big {
		t.Error("the largest commit does not come back")
	}
}

// wantStored fails the test unless the streams hold so many messages.
func wantStored(t testing.TB, js jetstream.JetStream, secrets, commits, snapshots uint64) {
	t.Helper()
	for name, want := range map[string]uint64{"USERS_SECRETS": secrets, "USERS_KEYS": secrets, "USERS": commits, "USERS_SNAPSHOTS": snapshots} {
		s, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.CachedInfo().State.Msgs; got != want {
			t.Errorf("%s holds %d messages, want %d", name, got, want)
		}
	}
}

// TestReadingAStrangerStoresNothing: of somebody of whom nothing is kept.
func TestReadingAStrangerStoresNothing(t *testing.T) {
	l, js := newLog(t)
	r := l.Record("stranger")
	if got := texts(t, r, 0); got != nil {
		t.Errorf("Read = %q", got)
	}
	if seq, data, err := r.Snapshot(t.Context()); seq != 0 || data != nil || err != nil {
		t.Errorf("Snapshot = %d, %q, %v", seq, data, err)
	}
	if _, err := r.ID(t.Context()); !errors.Is(err, journal.ErrNone) {
		t.Errorf("ID = %v, want ErrNone", err)
	}
	if err := r.Save(t.Context(), 1, []byte("x")); !errors.Is(err, journal.ErrNone) {
		t.Errorf("Save = %v, want ErrNone", err)
	}
	if _, err := r.Append(t.Context(), 7, note("x")); !errors.Is(err, journal.ErrErased) {
		t.Errorf("Append after 7 = %v, want ErrErased", err)
	}
	if _, err := read(t.Context(), r, 7); !errors.Is(err, journal.ErrErased) {
		t.Errorf("Read after 7 = %v, want ErrErased", err)
	}
	if done, err := r.Erase(t.Context()); err != nil || done.Commits != 0 {
		t.Errorf("Erase = %v, %v", done, err)
	}
	wantStored(t, js, 0, 0, 0)
}

// TestFirstAppendsAtOnce: of many who begin a record one wins, and all mean the
// same record.
func TestFirstAppendsAtOnce(t *testing.T) {
	_, js := newLog(t)
	const owners, rivals = 20, 4
	for o := range owners {
		owner := fmt.Sprintf("owner %d", o)
		var wg sync.WaitGroup
		var mu sync.Mutex
		var won int
		ids := map[string]bool{}
		begin := make(chan struct{})
		for range rivals {
			r := openLog(t, js).Record(owner)
			wg.Go(func() {
				<-begin
				_, err := r.Append(t.Context(), 0, note("first"))
				id, missing := r.ID(t.Context())
				mu.Lock()
				defer mu.Unlock()
				ids[id] = true
				if err == nil {
					won++
				} else if !errors.Is(err, journal.ErrConflict) || missing != nil {
					t.Errorf("Append = %v, ID = %v", err, missing)
				}
			})
		}
		close(begin)
		wg.Wait()
		if won != 1 || len(ids) != 1 {
			t.Errorf("%d of %d won with %d ids, want 1 and 1", won, rivals, len(ids))
		}
	}
	wantStored(t, js, owners, owners, 0)
}

// TestWatch hears of the commits of other processes.
func TestWatch(t *testing.T) {
	l, js := newLog(t)
	type told struct {
		id  string
		seq uint64
	}
	heard := make(chan told, 8)
	stop, err := l.Watch(t.Context(), func(id string, seq uint64) { heard <- told{id, seq} })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	r := openLog(t, js).Record("ana")
	var last uint64
	for range 3 {
		last = put(t, r, last, "text")
		want := told{idOf(t, r), last}
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("told of %v, want %v", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("not told of %v", want)
		}
	}
}

func TestOpenLogRefusesABadName(t *testing.T) {
	_, js := newLog(t)
	for _, name := range []string{"", "a.b", "a b", "*", ">"} {
		if _, err := journal.OpenLog(t.Context(), js, journal.LogConfig{Name: name}); err == nil {
			t.Errorf("OpenLog(%q) = nil", name)
		}
	}
}
