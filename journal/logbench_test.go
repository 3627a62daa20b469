package journal_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/journal"
)

// startServer starts a server that syncs every write to the disk, or not.
func startServer(b testing.TB, dir string, sync bool) (js jetstream.JetStream, stop func()) {
	b.Helper()
	srv, err := server.NewServer(&server.Options{
		ServerName: "bench", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: sync, NoSigs: true, NoLog: true,
	})
	if err != nil {
		b.Fatal(err)
	}
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		b.Fatal("the server did not start")
	}
	conn, err := nats.Connect("", nats.InProcessServer(srv))
	if err != nil {
		b.Fatal(err)
	}
	if js, err = jetstream.New(conn); err != nil {
		b.Fatal(err)
	}
	return js, func() {
		conn.Close()
		srv.Shutdown()
		srv.WaitForShutdown()
	}
}

// action is an event as an assistant may write one: 300 bytes.
func action() journal.Event {
	data, err := json.Marshal(map[string]string{"id": "t17", "title": fmt.Sprintf("%260s", "call the dentist")})
	if err != nil {
		panic(err)
	}
	return journal.Event{Kind: "task.created", Data: data}
}

func BenchmarkRecordAppend(b *testing.B) {
	for name, always := range map[string]bool{"sync=2m": false, "sync=always": true} {
		b.Run(name, func(b *testing.B) {
			js, stop := startServer(b, b.TempDir(), always)
			defer stop()
			r := openLog(b, js).Record("ana")
			last, e := put(b, r, 0, "first"), action()
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				var err error
				if last, err = r.Append(b.Context(), last, e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// crowd fills a log with commits of owners, of whom 8 write at a time, burst
// commits in a row each; "ana" is one of them.
func crowd(b *testing.B, js jetstream.JetStream, owners, each, burst int) *journal.Log {
	b.Helper()
	l, e := openUnbounded(b, js), action()
	last := make([]uint64, owners)
	records := make([]*journal.Record, owners)
	for i := range records {
		records[i] = l.Record(fmt.Sprintf("u-%064d", i))
	}
	records[owners/2] = l.Record("ana")
	const parts = 8
	for range each / burst {
		var wg sync.WaitGroup
		for part := range parts {
			wg.Go(func() {
				for i := part; i < owners; i += parts {
					for range burst {
						var err error
						if last[i], err = records[i].Append(b.Context(), last[i], e); err != nil {
							b.Error(err)
						}
					}
				}
			})
		}
		wg.Wait()
	}
	return l
}

func openUnbounded(b *testing.B, js jetstream.JetStream) *journal.Log {
	b.Helper()
	l, err := journal.OpenLog(b.Context(), js, journal.LogConfig{Name: users.Name})
	if err != nil {
		b.Fatal(err)
	}
	return l
}

// BenchmarkRecordRead reads the 100 commits of one owner among 200,000 of 2,000,
// which lie one by one, or ten by ten as those of a call. "cold" is the first Read
// of a server that was just started.
func BenchmarkRecordRead(b *testing.B) {
	for _, burst := range []int{1, 10} {
		b.Run(fmt.Sprintf("burst=%d", burst), func(b *testing.B) { benchmarkRead(b, 2000, 100, burst) })
	}
}

func benchmarkRead(b *testing.B, owners, each, burst int) {
	dir := b.TempDir()
	js, stop := startServer(b, dir, false)
	l := crowd(b, js, owners, each, burst)
	check := func(b *testing.B, l *journal.Log) {
		if commits, err := read(b.Context(), l.Record("ana"), 0); err != nil || len(commits) != each {
			b.Fatalf("read %d commits, %v", len(commits), err)
		}
	}
	b.Run("read", func(b *testing.B) {
		check(b, l)
		b.ReportAllocs()
		for b.Loop() {
			check(b, l)
		}
	})
	stop()
	b.Run("cold", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			js, stop := startServer(b, dir, false)
			l := openUnbounded(b, js)
			b.StartTimer()
			check(b, l)
			b.StopTimer()
			stop()
			b.StartTimer()
		}
	})
}

// BenchmarkRecordSnapshot loads one of 10 KB.
func BenchmarkRecordSnapshot(b *testing.B) {
	_, r := small(b)
	if err := r.Save(b.Context(), 1, make([]byte, 10<<10)); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if seq, data, err := r.Snapshot(b.Context()); seq != 1 || len(data) != 10<<10 || err != nil {
			b.Fatal(seq, err)
		}
	}
}

// small is a log with one commit of one owner.
func small(b *testing.B) (*journal.Log, *journal.Record) {
	b.Helper()
	l, _ := newLog(b)
	r := l.Record("ana")
	put(b, r, 0, "first")
	return l, r
}

// BenchmarkLogOwnerOf finds one of 10,000.
func BenchmarkLogOwnerOf(b *testing.B) {
	js, stop := startServer(b, filepath.Join(b.TempDir(), "nats"), false)
	defer stop()
	l := crowd(b, js, 10_000, 1, 1)
	id, err := l.Record("ana").ID(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if owner, err := l.OwnerOf(b.Context(), id); owner != "ana" || err != nil {
			b.Fatal(owner, err)
		}
	}
}

// BenchmarkRecordErase removes owners of 10 commits, one after the other, of 10,000.
func BenchmarkRecordErase(b *testing.B) {
	js, stop := startServer(b, filepath.Join(b.TempDir(), "nats"), false)
	defer stop()
	l := crowd(b, js, 10_000, 10, 10)
	owners := slices.Sorted(func(yield func(string) bool) {
		for owner := range l.Owners(b.Context()) {
			if !yield(owner) {
				return
			}
		}
	})
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		done, err := l.Record(owners[i%len(owners)]).Erase(b.Context())
		if err != nil || i < len(owners) && done.Commits != 10 {
			b.Fatal(done, err)
		}
	}
}
