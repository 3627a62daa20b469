package journal_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/journal"
)

// found names the needles that any file under dir has, and the files.
func found(t *testing.T, dir string, needles map[string][]byte) map[string][]string {
	t.Helper()
	where := map[string][]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		for name, needle := range needles {
			if bytes.Contains(content, needle) || strings.Contains(path, string(needle)) {
				where[name] = append(where[name], filepath.Base(path))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return where
}

// TestEraseLeavesNothing looks for an erased owner in all bytes under the server's
// folder: at once, after the server was killed, and after it was started again.
func TestEraseLeavesNothing(t *testing.T) {
	const owner, said, state = "u-5f0c5f0cana", "call the dentist", "she sees a dentist"
	server := startChild(t)
	l := openLog(t, server.dial())
	others := []*journal.Record{l.Record("before"), l.Record("after")}
	put(t, others[0], 0, "kept")
	ana := l.Record(owner)
	var last uint64
	for range 5 {
		last = put(t, ana, last, said)
		if err := ana.Save(t.Context(), last, []byte(state)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, others[1], 0, "kept")
	server.stop() // which writes its indexes
	server.start()
	js := server.dial()
	digest := sha256.Sum256([]byte(owner))
	subject := "USERS.secret." + base64.RawURLEncoding.EncodeToString(digest[:]) + ".*"
	var secret struct{ Key []byte }
	if err := json.Unmarshal(stored(t, js, "USERS_SECRETS", subject), &secret); err != nil || len(secret.Key) != 32 {
		t.Fatalf("no key: %v", err)
	}
	plain := map[string][]byte{
		"owner": []byte(owner), "key": []byte(base64.StdEncoding.EncodeToString(secret.Key)), "raw key": secret.Key,
		"commit": []byte(said), "snapshot": []byte(state),
	}
	index := map[string][]byte{"digest": []byte(base64.RawURLEncoding.EncodeToString(digest[:]))}
	before := found(t, server.dir, plain)
	if len(before) != 2 || len(before["owner"]) != 2 || len(before["key"]) != 2 || len(found(t, server.dir, index)["digest"]) != 4 {
		t.Fatalf("before: %v, want owner and key twice each, the digest there and in indexes", before)
	}

	l = openLog(t, js)
	begun := time.Now()
	done, err := l.Record(owner).Erase(t.Context())
	if err != nil || done.Commits != 5 || done.Bytes < 5*len(said) || done.At.Before(begun) {
		t.Fatalf("Erase = %+v, %v, want 5 commits", done, err)
	}
	nothing := func(when string, needles map[string][]byte) {
		t.Helper()
		if left := found(t, server.dir, needles); len(left) != 0 {
			t.Errorf("%s: %v", when, left)
		}
	}
	nothing("at once", plain)
	server.kill()
	nothing("killed", plain)
	server.start()
	nothing("started again", plain)
	server.stop()
	nothing("ended", plain)
	nothing("ended", index)
	server.start()

	js = server.dial()
	l = openLog(t, js)
	wantStored(t, js, 2, 2, 0)
	for _, r := range []*journal.Record{l.Record("before"), l.Record("after")} {
		if got := texts(t, r, 0); !slices.Equal(got, []string{"kept"}) {
			t.Errorf("another record = %q", got)
		}
	}
	put(t, l.Record(owner), 0, "anew")
}

// TestHandlesOfAnErasedOwner: what others know of the owner is void, whether a new
// record is begun or not, and what they do next concerns the new one.
func TestHandlesOfAnErasedOwner(t *testing.T) {
	for name, begunAnew := range map[string]bool{"gone": false, "begun anew": true} {
		t.Run(name, func(t *testing.T) {
			l, js := newLog(t)
			first := l.Record("ana")
			last := put(t, first, put(t, first, 0, "old"), "old too")
			if err := first.Save(t.Context(), last, []byte("old state")); err != nil {
				t.Fatal(err)
			}
			oldID := idOf(t, first)
			// Each handle does one thing, with the old key in mind.
			handle := func() *journal.Record {
				r := openLog(t, js).Record("ana")
				if idOf(t, r) != oldID {
					t.Fatal("a handle has no key")
				}
				return r
			}
			appends, begins, reads, loads, saves := handle(), handle(), handle(), handle(), handle()
			if done, err := openLog(t, js).Record("ana").Erase(t.Context()); err != nil || done.Commits != 2 {
				t.Fatalf("Erase = %+v, %v", done, err)
			}
			var want []string
			if begunAnew {
				put(t, openLog(t, js).Record("ana"), 0, "new")
				want = []string{"new"}
			}
			if _, err := appends.Append(t.Context(), last, note("lost")); !errors.Is(err, journal.ErrErased) {
				t.Errorf("Append after an old commit = %v, want ErrErased", err)
			}
			if _, err := begins.Append(t.Context(), 0, note("lost")); !errors.Is(err, journal.ErrErased) {
				t.Errorf("first Append under the old key = %v, want ErrErased", err)
			}
			if _, err := read(t.Context(), reads, last); !errors.Is(err, journal.ErrErased) {
				t.Errorf("Read after an old commit = %v, want ErrErased", err)
			}
			if seq, data, err := loads.Snapshot(t.Context()); seq != 0 || data != nil || err != nil {
				t.Errorf("Snapshot = %d, %q, %v, want none", seq, data, err)
			}
			if err := saves.Save(t.Context(), last, []byte("old state")); !errors.Is(err, journal.ErrErased) {
				t.Errorf("Save = %v, want ErrErased", err)
			}
			for name, r := range map[string]*journal.Record{"appends": appends, "begins": begins, "reads": reads, "loads": loads, "saves": saves} {
				if got := texts(t, r, 0); !slices.Equal(got, want) {
					t.Errorf("%s: record = %q, want %q", name, got, want)
				}
			}
			wantStored(t, js, uint64(len(want)), uint64(len(want)), 0)
			if owner, err := l.OwnerOf(t.Context(), oldID); !errors.Is(err, journal.ErrNone) {
				t.Errorf("OwnerOf the old id = %q, %v, want ErrNone", owner, err)
			}
		})
	}
}
