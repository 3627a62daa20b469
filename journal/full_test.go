package journal_test

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"parley"
	"parley/journal"
)

// fullAt is the size at which a disk of these tests is full.
const fullAt = 200_000

// ownProcess runs a test in a process of its own, whose files can be limited: go test
// writes to this one's, too. It is true in that process.
func ownProcess(t *testing.T) bool {
	t.Helper()
	const name = "PARLEY_TEST_OWN_PROCESS"
	if os.Getenv(name) == t.Name() {
		return true
	}
	test := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	test.Env = append(os.Environ(), name+"="+t.Name())
	said, err := test.CombinedOutput()
	if err != nil || !bytes.Contains(said, []byte("--- PASS: "+t.Name())) {
		t.Errorf("%v:\n%s", err, said)
	}
	return false
}

// limitFiles lets no file of this process grow past size: the system then
// writes as much of a line as fits and refuses the rest, as a full disk does.
func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = min(size, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}

func trouble(call parley.CallID, seq uint64, reason string) parley.Event {
	return parley.Event{Call: call, Seq: seq, At: time.Now(), Body: parley.Trouble{Role: "call", Reason: reason}}
}

// TestFullDiskLeavesWholeLines: while events cannot be written every file ends
// on a whole line, and none is missing once there is space again.
func TestFullDiskLeavesWholeLines(t *testing.T) {
	if !ownProcess(t) {
		return
	}
	path := t.TempDir()
	d, err := journal.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { limitFiles(t, ^uint64(0)) })
	long := strings.Repeat("x", 30_000)
	calls := []parley.CallID{"call_a", "call_b"}
	failed := 0
	for seq := uint64(1); seq <= 20; seq++ {
		if seq == 5 {
			limitFiles(t, fullAt) // in the middle of a line
		}
		for _, call := range calls {
			if d.Append(trouble(call, seq, long)) != nil {
				failed++
			}
			text, err := os.ReadFile(filepath.Join(path, string(call)+".jsonl"))
			if err != nil || len(text) == 0 || text[len(text)-1] != '\n' {
				t.Fatalf("after event %d of %s: %d bytes that end in the middle of a line, %v", seq, call, len(text), err)
			}
		}
		if seq == 15 {
			limitFiles(t, ^uint64(0))
		}
	}
	if failed == 0 {
		t.Error("no event failed; the test fills nothing")
	}
	for _, call := range calls {
		events, err := journal.Read(path, call)
		if err != nil || len(events) != 20 {
			t.Fatalf("%s has %d events, %v, want 20", call, len(events), err)
		}
		for i, e := range events {
			if e.Seq != uint64(i+1) { //nolint:gosec // an index
				t.Errorf("event %d of %s has number %d", i+1, call, e.Seq)
			}
		}
	}
}

// TestCallEndedOnAFullDisk: the rest of a call that ended while the disk was
// full is written with the next event of any call, at the latest by Close.
func TestCallEndedOnAFullDisk(t *testing.T) {
	if !ownProcess(t) {
		return
	}
	path := t.TempDir()
	d, err := journal.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { limitFiles(t, ^uint64(0)) })
	limitFiles(t, fullAt)
	long := strings.Repeat("x", 2*fullAt)
	for seq := uint64(1); seq <= 2; seq++ {
		if err := d.Append(trouble("call_a", seq, long)); err == nil {
			t.Error("Append took an event on a full disk")
		}
	}
	ended := parley.Event{Call: "call_a", Seq: 3, At: time.Now(), Body: parley.Ending{Outcome: parley.Left, Call: "call_a", Reason: long}}
	if err := d.Append(ended); err == nil {
		t.Error("Append took the end on a full disk")
	}
	limitFiles(t, ^uint64(0))
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if events, err := journal.Read(path, "call_a"); err != nil || len(events) != 3 {
		t.Errorf("%d events, %v, want 3", len(events), err)
	}
}
