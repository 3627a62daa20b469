package app_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/journal"
	"parley/web"
)

var (
	flips    = flag.Int("flips", 0, "how many bits of each file are wrong, one start each; 0 is one bit of four files")
	flipOf   = flag.String("flipof", "", "only files with this in their path")
	flipSeed = flag.Uint64("flipseed", 0, "its seed, to see the same bits again; 0 is a new one")
)

// life is what a folder must give back, and what a start said.
type life struct {
	t     *testing.T
	dir   string
	users []string
	lines bytes.Buffer
	mu    sync.Mutex
}

// Write implements io.Writer for the log.
func (l *life) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(p)
}

func (l *life) said() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}

// lived is the folder of a product that served a call and two users of assistants, as
// it was when its process was killed, or at its end.
func lived(t *testing.T) (killed, ended *life) {
	t.Helper()
	c := apptest.Config(t)
	s, err := app.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, func() bool { return apptest.Status(s.URL+"/readyz") == http.StatusOK })
	users := []string{newUser(), newUser()}
	for n, user := range users {
		b := beside{t, s.URL, user}
		for i := range []int{60, 5}[n] {
			title := fmt.Sprintf("Errand %d", i)
			b.command(web.AssistantCommand{Type: "task.add", Title: &title})
		}
		at := time.Now().Add(24 * time.Hour)
		b.command(web.AssistantCommand{Type: "reminder.set", Text: "feed the cat", At: &at})
	}
	if *flips > 0 { // which takes a while
		server := &apptest.Server{App: s, Data: c.Data}
		if _, err := server.CallWith(t, parley.Dispatch{Scenario: apptest.Scene, Username: "Robin"},
			"The biggest risk is that our supplier is late this year."); err != nil {
			t.Fatal(err)
		}
	}
	p := journal.NewProfiles(filepath.Join(c.Data, "users"), nil)
	alias := "u-" + strings.Repeat("5f0c", 16)
	if err := p.Save(alias, parley.Profile{Pause: 700 * time.Millisecond, Pauses: 9, Patience: time.Second}); err != nil {
		t.Fatal(err)
	}
	killed = &life{t: t, dir: t.TempDir(), users: users}
	if err := os.CopyFS(killed.dir, os.DirFS(c.Data)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return killed, &life{t: t, dir: c.Data, users: users}
}

// copied is a life of its own like another.
func (l *life) copied() *life {
	l.t.Helper()
	to := &life{t: l.t, dir: l.t.TempDir(), users: l.users}
	if err := os.CopyFS(to.dir, os.DirFS(l.dir)); err != nil {
		l.t.Fatal(err)
	}
	return to
}

// serves starts the product on the folder and returns all that it gives back, or why it
// does not start.
func (l *life) serves() (gives string, err error) {
	l.t.Helper()
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer slog.SetDefault(before)
	c := apptest.Config(l.t)
	c.Data = l.dir
	s, err := app.Start(l.t.Context(), c)
	if err != nil {
		return "", err
	}
	defer func() {
		if err := s.Close(); err != nil {
			l.t.Error(err)
		}
	}()
	var all strings.Builder
	for _, user := range l.users {
		r := beside{l.t, s.URL, user}.request(http.MethodGet, "/api/assistant", nil)
		text, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil {
			l.t.Fatal(err)
		}
		fmt.Fprintf(&all, "%d %s\n", r.StatusCode, text)
	}
	l.store(&all, s.JS)
	l.files(&all)
	return all.String(), nil
}

// store tells what the streams hold of others than users.
func (l *life) store(w io.Writer, js jetstream.JetStream) {
	l.t.Helper()
	for _, name := range []string{"PARLEY_CHECKS", "PARLEY_VERDICTS", "PARLEY_DEAD", "PARLEY_TIMERS"} {
		s, err := js.Stream(l.t.Context(), name)
		if err != nil {
			l.t.Fatal(err)
		}
		state := s.CachedInfo().State
		fmt.Fprintln(w, name, state.Msgs)
		for seq := state.FirstSeq; seq <= state.LastSeq; seq++ {
			if m, err := s.GetMsg(l.t.Context(), seq); err == nil {
				fmt.Fprintf(w, "%s %s\n", m.Subject, m.Data)
			}
		}
	}
}

