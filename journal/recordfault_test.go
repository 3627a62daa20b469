package journal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
	"parley/journal"
)

// listen starts a server with an address.
func listen(t *testing.T) (n *embedded.NATS, address string) {
	t.Helper()
	n, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n, strings.TrimPrefix(n.URL(), "nats://")
}

// faulty is a way to the server that breaks before the request with a number, of
// those after OpenLog. The caller ends it.
func faulty(t *testing.T, address string, at int, fault func(*embeddedtest.Proxy)) (l *journal.Log, end func()) {
	t.Helper()
	proxy := embeddedtest.StartProxy(t, address)
	conn, err := nats.Connect("nats://"+proxy.Address, nats.MaxReconnects(-1), nats.ReconnectWait(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	asked.Store(int64(-at))
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(100*time.Millisecond),
		jetstream.WithClientTrace(&jetstream.ClientTrace{RequestSent: func(subject string, _ []byte) {
			known := strings.Contains(subject, ".GET.") || strings.Contains(subject, ".PURGE.") || strings.Contains(subject, ".DELETE.")
			if known && asked.Add(1) == 1 {
				fault(proxy)
			}
		}}))
	if err != nil {
		t.Fatal(err)
	}
	return openLogPatiently(t, js), conn.Close
}

// TestReadOverABrokenWay breaks the connection before each of the requests of a
// reading: there is an error, or all commits.
func TestReadOverABrokenWay(t *testing.T) {
	n, address := listen(t)
	const commits = 6
	writer := openLog(t, embeddedtest.Connect(t, n)).Record("ana")
	for last, i := uint64(0), 0; i < commits; i++ {
		last = put(t, writer, last, fmt.Sprint(i))
	}
	for name, fault := range map[string]func(*embeddedtest.Proxy){
		"refused":     func(p *embeddedtest.Proxy) { p.Redirect("") },
		"reconnected": func(p *embeddedtest.Proxy) { p.Redirect(address) },
		"silent":      func(p *embeddedtest.Proxy) { p.Swallow() },
	} {
		var failed, whole int
		for at := range commits + 3 {
			l, end := faulty(t, address, at, fault)
			got, err := read(t.Context(), l.Record("ana"), 0)
			end()
			switch {
			case err != nil && !errors.Is(err, journal.ErrUnavailable):
				t.Errorf("%s before request %d: %v, want ErrUnavailable", name, at, err)
			case err != nil:
				failed++
			case len(got) != commits:
				t.Errorf("%s before request %d: %d commits and no error, want %d", name, at, len(got), commits)
			default:
				whole++
			}
		}
		if failed == 0 || whole == 0 {
			t.Errorf("%s: %d readings failed and %d were whole, want some of both", name, failed, whole)
		}
	}
}

// TestRequestsAreLost: what a server takes with it when it dies is asked for again, as
// long as the caller has time.
func TestRequestsAreLost(t *testing.T) {
	l := openLog(t, embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir())))
	put(t, l.Record("ana"), put(t, l.Record("ana"), 0, "one"), "two")
	l.Lose()
	if got, err := read(t.Context(), l.Record("ana"), 0); err != nil || len(got) != 2 {
		t.Errorf("%d commits are read: %v", len(got), err)
	}
	hurried, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := read(hurried, l.Record("ana"), 0); !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without time: %v", err)
	}
}

// TestEraseCutShort breaks the connection before each of the requests of an
// erasure, which is then repeated: nothing stays, wherever the first one ended.
func TestEraseCutShort(t *testing.T) {
	n, address := listen(t)
	js := embeddedtest.Connect(t, n)
	var failed, whole int
	for at := range 16 {
		r := openLog(t, js).Record("ana")
		last := put(t, r, put(t, r, 0, "one"), "two")
		if err := r.Save(t.Context(), last, []byte("state")); err != nil {
			t.Fatal(err)
		}
		l, end := faulty(t, address, at, func(p *embeddedtest.Proxy) { p.Redirect("") })
		_, err := l.Record("ana").Erase(t.Context())
		end()
		switch {
		case err == nil:
			whole++
		case errors.Is(err, journal.ErrUnavailable):
			failed++
		default:
			t.Errorf("broken before request %d: %v, want ErrUnavailable", at, err)
		}
		if _, err := openLog(t, js).Record("ana").Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantStored(t, js, 0, 0, 0)
	}
	if failed == 0 || whole == 0 {
		t.Errorf("%d erasures were cut short and %d were not, want some of both", failed, whole)
	}
}

