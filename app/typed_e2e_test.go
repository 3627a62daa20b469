package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/scenarios"
	"parley/web"
)

// TestSceneThatCannotBeHeardIsTyped calls a scene in Spanish, of which the engines here
// know a script alone: the list says so by a code, a call by voice is refused, and a
// typed one is read, judged and won. One in English is typed and spoken.
func TestSceneThatCannotBeHeardIsTyped(t *testing.T) {
	t.Parallel()
	const scene = "marketHaggle"
	s := apptest.Start(t)
	var list web.ScenarioList
	askJSON(t, "GET", s.URL+"/api/scenarios", "", http.StatusOK, &list)
	for _, p := range list.Scenarios {
		want := p.Language != "en"
		if (p.Unplayable != nil) != want || want && *p.Unplayable != (scenarios.Unplayable{Code: scenarios.NoEars, TextWay: true}) {
			t.Errorf("%s in %q is told of as %+v", p.ID, p.Language, p.Unplayable)
		}
	}
	var refusal web.ErrorReply
	askJSON(t, "POST", s.URL+"/api/calls", `{"scenario":"`+scene+`"}`, http.StatusUnprocessableEntity, &refusal)
	if refusal.Field != "scenario" || !strings.Contains(refusal.Error, "--stt") {
		t.Errorf("by voice: %+v", refusal)
	}

	english := typedCall(t, s, "riskyProjectApproval")
	english.until("the opening's sound", spokenOut)
	english.Leave()

	lines, err := scenarios.CallScript(scene, "win")
	if err != nil {
		t.Fatal(err)
	}
	spanish := typedCall(t, s, scene)
	for _, line := range lines {
		answers, verdicts := 0, 0
		spanish.until("an answer", func(v caller.View) bool {
			answers, verdicts = read(v), len(v.Verdicts)
			return v.Ended != nil || answers > 0 && v.State().State == parley.Listening
		})
		if spanish.View().Ended != nil {
			break
		}
		if err := spanish.Type(spanish.ctx, line); err != nil {
			t.Fatal(err)
		}
		spanish.until("the next answer and its verdict", func(v caller.View) bool {
			return v.Ended != nil || read(v) > answers && len(v.Verdicts) > verdicts
		})
	}
	spanish.until("the end", func(v caller.View) bool { return v.Ended != nil })
	v := spanish.View()
	if v.Ended.Outcome != parley.Won || len(v.Verdicts) < 4 || !v.Verdicts[len(v.Verdicts)-1].IsGoalComplete {
		t.Errorf("outcome %q after verdicts %+v", v.Ended.Outcome, v.Verdicts)
	}
	if !v.Frames.LastVoiced().IsZero() || len(v.Troubles) > 0 {
		t.Errorf("a call that is read has sound at %v, troubles %+v", v.Frames.LastVoiced(), v.Troubles)
	}
	for _, u := range v.Usage {
		if u.Role == "stt" || u.Role == "tts" {
			t.Errorf("a call that is typed and read has used %+v", u)
		}
	}
}

// read is how many lines of the character's are whole on the screen.
func read(v caller.View) (n int) {
	for _, c := range v.Captions {
		if c.Role == parley.Character && c.Final {
			n++
		}
	}
	return n
}

func typedCall(t *testing.T, s *apptest.Server, scene string) heldCaller {
	t.Helper()
	var reply web.CallReply
	askJSON(t, "POST", s.URL+"/api/calls", `{"scenario":"`+scene+`","mode":"text"}`, http.StatusOK, &reply)
	user, err := caller.Join(t.Context(), caller.Config{URL: reply.URL, Token: reply.Token, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(user.Leave)
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("not within a minute"))
	t.Cleanup(cancel)
	return heldCaller{user, t, ctx}
}

// askJSON makes a request and decodes its answer, of that status, into v.
func askJSON(t *testing.T, method, url, body string, status int, v any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != status {
		t.Errorf("%s %s: status %d, want %d", method, url, resp.StatusCode, status)
	}
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil {
		t.Fatal(err)
	}
}
