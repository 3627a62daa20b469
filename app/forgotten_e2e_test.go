package app_test

import (
	"bytes"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/checker/queue"
	"parley/journal"
)

// capture is a writer that many may write to.
type capture struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *capture) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(b)
}

func (c *capture) holds(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Contains(c.text.Bytes(), []byte(text))
}

// found are the files under dir with text in their bytes or names.
func found(t *testing.T, dir, text string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // it went meanwhile
		}
		content, err := os.ReadFile(path)
		if err == nil && (bytes.Contains(content, []byte(text)) || strings.Contains(path, text)) {
			names = append(names, strings.TrimPrefix(path, dir))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func forget(t *testing.T, s *apptest.Server, user string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, s.URL+"/api/users/me", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+user)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	return reply.StatusCode
}

// heard appends what a caption finally has of the user, if it is of four words or more:
// fewer may stand in the scene, too, which is kept a while whoever played it.
func heard(all []string, e caller.Event) []string {
	if c, ok := e.Body.(caller.Caption); ok && c.Role == parley.User && c.Final && len(strings.Fields(c.Text)) > 3 {
		return append(all, c.Text)
	}
	return all
}

// TestUserIsNowhereInClear: the id of a user, which is as good as a password, is
// in no byte of the data folder and of the log, and once they are forgotten
// neither what they said nor the alias that stood for them is there.
func TestUserIsNowhereInClear(t *testing.T) {
	log, before := &capture{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	s := apptest.Start(t)
	const user, words = "vq7-secret-user-id", "late this year"
	key, err := journal.LoadUserKey(filepath.Join(s.Data, "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(s.Data, "user.key")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's mode is %v, %v, want 0600", info.Mode(), err)
	}
	alias := key.Alias(user)
	inCall, said := 0, []string{}
	observe := func(e caller.Event) {
		said = heard(said, e)
		if _, ok := e.Body.(caller.Verdict); ok {
			inCall++
			if names := found(t, s.Data, user); len(names) > 0 {
				t.Errorf("during the call the id is in %v", names)
			}
		}
	}
	r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene, User: user}, observe,
		"The biggest risk is that our supplier is late this year.", "We have a second supplier who can take over in a week.")
	if err != nil || inCall == 0 || len(said) == 0 {
		t.Fatalf("%d verdicts on %d lines, %v; want some", inCall, len(said), err)
	}
	bury(t, s, r.Call, words)
	apptest.Eventually(t, func() bool { return len(found(t, s.Data, alias)) > 0 && len(found(t, s.Data, said[0])) > 0 })
	if names := found(t, s.Data, user); len(names) > 0 || log.holds(user) {
		t.Errorf("after the call the id is in %v, in the log: %v", names, log.holds(user))
	}
	if got := forget(t, s, user); got != http.StatusNoContent {
		t.Fatalf("DELETE: status %d, want 204", got)
	}
	for _, text := range append(said, user, alias, words) {
		if names := found(t, s.Data, text); len(names) > 0 {
			t.Errorf("once forgotten, %q is in %v", text, names)
		}
	}
	if log.holds(user) || log.holds(alias) || log.holds(words) {
		t.Error("the log tells of the user")
	}
	for _, bad := range []string{alias, "a.b", strings.Repeat("a", 65)} {
		if got := forget(t, s, bad); got != http.StatusUnauthorized {
			t.Errorf("DELETE %s: status %d, want 401", bad, got)
		}
	}
}

// bury puts a dead letter of a call into its stream.
func bury(t *testing.T, s *apptest.Server, call parley.CallID, words string) {
	t.Helper()
	if _, err := s.JS.Publish(t.Context(), "dead."+string(call), []byte(`{"call":"`+string(call)+`","text":"`+words+`"}`)); err != nil {
		t.Fatal(err)
	}
	if all, err := (queue.DeadLetters{JS: s.JS}).List(t.Context(), call); err != nil || len(all) != 1 {
		t.Fatalf("dead letters %v, %v, want one", all, err)
	}
}

// TestForgottenInACall: a user who is deleted while they talk leaves nothing of
// the call either.
func TestForgottenInACall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const user = "vq7-secret-user-id"
	status, once, said := 0, sync.Once{}, []string{}
	var work sync.WaitGroup
	observe := func(e caller.Event) {
		said = heard(said, e)
		if _, ok := e.Body.(caller.Verdict); ok {
			once.Do(func() { work.Go(func() { status = forget(t, s, user) }) })
		}
	}
	r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene, User: user}, observe,
		"The biggest risk is that our supplier is late this year.", "We have a second supplier who can take over in a week.")
	if err != nil || r.Outcome != parley.Left {
		t.Fatalf("the call: %+v, %v", r, err)
	}
	work.Wait()
	if status != http.StatusNoContent {
		t.Errorf("DELETE: status %d, want 204", status)
	}
	if len(said) == 0 {
		t.Error("nothing was heard of them")
	}
	for _, text := range said {
		deadline := time.Now().Add(apptest.Patience)
		for len(found(t, s.Data, text)) > 0 && time.Now().Before(deadline) {
			<-time.After(50 * time.Millisecond)
		}
		if names := found(t, s.Data, text); len(names) > 0 {
			t.Errorf("what they said, %q, is in %v", text, names)
		}
	}
}
