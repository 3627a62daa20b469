package journal_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/journal"
)

var at = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func said(call parley.CallID, seq uint64) parley.Event {
	turn := parley.Turn{Number: int(seq), Role: parley.Character, Text: fmt.Sprintf("line %d\nof two", seq)}
	return parley.Event{Call: call, Seq: seq, At: at, Body: parley.Said{Turn: turn, End: time.Second}}
}

func ended(call parley.CallID, seq uint64) parley.Event {
	return parley.Event{Call: call, Seq: seq, At: at, Body: parley.Ending{Outcome: parley.Won, Call: call}}
}

func openDir(t testing.TB) (*journal.Dir, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	d, err := journal.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("Close = %v", err)
		}
	})
	return d, path
}

func add(t testing.TB, d *journal.Dir, events ...parley.Event) {
	t.Helper()
	for _, e := range events {
		if err := d.Append(e); err != nil {
			t.Fatal(err)
		}
	}
}

func wantEvents(t *testing.T, path string, call parley.CallID, want ...parley.Event) {
	t.Helper()
	got, err := journal.Read(path, call)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Read(%s) = %v, %v, want %v", call, got, err, want)
	}
}

func TestReadBackWhatWasAppended(t *testing.T) {
	d, path := openDir(t)
	add(t, d, said("call_a", 1), said("call_a", 2), ended("call_a", 3))
	wantEvents(t, path, "call_a", said("call_a", 1), said("call_a", 2), ended("call_a", 3))
	info, err := os.Stat(filepath.Join(path, "call_a.jsonl"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file mode = %v, %v, want 0600", info.Mode().Perm(), err)
	}
}

func TestEventIsOnDiskAtOnce(t *testing.T) {
	d, path := openDir(t)
	add(t, d, said("call_a", 1))
	wantEvents(t, path, "call_a", said("call_a", 1)) // d still holds the file open
}

func TestManyCallsAtOnce(t *testing.T) {
	d, path := openDir(t)
	const calls, events = 300, 5 // more calls than files may be open
	var wg sync.WaitGroup
	for c := range calls {
		wg.Go(func() {
			call := parley.CallID(fmt.Sprintf("call_%d", c))
			for seq := range uint64(events) {
				if err := d.Append(said(call, seq+1)); err != nil {
					t.Errorf("Append = %v", err)
				}
			}
		})
	}
	wg.Wait()
	for c := range calls {
		call := parley.CallID(fmt.Sprintf("call_%d", c))
		wantEvents(t, path, call, said(call, 1), said(call, 2), said(call, 3), said(call, 4), said(call, 5))
	}
}

func TestFilesCloseWithTheirCalls(t *testing.T) {
	d, _ := openDir(t)
	before := openFiles(t)
	for c := range 50 {
		call := parley.CallID(fmt.Sprintf("call_%d", c))
		add(t, d, said(call, 1), ended(call, 2))
	}
	if got := openFiles(t); got > before {
		t.Errorf("%d files open after 50 ended calls, %d before", got, before)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(fds)
}

func TestBadCallIDs(t *testing.T) {
	d, path := openDir(t)
	for _, call := range []parley.CallID{"", "..", "../up", "a/b", "a\x00b", ".hidden", "ä"} {
		if err := d.Append(said(call, 1)); !errors.Is(err, journal.ErrCallID) {
			t.Errorf("Append(%q) = %v, want ErrCallID", call, err)
		}
		if _, err := journal.Read(path, call); !errors.Is(err, journal.ErrCallID) {
			t.Errorf("Read(%q) = %v, want ErrCallID", call, err)
		}
	}
	if id := parley.NewCallID(); d.Append(said(id, 1)) != nil {
		t.Errorf("Append refuses a true id, %s", id)
	}
}

func TestAppendAfterClose(t *testing.T) {
	d, _ := openDir(t)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.Append(said("call_a", 1)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Append = %v, want os.ErrClosed", err)
	}
}