// files tells what is kept beside the streams, and waits until it was looked at.
func (l *life) files(w io.Writer) {
	l.t.Helper()
	calls, err := journal.OpenDir(filepath.Join(l.dir, "calls"))
	if err != nil {
		l.t.Fatal(err)
	}
	looked := 0
	see := func(journal.Damage) { looked++ }
	profiles := journal.NewProfiles(filepath.Join(l.dir, "users"), nil)
	if err := calls.Check(context.Background(), see); err != nil {
		l.t.Fatal(err)
	}
	if err := profiles.Check(context.Background(), see); err != nil {
		l.t.Fatal(err)
	}
	if looked > 0 {
		apptest.Eventually(l.t, func() bool { return strings.Contains(l.said(), "is damaged") })
	}
	for _, pattern := range []string{"calls/*.jsonl", "users/*.json"} {
		names, _ := filepath.Glob(filepath.Join(l.dir, pattern))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				l.t.Fatal(err)
			}
			fmt.Fprintf(w, "%s %s\n", filepath.Base(name), text)
		}
	}
}

// TestOneBitOfEachFile flips one bit of each of the files of a data folder, one start
// each: the start gives back all, or says what is damaged.
func TestOneBitOfEachFile(t *testing.T) {
	seed := *flipSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-flipseed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	killed, ended := lived(t)
	var starts, whole, mended, told, refused int
	lives := map[string]*life{"killed": killed}
	if *flips > 0 {
		lives["ended"] = ended
	}
	few := chance.Perm(30)[:4]
	for name, from := range lives {
		files := 0
		want, err := from.copied().serves()
		if err != nil || !strings.Contains(want, "Errand 59") || !strings.Contains(want, "feed the cat") {
			t.Fatalf("%s: it gives %s, %v", name, want, err)
		}
		if err := filepath.WalkDir(from.dir, func(path string, d fs.DirEntry, err error) error {
			inside, _ := filepath.Rel(from.dir, path)
			if err != nil || d.IsDir() || !strings.Contains(inside, *flipOf) {
				return err
			}
			info, err := d.Info()
			files++
			if err != nil || info.Size() == 0 || name == "ended" && !strings.HasSuffix(path, ".db") && *flips == 1 ||
				*flips == 0 && !slices.Contains(few, files) {
				return err // of what is the same in both one is enough, unless more are asked for
			}
			for range max(*flips, 1) {
				l := from.copied()
				bit := chance.IntN(int(info.Size()) * 8)
				file := filepath.Join(l.dir, inside)
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				text[bit/8] ^= 1 << (bit % 8)
				if err := os.WriteFile(file, text, info.Mode()); err != nil {
					return err
				}
				got, err := l.serves()
				starts++
				says := strings.Contains(l.said(), "level=ERROR")
				switch {
				case err != nil && !strings.Contains(err.Error(), "\n") && strings.Contains(err.Error(), l.dir):
					refused++
				case err != nil:
					t.Errorf("%s, %s, bit %d: it does not start, and names no file, or not in a line: %v", name, inside, bit, err)
				case got == want && says:
					mended++
				case got == want:
					whole++
				case says:
					told++
					t.Logf("%s, %s, bit %d: told", name, inside, bit)
				default:
					t.Errorf("%s, %s, bit %d of byte %d: a silent loss: %s", name, inside, bit%8, bit/8, difference(want, got))
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d starts: %d gave all, %d more gave all and said what they had put right, "+
		"%d said what is damaged, %d did not start and said why",
		starts, whole, mended, told, refused)
}

// difference is the first line in which two texts differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			other := ""
			if i < len(g) {
				other = g[i]
			}
			short := func(s string) string { return s[:min(len(s), 300)] }
			return fmt.Sprintf("want %q, got %q", short(w[i]), short(other))
		}
	}
	return "more lines"
}
