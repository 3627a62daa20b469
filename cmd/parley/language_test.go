package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/bench/caller"
	"parley/engine/failover"
	"parley/llm/understudy"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
	"parley/web"
)

// knowing is an engine that knows some languages, knowingEars and knowingVoice
// are one of either role that nobody asks for more.
type (
	knowing     struct{ languages []string }
	knowingEars struct {
		knowing
		ears
	}
	knowingVoice struct {
		knowing
		voice
	}
	ears  struct{ stt.Engine }
	voice struct{ tts.Engine }
)

func (knowing) Name() string          { return "some" }
func (k knowing) Languages() []string { return k.languages }

// TestPlays: a scene can be played if somebody hears, thinks and speaks in its
// language; else it is said who does not, and what to do.
func TestPlays(t *testing.T) {
	for name, c := range map[string]struct {
		ears, voice []string
		minds       bool
		says        string
	}{
		"all":       {nil, nil, true, ""},
		"German":    {[]string{"en", "de-AT"}, []string{"DE"}, true, ""},
		"deaf":      {[]string{"en"}, []string{"de"}, true, `in "de-DE", which the speech recognition here (some) does not know`},
		"mute":      {[]string{"de"}, []string{"en"}, true, `in "de-DE", which the voice here (some) does not know`},
		"thinkless": {nil, nil, false, "needs a language model"},
	} {
		e := &engines{
			hearing:  failover.NewHearing(failover.Options{}, knowingEars{knowing: knowing{c.ears}}),
			speaking: failover.NewSpeaking(failover.Options{}, knowingVoice{knowing: knowing{c.voice}}),
		}
		if c.minds {
			e.services = failover.NewThinking(failover.Options{}, understudy.Cued{})
			defer e.services.Close()
		}
		err := e.plays(scenarios.Scenario{ID: "x", Language: "de-DE"})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		e.hearing.Close()
		e.speaking.Close()
	}
}

// germanScene is an embedded scene, script and all, that says it is in German.
const germanScene = "germanApproval"

func writeGermanScene(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile("../../scenarios/" + scene + ".json")
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
	c := testConfig(t)
	c.scenarios = t.TempDir()
	writeGermanScene(t, c.scenarios)
	s := startTestServerWith(t, c)
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	t.Cleanup(cancel) // once both calls are over

	for name, lines := range map[string][]string{
		"two lines": {"The biggest risk is that our supplier is late this year.", "We have a clear plan for every risk."},
		"one line":  {"We have a clear plan for every risk."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var german sync.WaitGroup
			report, err := s.callObserved(t, parley.Dispatch{Scenario: scene}, func(e caller.Event) {
				if _, ok := e.Body.(caller.LineBegun); ok {
					german.Go(func() { s.askInGerman(ctx, t) })
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

// askInGerman asks for the scene as the page does, and as a LiveKit client does.
func (s *testServer) askInGerman(ctx context.Context, t *testing.T) {
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
	token, err := web.CallToken(s.livekit.key, s.livekit.secret, agentName, web.NewCaller(parley.Dispatch{Scenario: germanScene}))
	if err != nil {
		t.Error(err)
		return
	}
	report, err := caller.Run(ctx, caller.Script{Config: caller.Config{URL: s.livekit.url, Token: token}})
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
	if heard < len(lines) || r.Exchanges != len(lines) || len(r.Troubles) > 0 {
		t.Errorf("%d of %d lines heard, %d answered, troubles %+v: %q", heard, len(lines), r.Exchanges, r.Troubles, r.Conversation)
	}
}