// openLogPatiently opens the log where the client itself has no patience.
func openLogPatiently(t *testing.T, js jetstream.JetStream) *journal.Log {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	l, err := journal.OpenLog(ctx, js, users)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestWithoutAServer: everything says so, at once, and goes on when it is back.
func TestWithoutAServer(t *testing.T) {
	server := startChild(t)
	js := server.dial()
	l := openLog(t, js)
	r := l.Record("ana")
	last := put(t, r, 0, "one")
	gone := js.Conn().StatusChanged(nats.RECONNECTING)
	server.kill()
	<-gone
	js.Conn().RemoveStatusListener(gone)
	clock := enginetest.Start()
	for name, do := range map[string]func() error{
		"Append":   func() error { _, err := r.Append(t.Context(), last, note("x")); return err },
		"first":    func() error { _, err := l.Record("bo").Append(t.Context(), 0, note("x")); return err },
		"Read":     func() error { _, err := read(t.Context(), r, 0); return err },
		"Snapshot": func() error { _, _, err := r.Snapshot(t.Context()); return err },
		"Save":     func() error { return r.Save(t.Context(), last, []byte("x")) },
		"Erase":    func() error { _, err := r.Erase(t.Context()); return err },
		"ID":       func() error { _, err := l.Record("bo").ID(t.Context()); return err },
		"OwnerOf":  func() error { _, err := l.OwnerOf(t.Context(), "X"); return err },
		"Owners": func() error {
			for _, err := range l.Owners(t.Context()) {
				return err
			}
			return nil
		},
	} {
		if err := do(); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("%s = %v, want ErrUnavailable", name, err)
		}
	}
	if l := clock.Lapse(); l.Own > impatience {
		t.Errorf("that took %v, want it at once", l.Took)
	}
	server.start()
	connected(t, js)
	put(t, r, last, "two")
	if got := texts(t, r, 0); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("record = %q", got)
	}
}

// TestFullLog takes no more, keeps what it has and takes more when one is erased.
func TestFullLog(t *testing.T) {
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	l, err := journal.OpenLog(t.Context(), js, journal.LogConfig{Name: "SMALL", MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("x", 300_000)
	first := put(t, l.Record("ana"), 0, big)
	put(t, l.Record("bo"), 0, big, "")
	second := put(t, l.Record("ana"), first, big)
	if _, err := l.Record("ana").Append(t.Context(), second, note(big)); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("Append to a full log = %v, want ErrUnavailable", err)
	}
	if got := texts(t, l.Record("ana"), 0); len(got) != 2 {
		t.Errorf("%d commits, want the 2 there were", len(got))
	}
	if _, err := l.Record("bo").Erase(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, l.Record("ana"), second, big)
}

// TestDamagedRecord: a commit that is lost, foreign or somebody else's is an
// error, not one commit less.
func TestDamagedRecord(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, js jetstream.JetStream, subject, other string, seqs []uint64){
		"lost in the middle": func(t *testing.T, js jetstream.JetStream, _, _ string, seqs []uint64) {
			s, err := js.Stream(t.Context(), "USERS")
			if err != nil || s.DeleteMsg(t.Context(), seqs[1]) != nil {
				t.Fatal("the message is not deleted", err)
			}
		},
		"foreign": func(t *testing.T, js jetstream.JetStream, subject, _ string, _ []uint64) {
			raw(t, js, subject, []byte("hello"))
		},
		"foreign that claims its place": func(t *testing.T, js jetstream.JetStream, subject, _ string, seqs []uint64) {
			raw(t, js, subject, []byte("hello"), jetstream.WithExpectLastSequencePerSubject(seqs[2]))
		},
		"of another": func(t *testing.T, js jetstream.JetStream, subject, other string, seqs []uint64) {
			raw(t, js, subject, stored(t, js, "USERS", other), jetstream.WithExpectLastSequencePerSubject(seqs[2]))
		},
		"torn": func(t *testing.T, js jetstream.JetStream, subject, _ string, seqs []uint64) {
			whole := stored(t, js, "USERS", subject)
			raw(t, js, subject, whole[:len(whole)-1], jetstream.WithExpectLastSequencePerSubject(seqs[2]))
		},
		"empty": func(t *testing.T, js jetstream.JetStream, subject, _ string, seqs []uint64) {
			raw(t, js, subject, nil, jetstream.WithExpectLastSequencePerSubject(seqs[2]))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, js := newLog(t)
			ana, bo := l.Record("ana"), l.Record("bo")
			put(t, bo, 0, "other")
			var seqs []uint64
			for last, i := uint64(0), 0; i < 3; i++ {
				last = put(t, ana, last, "text")
				seqs = append(seqs, last)
			}
			damage(t, js, "USERS.commit."+idOf(t, ana), "USERS.commit."+idOf(t, bo), seqs)
			if got, err := read(t.Context(), ana, 0); !errors.Is(err, journal.ErrDamaged) {
				t.Errorf("Read = %d commits, %v, want ErrDamaged", len(got), err)
			}
			if got := texts(t, bo, 0); len(got) != 1 {
				t.Errorf("the other record = %q", got)
			}
			if _, err := ana.Erase(t.Context()); err != nil {
				t.Errorf("Erase = %v", err)
			}
			wantStored(t, js, 1, 1, 0)
		})
	}
}

