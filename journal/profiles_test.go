package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/journal"
)

var slow = parley.Profile{Pause: 900 * time.Millisecond, Pauses: 12, Patience: 9 * time.Second}

func newProfiles(t testing.TB) (p *journal.Profiles, path string, log *bytes.Buffer) {
	t.Helper()
	path, log = filepath.Join(t.TempDir(), "users"), &bytes.Buffer{}
	return journal.NewProfiles(path, slog.New(slog.NewTextHandler(log, nil))), path, log
}

func wantProfile(t *testing.T, p *journal.Profiles, user string, want parley.Profile) {
	t.Helper()
	if got, err := p.Load(user); err != nil || got != want {
		t.Errorf("Load(%s) = %+v, %v, want %+v", user, got, err, want)
	}
}

func save(t *testing.T, p *journal.Profiles, user string, h parley.Profile) {
	t.Helper()
	if err := p.Save(user, h); err != nil {
		t.Fatal(err)
	}
}

func TestProfilesOutlastTheProcess(t *testing.T) {
	p, path, _ := newProfiles(t)
	wantProfile(t, p, "ana", parley.Profile{})
	save(t, p, "ana", slow)
	again := journal.NewProfiles(path, nil)
	wantProfile(t, again, "ana", slow)
	wantProfile(t, again, "ben", parley.Profile{})
	info, err := os.Stat(filepath.Join(path, "ana.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("file mode = %v, %v, want 0600", info.Mode().Perm(), err)
	}
	save(t, p, "nobody", parley.Profile{})
	if files, _ := os.ReadDir(path); len(files) != 1 {
		t.Errorf("%d files, want ana's alone", len(files))
	}
}

func TestForgottenStaysForgotten(t *testing.T) {
	p, path, _ := newProfiles(t)
	save(t, p, "ana", slow)
	for range 2 { // known or not
		if err := p.Delete("ana"); err != nil {
			t.Fatal(err)
		}
		wantProfile(t, p, "ana", parley.Profile{})
	}
	save(t, p, "ana", slow) // by the call that was under way
	wantProfile(t, p, "ana", parley.Profile{})
	if files, _ := os.ReadDir(path); len(files) != 0 {
		t.Errorf("%d files, want none", len(files))
	}
}

func TestDamagedProfileIsAStranger(t *testing.T) {
	for _, text := range []string{"", "{", "null}", `{"pause":-1}`, `{"pause":9000000000000}`, `{"pauses":"many"}`, "\x00"} {
		p, path, log := newProfiles(t)
		save(t, p, "ana", slow)
		if err := os.WriteFile(filepath.Join(path, "ana.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		wantProfile(t, p, "ana", parley.Profile{})
		wantProfile(t, p, "ana", parley.Profile{})
		if got := strings.Count(log.String(), "\n"); got != 1 {
			t.Errorf("%q: %d log lines, want 1:\n%s", text, got, log)
		}
		save(t, p, "ana", slow)
		wantProfile(t, p, "ana", slow)
	}
}

func TestBadUserIDs(t *testing.T) {
	p, _, _ := newProfiles(t)
	for _, user := range []string{"", "..", "../up", "a/b", "a\x00b", ".hidden", "ä", strings.Repeat("a", 200)} {
		if _, err := p.Load(user); !errors.Is(err, journal.ErrUserID) {
			t.Errorf("Load(%q) = %v, want ErrUserID", user, err)
		}
		if err := p.Save(user, slow); !errors.Is(err, journal.ErrUserID) {
			t.Errorf("Save(%q) = %v, want ErrUserID", user, err)
		}
		if err := p.Delete(user); !errors.Is(err, journal.ErrUserID) {
			t.Errorf("Delete(%q) = %v, want ErrUserID", user, err)
		}
	}
}

func TestManyUsersAtOnce(t *testing.T) {
	p, path, _ := newProfiles(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 50 {
				h := parley.Profile{Pauses: n + 1}
				if err := errors.Join(p.Save("ana", h), p.Save(fmt.Sprint("user", i), h)); err != nil {
					t.Error(err)
				}
				if got, err := p.Load("ana"); err != nil || got.Pauses == 0 {
					t.Errorf("Load = %+v, %v, want somebody's", got, err)
				}
			}
		})
	}
	wg.Wait()
	if files, _ := os.ReadDir(path); len(files) != 9 {
		t.Errorf("%d files, want 9", len(files))
	}
}

func TestOldProfilesGo(t *testing.T) {
	p, path, _ := newProfiles(t)
	for i := range 6 {
		user := fmt.Sprint("user", i)
		save(t, p, user, slow)
		age := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(path, user+".json"), age, age); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Prune(4); err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		want := slow
		if i < 2 {
			want = parley.Profile{}
		}
		wantProfile(t, p, fmt.Sprint("user", i), want)
	}
}

// FuzzProfile holds that any file loads as a profile that can be saved again.
func FuzzProfile(f *testing.F) {
	f.Add([]byte(`{"pause":900000000,"pauses":12}`))
	f.Add([]byte(`{"pause":1e30}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, path, _ := newProfiles(t)
		save(t, p, "ana", slow)
		if err := os.WriteFile(filepath.Join(path, "ana.json"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		h, err := p.Load("ana")
		if err != nil || h.Pause < 0 || h.Pauses < 0 || h.Patience < 0 {
			t.Fatalf("Load = %+v, %v, want profile", h, err)
		}
		save(t, p, "ben", h)
		wantProfile(t, p, "ben", h)
	})
}
