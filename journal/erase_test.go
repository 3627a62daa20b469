package journal_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/journal"
)

func started(call parley.CallID, user string) parley.Event {
	return parley.Event{Call: call, Seq: 1, At: at, Body: parley.Started{Dispatch: parley.Dispatch{Scenario: "raise", User: user}}}
}

func userKey(t testing.TB) journal.UserKey {
	t.Helper()
	k, err := journal.LoadUserKey(filepath.Join(t.TempDir(), "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestEraseAUser: every call of a user goes, under way or over, and nothing more
// is kept of one under way, whoever deleted it.
func TestEraseAUser(t *testing.T) {
	k := userKey(t)
	ana, ben := k.Alias("ana"), k.Alias("ben")
	for name, byOther := range map[string]bool{"here": false, "in another process": true} {
		t.Run(name, func(t *testing.T) {
			d, path := openDir(t)
			add(t, d, started("over", ana), ended("over", 2), started("under_way", ana), started("ben_s", ben))
			eraser := d
			if byOther {
				var err error
				if eraser, err = journal.OpenDir(path); err != nil {
					t.Fatal(err)
				}
				for i := range 300 { // so many that the file of under_way is closed
					add(t, d, started(parley.CallID("more_"+strings.Repeat("x", i%100)+string(rune('a'+i/100))), ben))
				}
			}
			gone, err := eraser.Erase(ana)
			slices.Sort(gone)
			if want := []parley.CallID{"over", "under_way"}; err != nil || !slices.Equal(gone, want) {
				t.Errorf("Erase = %v, %v, want %v", gone, err, want)
			}
			add(t, d, said("under_way", 2), said("ben_s", 2), ended("under_way", 3))
			files, _ := filepath.Glob(filepath.Join(path, "*.jsonl"))
			for _, f := range files {
				if text, _ := os.ReadFile(f); bytes.Contains(text, []byte(ana)) || strings.Contains(f, "under_way") {
					t.Errorf("%s is still there: %s", f, text)
				}
			}
			wantEvents(t, path, "ben_s", started("ben_s", ben), said("ben_s", 2))
		})
	}
	d, _ := openDir(t)
	add(t, d, started("a", ""))
	if gone, err := d.Erase(""); len(gone) > 0 || err != nil {
		t.Errorf("Erase of nobody = %v, %v, want nothing", gone, err)
	}
}

// TestOldUserIDsGetAliases: what an earlier version kept under the id itself is
// kept under the alias, byte for byte otherwise.
func TestOldUserIDsGetAliases(t *testing.T) {
	k := userKey(t)
	d, path := openDir(t)
	add(t, d, started("old", "ana-secret"), said("old", 2), ended("old", 3), started("nobody", ""), started("new", k.Alias("ben")))
	if err := os.WriteFile(filepath.Join(path, "torn.jsonl"), []byte(`{"call":"torn","body":{"user":"ana-secret`), 0o600); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour).Round(time.Second)
	if err := os.Chtimes(filepath.Join(path, "old.jsonl"), long, long); err != nil {
		t.Fatal(err)
	}
	p, users, _ := newProfiles(t)
	save(t, p, "ana-secret", slow)
	save(t, p, k.Alias("ben"), slow)
	for range 2 { // again at the next start
		if err := d.Alias(k, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{path, users} {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if text, _ := os.ReadFile(filepath.Join(dir, e.Name())); strings.Contains(e.Name()+string(text), "ana-secret") {
				t.Errorf("the id is still in %s", e.Name())
			}
		}
	}
	wantEvents(t, path, "old", started("old", k.Alias("ana-secret")), said("old", 2), ended("old", 3))
	if info, err := os.Stat(filepath.Join(path, "old.jsonl")); err != nil || !info.ModTime().Equal(long) {
		t.Errorf("the journal is of %v, want %v as before", info.ModTime(), long)
	}
	wantProfile(t, p, k.Alias("ana-secret"), slow)
	wantProfile(t, p, k.Alias("ben"), slow)
}

func TestOldJournalsGo(t *testing.T) {
	d, path := openDir(t)
	add(t, d, started("old", ""), ended("old", 2), started("new", ""), ended("new", 2))
	day := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(filepath.Join(path, "old.jsonl"), day, day); err != nil {
		t.Fatal(err)
	}
	if err := d.Prune(24 * time.Hour); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(path, "*.jsonl")); len(files) != 1 || filepath.Base(files[0]) != "new.jsonl" {
		t.Errorf("left: %v, want the new one", files)
	}
}

// TestUserKey: processes that begin at once share one key; a damaged one says
// what to do; an alias is none of another key and no user id.
func TestUserKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "user.key")
	var aliases [8]string
	var wg sync.WaitGroup
	for i := range aliases {
		wg.Go(func() {
			k, err := journal.LoadUserKey(path)
			if err != nil {
				t.Error(err)
			}
			aliases[i] = k.Alias("ana")
		})
	}
	wg.Wait()
	if all := slices.Compact(aliases[:]); len(all) != 1 || len(all[0]) <= 64 || strings.Contains(all[0], "ana") {
		t.Errorf("aliases of ana: %q, want one, longer than any id", all)
	}
	if userKey(t).Alias("ana") == aliases[0] {
		t.Error("two keys make one alias")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's mode is %v, %v, want 0600", info.Mode(), err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 2 {
		t.Errorf("%d files, want the key and its checksum", len(entries))
	}
	if err := os.WriteFile(path, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.LoadUserKey(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a damaged key: %v, want an error that names the file", err)
	}
	if _, err := journal.NewUserKey("too short"); err == nil {
		t.Error("a short key is taken")
	}
}
