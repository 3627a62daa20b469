package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/journal"
	"parley/room/lk"
	"parley/rpc"
	"parley/web"
)

// TestProfilesOutlastTheCall sets the patience in one call and finds it in the
// next, until the user is forgotten.
func TestProfilesOutlastTheCall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	key, err := journal.LoadUserKey(filepath.Join(s.Data, "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.Data, "users", key.Alias("ana-0123456789ab")+".json")

	callOnce(t, s, `{"seconds":12}`)
	if got := habitsIn(t, file); got.Patience != 12*time.Second {
		t.Errorf("after the first call: %+v, want a patience of 12 s", got)
	}
	// A call that learns nothing keeps what it was begun with.
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, long, long); err != nil {
		t.Fatal(err)
	}
	callOnce(t, s, "")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := habitsIn(t, file); got.Patience != 12*time.Second || time.Since(info.ModTime()) > time.Minute {
		t.Errorf("after the second call: %+v of %v, want a patience of 12 s, just kept", got, info.ModTime())
	}

	got := forget(t, s, "ana-0123456789ab")
	if _, err := os.Stat(file); !os.IsNotExist(err) || got != http.StatusNoContent {
		t.Errorf("DELETE: status %d, then %v, want 204 and no file", got, err)
	}
	if got := apptest.Scrape(t, s.Ops+"/metrics"); !got[`parley_calls_total{outcome="left"} 2`] || !got["parley_calls_in_progress 0"] {
		t.Error("/metrics does not tell of two calls that ended")
	}
}

func habitsIn(t *testing.T, file string) (h parley.Profile) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &h); err != nil {
		t.Fatal(err)
	}
	return h
}

// callOnce calls as ana-0123456789ab, sets the patience if there is one, and hangs up.
func callOnce(t *testing.T, s *apptest.Server, patience string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	token, err := web.CallToken(s.LiveKit.Key, s.LiveKit.Secret, app.DefaultAgent,
		web.NewCaller(parley.Dispatch{Scenario: apptest.Scene, User: "ana-0123456789ab"}))
	if err != nil {
		t.Fatal(err)
	}
	talking, gone := make(chan string, 16), make(chan struct{})
	look := func(identity string, attributes map[string]string) {
		if state := attributes[rpc.AttrState]; state != "" && state != string(parley.Initializing) {
			talking <- identity
		}
	}
	r, err := lk.Join(ctx, lk.Config{URL: s.LiveKit.URL, Token: token, Silent: true, Events: lk.Events{
		Joined:     func(p lk.Participant) { look(p.Identity, p.Attributes) },
		Attributes: look,
		Left:       func(string) { close(gone) },
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Leave()
	var agent string
	select {
	case agent = <-talking:
	case <-ctx.Done():
		t.Fatal("no agent within 20s")
	}
	if patience != "" {
		if _, err := r.PerformRPC(ctx, agent, rpc.MethodSetPatience, patience); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.PerformRPC(ctx, agent, rpc.MethodEndCall, "{}"); err != nil {
		t.Fatal(err)
	}
	select {
	case <-gone:
	case <-ctx.Done():
		t.Fatal("the agent stayed for 20s")
	}
}