func idOf(t testing.TB, r *journal.Record) string {
	t.Helper()
	id, err := r.ID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// raw publishes past the log.
func raw(t testing.TB, js jetstream.JetStream, subject string, data []byte, opts ...jetstream.PublishOpt) {
	t.Helper()
	if _, err := js.Publish(t.Context(), subject, data, opts...); err != nil {
		t.Fatal(err)
	}
}

// stored is the newest message of a subject.
func stored(t testing.TB, js jetstream.JetStream, stream, subject string) []byte {
	t.Helper()
	s, err := js.Stream(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.GetLastMsgForSubject(t.Context(), subject)
	if err != nil {
		t.Fatal(err)
	}
	return m.Data
}

// TestSnapshot: the newest is given back, and one that is no good is none.
func TestSnapshot(t *testing.T) {
	l, js := newLog(t)
	ana, bo := l.Record("ana"), l.Record("bo")
	last := put(t, ana, 0, "one")
	put(t, bo, 0, "other")
	for i := range 3 {
		if err := ana.Save(t.Context(), last, fmt.Appendf(nil, "state %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	want := func(name string, seq uint64, data string) {
		t.Helper()
		gotSeq, got, err := openLog(t, js).Record("ana").Snapshot(t.Context())
		if gotSeq != seq || string(got) != data || err != nil || (seq == 0) != (got == nil) {
			t.Errorf("%s: Snapshot = %d, %q, %v, want %d, %q", name, gotSeq, got, err, seq, data)
		}
	}
	want("saved thrice", last, "state 2")
	subject := "USERS.snapshot." + idOf(t, ana)
	good := stored(t, js, "USERS_SNAPSHOTS", subject)
	if err := bo.Save(t.Context(), last, []byte("his")); err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for name, data := range map[string][]byte{
		"empty":         nil,
		"foreign":       []byte("hello"),
		"torn":          good[:len(good)-3],
		"one bit":       flipped,
		"newer version": append([]byte{9}, good[1:]...),
		"of another":    stored(t, js, "USERS_SNAPSHOTS", "USERS.snapshot."+idOf(t, bo)),
		"a commit":      stored(t, js, "USERS", "USERS.commit."+idOf(t, ana)),
	} {
		raw(t, js, subject, data)
		want(name, 0, "")
	}
	raw(t, js, subject, good)
	want("good again", last, "state 2")
	if err := ana.Save(t.Context(), last+1, []byte("of a commit that was lost")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openLog(t, js).Record("ana").Snapshot(t.Context()); !errors.Is(err, journal.ErrCut) {
		t.Errorf("newer than the record: %v, want ErrCut", err)
	}
	if err := ana.Save(t.Context(), last, make([]byte, journal.MaxCommit+1)); !errors.Is(err, journal.ErrTooLarge) {
		t.Errorf("Save of too much = %v", err)
	}
	if err := ana.Save(t.Context(), last, nil); err != nil {
		t.Fatal(err)
	}
	if seq, data, err := ana.Snapshot(t.Context()); seq != last || len(data) != 0 || err != nil {
		t.Errorf("Snapshot of nothing = %d, %q, %v", seq, data, err)
	}
}
