package journal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/journal"
)

// writer writes notes as a careful caller does: it knows what is in the record and
// tells by a note's text whether it is stored.
type writer struct {
	record *journal.Record
	last   uint64
	notes  []string
	acked  map[string]uint64
}

func newWriter(t testing.TB, js jetstream.JetStream, owner string) *writer {
	t.Helper()
	return &writer{record: openLog(t, js).Record(owner), acked: map[string]uint64{}}
}

// reload reads what others wrote.
func (w *writer) reload(ctx context.Context) error {
	for c, err := range w.record.Read(ctx, w.last) {
		if errors.Is(err, journal.ErrErased) {
			w.last, w.notes = 0, nil
			return w.reload(ctx)
		}
		if err != nil {
			return err
		}
		w.last = c.Seq
		for _, e := range c.Events {
			w.notes = append(w.notes, strings.Trim(string(e.Data), `"`))
		}
	}
	return nil
}

// write stores a note once, however often that takes. wait is called while the
// server is away.
func (w *writer) write(ctx context.Context, text string, wait func()) error {
	for {
		seq, err := w.record.Append(ctx, w.last, note(text))
		switch {
		case err == nil:
			w.last, w.notes, w.acked[text] = seq, append(w.notes, text), seq
			return nil
		case errors.Is(err, journal.ErrUnavailable) && wait != nil:
			wait()
		case !errors.Is(err, journal.ErrConflict):
			return err
		}
		for err := w.reload(ctx); err != nil; err = w.reload(ctx) {
			if !errors.Is(err, journal.ErrUnavailable) || wait == nil {
				return err
			}
			wait()
		}
		if slices.Contains(w.notes, text) {
			return nil
		}
	}
}

// wantEach fails the test unless the record holds each writer's notes once, in
// the order in which they were written.
func wantEach(t *testing.T, r *journal.Record, writers, each int) {
	t.Helper()
	got := texts(t, r, 0)
	if len(got) != writers*each {
		t.Errorf("%d commits, want %d", len(got), writers*each)
	}
	next := make([]int, writers)
	for _, text := range got {
		var w, n int
		if _, err := fmt.Sscanf(text, "w%d n%d", &w, &n); err != nil || n != next[w] {
			t.Fatalf("%q where note %v was due, %v", text, next, err)
		}
		next[w]++
	}
}

