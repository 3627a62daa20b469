package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
)

func TestDebriefStream(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 4, over("call_a"))
	w := ask(s, "GET", "/api/calls/call_a/debrief/stream", "")
	events := strings.Split(strings.TrimSpace(w.Body.String()), "\n\n")
	if w.Header().Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(events[0],
		`event: part`+"\n"+`data: {"debrief":{"call":"call_a"`) ||
		strings.Contains(events[0], `"coaching"`) || !strings.HasPrefix(events[len(events)-1], "event: done\n") {
		t.Errorf("got %s", w.Body)
	}
	if len(events) != 3 || !strings.HasPrefix(events[1], `event: part`+"\n"+`data: {"coaching":{"by":"rules"`) {
		t.Errorf("the sentences: %q", events[1:])
	}
}

// TestDebriefStreamByAModel: a model's sentences come after the numbers; where it fails
// the rules' do, and that is said. It is asked as the call's user.
func TestDebriefStreamByAModel(t *testing.T) {
	for _, fails := range []bool{false, true} {
		s, files := withCalls(t)
		aCall(t, files, testUser, "call_a", 4, over("call_a"))
		s.config.Coach = func(_ context.Context, user string, d debrief.Debrief) (debrief.Coaching, error) {
			if user != testUser {
				t.Errorf("asked as %q", user)
			}
			if fails {
				return *d.Coaching, debrief.ErrCoach
			}
			return debrief.Coaching{By: "a model", Keep: &debrief.Advice{By: "a model"}}, nil
		}
		text := ask(s, "GET", "/api/calls/call_a/debrief/stream", "").Body.String()
		if strings.Contains(text, `"failed":true`) != fails || strings.Contains(text, `"by":"a model"`) == fails {
			t.Errorf("fails %t: %s", fails, text)
		}
	}
}

// TestDebriefStreamOfWhatIsKept: what a model wrote once is told again without it.
func TestDebriefStreamOfWhatIsKept(t *testing.T) {
	s, files := withCalls(t)
	kept := &parley.CoachSentence{Text: "Say it sooner.", Quote: "marker word", Turn: 2}
	aCall(t, files, testUser, "call_a", 4, over("call_a"), parley.Coached{Version: debrief.CoachVersion, By: "a model", Stop: kept})
	s.config.Coach = func(context.Context, string, debrief.Debrief) (debrief.Coaching, error) {
		t.Error("the model is asked again")
		return debrief.Coaching{}, nil
	}
	for _, path := range []string{"/debrief/stream", "/debrief", "/export.json"} {
		text := ask(s, "GET", "/api/calls/call_a"+path, "").Body.String()
		if !strings.Contains(text, `"by":"a model","text":"Say it sooner."`) {
			t.Errorf("%s: %s", path, text)
		}
	}
}

func TestProgress(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 3, over("call_a"))
	aCall(t, files, otherUser, "call_b", 3, over("call_b"))
	aCall(t, files, testUser, "call_live", 3)
	var p Progress
	w := ask(s, "GET", "/api/me/progress?scene=riskyProjectApproval", "")
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Attempts) != 1 || p.Attempts[0].Summary.Call != "call_a" || p.Attempts[0].Speech == nil || p.First != 1 || p.Last != 1 ||
		p.Best != 1 ||
		len(p.Checks) != 5 || !p.Checks[0].Best || !slices.Equal(p.Checks[0].Met, []int{1}) || p.Checks[4].ID != "pride" ||
		p.Checks[4].Text == "" || len(p.Checks[4].Met) != 0 || p.Next == nil {
		t.Errorf("got %s", w.Body)
	}
	var all ProgressList
	w = ask(s, "GET", "/api/me/progress", "")
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Scenes) != 1 || all.Scenes[0] != (SceneProgress{"riskyProjectApproval", callBegan, 1, 3, 3, 3}) {
		t.Errorf("all scenes: %s", w.Body)
	}
	wantError(t, "nobody", asks(s, "GET", "/api/me/progress?scene=x", ""), http.StatusUnauthorized, "")
	if w := ask(s, "GET", "/api/me/progress?scene=never", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(),
		`"attempts":[]`) {
		t.Errorf("a scene never tried: %s", w.Body)
	}
}

// TestSceneProgress: of each scene that was attempted it is told how far the first, the
// last and the best attempt came, and what is none counts nowhere.
func TestSceneProgress(t *testing.T) {
	at := func(day int) time.Time { return callBegan.AddDate(0, 0, day) }
	got := sceneProgress([]calls.Summary{ // newest first
		{Scene: "a", Began: at(6)},
		{Scene: "b", Began: at(5), Outcome: parley.Left, Progress: 2},
		{Scene: "a", Began: at(4), Outcome: parley.Won, Progress: 10, Drill: true},
		{Scene: "a", Began: at(3), Outcome: parley.Lost, Progress: 5},
		{Scene: "a", Began: at(2), Outcome: calls.CutOff, Progress: 7},
		{Scene: "a", Began: at(1), Outcome: parley.Timeout, Progress: 1},
	})
	want := []SceneProgress{{"b", at(5), 1, 2, 2, 2}, {"a", at(3), 3, 1, 5, 7}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestProgressOfAChangedScene: a check that the scene has no more is told by its id, and
// of a scene that is gone nothing is proposed.
func TestProgressOfAChangedScene(t *testing.T) {
	p := progressOf("gone", []debrief.PastCall{{Summary: calls.Summary{Outcome: parley.Lost, Checks: []string{"old"}}}})
	p.of(scenarios.Scenario{}, nil)
	if len(p.Checks) != 1 || p.Checks[0].ID != "old" || p.Checks[0].Text != "" || !p.Checks[0].Last || p.Next != nil {
		t.Errorf("got %+v", p)
	}
}
