package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/checker"
	"parley/engine/openaihttp/openaitest"
)

// TestImpossibleDispatchIsRefusedInTheRoom asks for calls nobody can hold.
func TestImpossibleDispatchIsRefusedInTheRoom(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	for name, tt := range map[string]struct{ scenario, says string }{
		"unknown":   {"noSuchScene", "noSuchScene"},
		"malformed": {"not an id!", "scenario must be an id"},
	} {
		r, err := s.CallWith(t, parley.Dispatch{Scenario: tt.scenario}, "hello")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r.Outcome != parley.Failed || !strings.Contains(r.Reason, tt.says) {
			t.Errorf("%s: outcome %q, reason %q; want error that says %q", name, r.Outcome, r.Reason, tt.says)
		}
	}
	// The agent is none the worse for it.
	if r, err := s.CallWith(t, parley.Dispatch{Scenario: apptest.Scene}); err != nil || r.Opening == 0 {
		t.Errorf("call after the refusals: %v, opening heard after %v", err, r.Opening)
	}
}

// withModel serves calls whose character and checker think with a service. Every
// line is heard as faultLine: a line that is heard as half a sentence is waited
// after for seconds, and answers to it are begun and dropped.
func withModel(t *testing.T, character, check *openaitest.Server) *apptest.Server {
	t.Helper()
	c := apptest.Config(t)
	c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.STT: {Engines: "openai", URL: earsService(t).url, Model: "test-ears"}, engineconfig.TTS: {Engines: "flite"},
		engineconfig.LLM:     {Engines: "openai", URL: character.URL, Model: "test-model"},
		engineconfig.Checker: {Engines: "openai", URL: check.URL, Model: "test-judge"},
	})
	return apptest.StartWith(t, c)
}

// TestModelPlaysAndJudges holds a call whose character calls the emoji tool and
// answers, and whose judge is a model, through an OpenAI-compatible service.
func TestModelPlaysAndJudges(t *testing.T) {
	t.Parallel()
	character := openaitest.New(t)
	character.Always(toolThenWords(
		openaitest.Call("call_1", "emoji_reaction", `{"emoji":"🤨",`, `"label":"frowns"}`),
		openaitest.Paced(50*time.Millisecond, "Hmm, ", "and what ", "does it cost? ")))
	check := openaitest.New(t)
	check.Always(openaitest.JSON(checker.Finding{
		Progress: 3, CTA: "Going well!", Evidence: "what does it cost", Quotes: []string{}, Checks: []string{}, Flags: []string{},
	}))
	r, err := withModel(t, character, check).CallWith(t,
		parley.Dispatch{Scenario: apptest.Scene, Username: "Robin", Usergender: "male"},
		faultLine)
	if err != nil {
		t.Fatal(err)
	}
	if said := apptest.Said(r, parley.Character); !strings.Contains(said, "and what does it cost?") {
		t.Errorf("the character said %q", said)
	}
	if len(r.Reactions) != 1 || r.Reactions[0].Label != "frowns" {
		t.Errorf("reactions = %+v, want one", r.Reactions)
	}
	if len(r.Verdicts) != 1 || r.Verdicts[0].ProgressTowardsGoal != 3 || r.Verdicts[0].CTA != "Going well!" {
		t.Errorf("verdicts = %+v", r.Verdicts)
	}
	requests := talks(character)
	if len(requests) < 2 {
		t.Fatalf("%d requests, want the tool's and the words'", len(requests))
	}
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(requests[0].Body, &body); err != nil {
		t.Fatal(err)
	}
	if m := body.Messages; len(m) != 4 || m[0].Role != "system" || !strings.Contains(m[0].Content, `"Robin"`) ||
		m[1].Role != "assistant" || m[2].Role != "user" || !strings.Contains(m[2].Content, "clear plan") ||
		m[3].Role != "system" || !strings.Contains(m[3].Content, "still missing") {
		t.Errorf("messages = %+v, want prompt, opening, what was heard and what is missing", m)
	}
}

// toolThenWords calls a tool and, told what it did, says words, however often an
// answer is begun.
func toolThenWords(call, words openaitest.Reply) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil && strings.Contains(string(body), `"role":"tool"`) {
			words(w, r)
			return
		}
		call(w, r)
	}
}

// firstTurn answers the turn after the opening with one reply, however often it is
// begun, and the rest, failover's trials among it, with another.
func firstTurn(first, rest openaitest.Reply) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if text := string(body); err == nil && strings.Contains(text, `"role":"assistant"`) && strings.Count(text, `"role":"user"`) == 1 {
			first(w, r)
			return
		}
		rest(w, r)
	}
}

// TestModelFaultsAreSurvived: the character says one line in role, the page
// gets the reason, the call goes on, the key stays secret.
func TestModelFaultsAreSurvived(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		reply      openaitest.Reply
		says, said string
	}{
		"wrong key":  {openaitest.Status(401, "invalid_api_key"), "refused the key", ""},
		"a web page": {openaitest.HTML(), "", ""}, // asked again before the user waits for long
		"cut":        {openaitest.CutAfter("Well, that is a bold idea. But who would "), "broke off", "that is a bold idea."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			character := openaitest.New(t)
			character.Always(firstTurn(tt.reply, openaitest.Text("Then tell me about the cost.")))
			if name == "a web page" { // once, and asked again it answers
				character = openaitest.New(t, tt.reply)
				character.Always(openaitest.Text("Then tell me about the cost."))
			}
			check := openaitest.New(t)
			check.Always(openaitest.JSON(checker.Finding{Progress: 1, Quotes: []string{}, Checks: []string{}, Flags: []string{}}))
			r, err := withModel(t, character, check).CallWith(t, parley.Dispatch{Scenario: apptest.Scene},
				faultLine, faultLine)
			if err != nil {
				t.Fatal(err)
			}
			if told := len(r.Troubles) > 0; told != (tt.says != "") ||
				told && (r.Troubles[0].Role != "llm" || !strings.Contains(r.Troubles[0].Reason, tt.says)) {
				t.Errorf("troubles %+v, want one of llm that says %q", r.Troubles, tt.says)
			}
			for _, trouble := range r.Troubles {
				if strings.Contains(trouble.Reason, openaitest.Key) {
					t.Error("the key is shown to the user")
				}
			}
			for _, want := range []string{tt.said, "Then tell me about the cost."} {
				if said := apptest.Said(r, parley.Character); !strings.Contains(said, want) {
					t.Errorf("the character said %q, want %q in it", said, want)
				}
			}
			if r.Exchanges != 2 || len(r.Verdicts) != 2 || r.Outcome != parley.Left {
				t.Errorf("%d exchanges, %d verdicts, outcome %q; want 2, 2, left", r.Exchanges, len(r.Verdicts), r.Outcome)
			}
		})
	}
}
