package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/engine/openaihttp/openaitest"
)

// patient waits for patientDelay before it takes a turn as over, and begins to think
// almost at once.
const (
	patientDelay = 6 * time.Second
	patientScene = `{
		"id": "patient", "kind": "assistant", "tools": ["tasks"], "title": "A patient one", "character": ["You keep a list"],
		"opening": "Hello.", "botname": "Pat", "fillers": [], "bot": {"gender": "male", "patience_s": 15},
		"timing": {"sure_delay": "6s", "min_delay": "6s", "open_delay": "6s", "preemptive_lead": "5500ms"}
	}`
)

// TestAssistantVoiceFreeSpeechWaits: free speech goes to the model, which is asked and
// calls its tool while the user may still go on. As they do, that call has done
// nothing; that for the whole turn does, once the turn is over.
func TestAssistantVoiceFreeSpeechWaits(t *testing.T) {
	t.Parallel()
	// Longer said than heard: a busy machine may cut a sentence, and each piece is long
	// enough for the few words.
	const first, second = "We are out of milk.", "No bread."
	const saidFirst, saidSecond = "We are out of milk again because they drank all of it.", "And there is no bread in the house today."
	called := make(chan string, 8)
	model := thinker(t, func(p prompt) openaitest.Reply {
		said, told := p.said()
		if len(told) > 0 {
			return openaitest.Text("I've put that ", "on your list.")
		}
		title := "Buy milk"
		if strings.Contains(said, second) {
			title = "Buy milk and bread"
		}
		return func(w http.ResponseWriter, r *http.Request) {
			openaitest.Call("call_1", "tasks_add", `{"title":"`+title+`"}`)(w, r)
			if !p.load() {
				called <- said
			}
		}
	})
	ears := openaitest.NewEars(t, nil)
	t.Cleanup(func() {
		for i, r := range ears.Requests() {
			t.Logf("recording %d is of %v", i+1, r.Audio)
		}
	})
	var spoken openaitest.Speeches
	spoken.Next(first)
	ears.Always(spoken.Heard)
	c := apptest.Config(t)
	c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.STT: {Engines: "openai", URL: ears.URL, Model: "test-ears"}, engineconfig.TTS: {Engines: "flite"},
		engineconfig.LLM: {Engines: "openai", URL: model.URL, Model: "test-model"}, engineconfig.Checker: {Engines: "understudy"},
	})
	c.Scenarios = t.TempDir()
	if err := os.WriteFile(filepath.Join(c.Scenarios, "patient.json"), []byte(patientScene), 0o600); err != nil {
		t.Fatal(err)
	}
	s := apptest.StartWith(t, c)
	g := visit(t, s, "patient", newUser())
	b := beside{t, s.URL, g.user}

	g.say(saidFirst)
	g.pause(time.Second) // a busy machine may have heard one in mid-sentence, and asked the model
	if said := within(t, "the model's first call", called); said != first {
		t.Errorf("the model was asked about %q", said)
	}
	spoken.Next(second)
	heard := g.say(saidSecond)
	if kept := b.state(); len(kept.Tasks)+len(kept.Messages) != 0 {
		t.Errorf("while the user talks there is %s", encoded(t, kept))
	}
	again := first // as often as a pause was heard
	for again == first {
		again = within(t, "the model's call for both", called)
	}
	if again != first+" "+second {
		t.Errorf("the model was asked about %q", again)
	}
	g.until("the task", func(v guestView) bool { return len(v.Lists) > 1 })
	g.quiet("the answer", heard.End)
	wantThread(t, b, "user, voice: "+first+" "+second, "assistant, voice: I've put that on your list.")
	tasks := b.state().Tasks
	if listed(tasks) != "Buy milk and bread" {
		t.Fatalf("the tasks are %q", listed(tasks))
	}
	if after := tasks[0].CreatedAt.Sub(heard.Voiced); after < patientDelay-time.Second {
		t.Errorf("the task was stored %v after the user's last sound, want some %v", after, patientDelay)
	}
}
