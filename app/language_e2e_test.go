package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/caller"
	"parley/web"
)

// germanScene is an embedded apptest.Scene, script and all, that says it is in German.
const germanScene = "germanApproval"

func writeGermanScene(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile("../scenarios/" + apptest.Scene + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	s["id"], s["language"] = germanScene, "de"
	if text, err = json.Marshal(s); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, germanScene+".json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestGermanSceneLeavesTheEnglishCallsTheirEars has calls asked for that no
// engine here can hear, at each line of two English calls: they are refused in
// words, and the English calls hear every line.
func TestGermanSceneLeavesTheEnglishCallsTheirEars(t *testing.T) {
	t.Parallel()
	c := apptest.Config(t)
	c.Scenarios = t.TempDir()
	writeGermanScene(t, c.Scenarios)
	s := apptest.StartWith(t, c)
	for name, lines := range map[string][]string{
		"two lines": {"The biggest risk is that our supplier is late this year.", "We have a clear plan for every risk."},
		"one line":  {"We have a clear plan for every risk."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
			defer cancel()
			var german sync.WaitGroup
			report, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene}, func(e caller.Event) {
				if _, ok := e.Body.(caller.LineBegun); ok {
					german.Go(func() { askInGerman(ctx, t, s) })
				}
			}, lines...)
			german.Wait()
			if err != nil {
				t.Fatal(err)
			}
			checkHeardAll(t, report, lines)
		})
	}
}

// askInGerman asks for the apptest.Scene as the page does, and as a LiveKit client does.
func askInGerman(ctx context.Context, t *testing.T, s *apptest.Server) {
	r, err := http.Post(s.URL+"/api/calls", "application/json", strings.NewReader(`{"scenario":"`+germanScene+`"}`))
	if err != nil {
		t.Error(err)
		return
	}
	defer r.Body.Close()
	var refusal web.ErrorReply
	if err := json.NewDecoder(r.Body).Decode(&refusal); err != nil {
		t.Error(err)
	}
	const says, remedy = `is in "de", which the speech recognition here (sphinx) does not know`, "--stt"
	if r.StatusCode != http.StatusUnprocessableEntity || refusal.Field != "scenario" ||
		!strings.Contains(refusal.Error, says) || !strings.Contains(refusal.Error, remedy) {
		t.Errorf("asked for a call in German: %d %+v, want 422 on the scenario that says %q", r.StatusCode, refusal, says)
	}
	token, err := web.CallToken(s.LiveKit.Key, s.LiveKit.Secret, app.DefaultAgent, web.NewCaller(parley.Dispatch{Scenario: germanScene}))
	if err != nil {
		t.Error(err)
		return
	}
	report, err := caller.Run(ctx, caller.Script{Config: caller.Config{URL: s.LiveKit.URL, Token: token}})
	if err != nil || report.Outcome != parley.Failed || !strings.Contains(report.Reason, says) {
		t.Errorf("joined a call in German: %v, outcome %q, reason %q; want error that says %q", err, report.Outcome, report.Reason, says)
	}
}

// checkHeardAll wants each line heard and answered, and no trouble told of.
func checkHeardAll(t *testing.T, r caller.Report, lines []string) {
	t.Helper()
	heard := 0
	for _, said := range r.Conversation {
		if said.Role == parley.User && said.Text != "" {
			heard++
		}
	}
	if heard < len(lines) || r.Exchanges != len(lines) || len(apptest.Troubles(r)) > 0 {
		t.Errorf("%d of %d lines heard, %d answered, troubles %+v: %q", heard, len(lines), r.Exchanges, r.Troubles, r.Conversation)
	}
}
