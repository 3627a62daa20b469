package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/journal"
)

func write(t testing.TB, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestTornLastLine(t *testing.T) {
	for _, torn := range []string{`{"call":"call_a","seq":2,"ki`, strings.Repeat("x", 10_000)} {
		d, path := openDir(t)
		add(t, d, said("call_a", 1))
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(path, "call_a.jsonl"), torn)
		wantEvents(t, path, "call_a", said("call_a", 1))

		again, err := journal.OpenDir(path)
		if err != nil {
			t.Fatal(err)
		}
		add(t, again, ended("call_a", 2)) // mends the file before it writes
		wantEvents(t, path, "call_a", said("call_a", 1), ended("call_a", 2))
	}
}

func TestBadLineInTheMiddle(t *testing.T) {
	path := t.TempDir()
	write(t, filepath.Join(path, "call_a.jsonl"), "not json\n{}\n")
	if _, err := journal.Read(path, "call_a"); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("Read = %v, want an error naming line 1", err)
	}
	if _, err := journal.Read(path, "call_b"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Read of no call = %v, want os.ErrNotExist", err)
	}
}

// FuzzRead holds that any file reads as events or an error, and that what reads
// can be appended to.
func FuzzRead(f *testing.F) {
	f.Add("")
	f.Add("{\"call\":\"c\",\"seq\":1,\"kind\":\"hint\",\"body\":{}}\n{\"call\"")
	f.Add("null\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, path := openDir(t)
		write(t, filepath.Join(path, "call_a.jsonl"), text)
		before, err := journal.Read(path, "call_a")
		if err != nil {
			return
		}
		add(t, d, ended("call_a", 9))
		after, err := journal.Read(path, "call_a")
		if err != nil || len(after) != len(before)+1 {
			t.Errorf("after one Append: %d events, %v, want %d", len(after), err, len(before)+1)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	d, _ := openDir(b)
	b.ReportAllocs()
	event := said("call_a", 1)
	for b.Loop() {
		add(b, d, event)
	}
}