// TestRivals: three writers with connections of their own; nothing is lost,
// doubled or out of order.
func TestRivals(t *testing.T) {
	const writers, each = 3, 200
	n := embeddedtest.StartNATS(t, t.TempDir())
	var wg sync.WaitGroup
	for i := range writers {
		w := newWriter(t, embeddedtest.Connect(t, n), "ana")
		wg.Go(func() {
			for k := range each {
				if err := w.write(t.Context(), fmt.Sprintf("w%d n%d", i, k), nil); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	wantEach(t, openLog(t, embeddedtest.Connect(t, n)).Record("ana"), writers, each)
}

// TestServerIsKilled while three write: what was acknowledged is there with the
// sequence it was given, and what was not is there once or was written again.
func TestServerIsKilled(t *testing.T) {
	const writers, each, kills = 3, 150, 4
	server := startChild(t)
	all := make([]*writer, writers)
	told := make(chan int, writers*each)
	var wg sync.WaitGroup
	for i := range writers {
		js := server.dial()
		all[i] = newWriter(t, js, "ana")
		wg.Go(func() {
			for k := range each {
				if err := all[i].write(t.Context(), fmt.Sprintf("w%d n%d", i, k), func() { connected(t, js) }); err != nil {
					t.Error(err)
				}
				told <- k
			}
		})
	}
	for range kills {
		for range writers * each / (kills + 1) {
			<-told
		}
		server.kill()
		server.start()
	}
	wg.Wait()
	r := openLog(t, server.dial()).Record("ana")
	wantEach(t, r, writers, each)
	at := map[string]uint64{}
	for c, err := range r.Read(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		at[strings.Trim(string(c.Events[0].Data), `"`)] = c.Seq
	}
	var acked int
	for _, w := range all {
		acked += len(w.acked)
		for text, seq := range w.acked {
			if at[text] != seq {
				t.Errorf("%q was acknowledged as commit %d and is %d", text, seq, at[text])
			}
		}
	}
	if acked < writers*each-kills*writers {
		t.Errorf("%d commits acknowledged, want all but those the kills hit", acked)
	}
}

// TestEraseWhileOthersAppend: what a writer was told is stored is in the record
// that is there, unless it was erased since, and nothing stays where nobody finds
// it.
func TestEraseWhileOthersAppend(t *testing.T) {
	const writers, erasures = 3, 25
	n := embeddedtest.StartNATS(t, t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	written := make(chan bool)
	all := make([]*writer, writers)
	var wg sync.WaitGroup
	for i := range writers {
		w := newWriter(t, embeddedtest.Connect(t, n), "ana")
		all[i] = w
		wg.Go(func() {
			for k := 0; ctx.Err() == nil; k++ {
				if err := w.write(ctx, fmt.Sprintf("w%d n%d", i, k), nil); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
				if err := w.record.Save(ctx, w.last, []byte("state")); err != nil && ctx.Err() == nil && !isGone(err) {
					t.Errorf("Save = %v", err)
				}
				select {
				case written <- true:
				case <-ctx.Done():
				}
			}
		})
	}
	js := embeddedtest.Connect(t, n)
	r := openLog(t, js).Record("ana")
	ids := map[string]bool{}
	for range erasures {
		for range writers + 1 { // one of them was begun after the last erasure
			<-written
		}
		id, err := r.ID(t.Context())
		if err != nil {
			t.Errorf("ID = %v", err)
		}
		ids[id] = true
		if _, err := r.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	wg.Wait()
	if len(ids) != erasures {
		t.Errorf("%d ids in %d erasures, want another after each", len(ids), erasures)
	}
	for i, w := range all {
		if err := w.write(t.Context(), fmt.Sprintf("last %d", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	got := texts(t, r, 0)
	for i := range all {
		if want := fmt.Sprintf("last %d", i); !slices.Contains(got, want) {
			t.Errorf("record = %q, want %q in it", got, want)
		}
	}
	if _, err := r.Erase(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantStored(t, js, 0, 0, 0)
}

// TestRecordBegunAnewIsNotDamaged: who knows a commit of a record that was erased is
// told so also while the next record has its secret and no commit yet, or will never
// have one, as its process has died.
func TestRecordBegunAnewIsNotDamaged(t *testing.T) {
	n := embeddedtest.StartNATS(t, t.TempDir())
	ana := openLog(t, embeddedtest.Connect(t, n)).Record("ana")
	rival := openLog(t, embeddedtest.Connect(t, n)).Record("ana")
	seq := put(t, ana, 0, "of the first record")
	if _, err := rival.Erase(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := rival.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if at, _, err := ana.Snapshot(t.Context()); at != 0 || err != nil { // it knows the new secret then
		t.Errorf("Snapshot = %d, %v", at, err)
	}
	for _, err := range ana.Read(t.Context(), seq) {
		if !errors.Is(err, journal.ErrErased) {
			t.Errorf("Read = %v, want %v", err, journal.ErrErased)
		}
	}
	if _, err := ana.Append(t.Context(), seq, note("after it")); !isGone(err) {
		t.Errorf("Append after a commit that was erased = %v", err)
	}
	put(t, ana, 0, "of the second record")
	if got := texts(t, rival, 0); !slices.Equal(got, []string{"of the second record"}) {
		t.Errorf("the record is %q", got)
	}
}

func isGone(err error) bool {
	return errors.Is(err, journal.ErrNone) || errors.Is(err, journal.ErrConflict)
}
