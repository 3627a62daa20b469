package journal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/journal"
)

// Any one bit of a journal, but for those that change nothing of what was written, is
// told of with its line; a profile is too.
func TestOneBitOfAFile(t *testing.T) {
	dir := t.TempDir()
	d, err := journal.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i, body := range []parley.Body{
		parley.Started{Dispatch: parley.Dispatch{User: "u-" + strings.Repeat("5f0c", 16)}}, parley.Reaction{},
		parley.Ending{Outcome: parley.Left},
	} {
		if err := d.Append(parley.Event{Call: "call_a", Seq: uint64(i + 1), At: time.Unix(int64(i), 0), Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	p := journal.NewProfiles(filepath.Join(dir, "users"), nil)
	if err := p.Save("ana", parley.Profile{Pause: 700 * time.Millisecond, Pauses: 9, Patience: time.Second}); err != nil {
		t.Fatal(err)
	}
	seen := func() (all []journal.Damage) {
		t.Helper()
		see := func(d journal.Damage) { all = append(all, d) }
		if err := d.Check(t.Context(), see); err != nil {
			t.Fatal(err)
		}
		if err := p.Check(t.Context(), see); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := seen(); len(all) > 0 {
		t.Fatalf("of whole files: %+v", all)
	}
	for _, file := range []string{filepath.Join(dir, "call_a.jsonl"), filepath.Join(dir, "users", "ana.json")} {
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		missed := 0
		for bit := range len(good) * 8 {
			bad := []byte(string(good))
			bad[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			old := time.Now().Add(-time.Hour)
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
			all := seen()
			if len(all) == 0 && strings.Count(string(bad), `,"sum":"`) == strings.Count(string(good), `,"sum":"`) && bad[bit/8] != '\n' {
				t.Fatalf("%s: bit %d of byte %d is not seen: %q", filepath.Base(file), bit%8, bit/8, bad)
			}
			if len(all) == 0 {
				missed++
			}
			if want := 1 + strings.Count(string(good[:bit/8]), "\n"); len(all) > 0 && all[0].Line != want {
				t.Errorf("bit of line %d is told to be of line %d", want, all[0].Line)
			}
		}
		if missed > 200 { // those of the name of the checksum alone
			t.Errorf("%s: %d wrong bits are not seen", filepath.Base(file), missed)
		}
		if err := os.WriteFile(file, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A damaged line names its user still, so that their journal goes with them.
func TestEraseOfADamagedJournal(t *testing.T) {
	dir := t.TempDir()
	d, err := journal.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	alias := "u-" + strings.Repeat("5f0c", 16)
	if err := d.Append(parley.Event{Call: "call_a", Seq: 1, Body: parley.Started{Dispatch: parley.Dispatch{User: alias}}}); err != nil {
		t.Fatal(err)
	}
	if err := d.Append(parley.Event{Call: "call_a", Seq: 2, Body: parley.Ending{Outcome: parley.Left}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "call_a.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[strings.Index(string(text), alias)+10] ^= 1
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if calls, err := d.Erase("u-" + strings.Repeat("0000", 16)); err != nil || len(calls) > 0 {
		t.Errorf("of somebody else: %v, %v", calls, err)
	}
	if calls, err := d.Erase(alias); err != nil || len(calls) != 1 {
		t.Errorf("erased %v, %v", calls, err)
	}
}

// Any one bit of the key of users, or of its checksum, is put right.
func TestOneBitOfTheKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "user.key")
	key, err := journal.LoadUserKey(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, path + ".sum"} {
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for bit := range len(good) * 8 {
			bad := []byte(string(good))
			bad[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := journal.LoadUserKey(path)
			if err != nil || got.Alias("ana") != key.Alias("ana") {
				t.Fatalf("%s, bit %d: another key, or %v", file, bit, err)
			}
		}
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("another", 8)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.LoadUserKey(path); err == nil || !strings.Contains(err.Error(), "user.key.sum") {
		t.Errorf("another key: %v", err)
	}
}
