package call

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/caller"
	"parley/rpc"
)

// shortCall is a call as the caller tells of it.
var shortCall = []caller.Body{
	caller.Joined{Identity: "caller"},
	caller.StateChanged{State: parley.Speaking},
	caller.Caption{Role: parley.Character, Segment: "1", Text: "So, this"},
	caller.Caption{Role: parley.Character, Segment: "1", Text: "So, this project...\x1b[2J", Final: true},
	caller.LineBegun{Number: 1, Text: "Here are the figures."},
	caller.Caption{Role: parley.User, Segment: "2", Text: "here are the figures", Final: true},
	caller.Reaction{Emoji: "🤨", Label: "raises an eyebrow"},
	caller.Verdict{ProgressTowardsGoal: 4, PreviousProgressTowardsGoal: 2, CTA: "Show him!"},
	caller.Verdict{ProgressTowardsGoal: 3, PreviousProgressTowardsGoal: 4},
	caller.Trouble{Role: "llm", Reason: "the service failed"},
	caller.Trouble{Role: "llm", Reason: "it is back: m", Over: true},
	caller.ConnectionLost{},
	caller.ConnectionBack{},
	caller.Usage{Engines: []rpc.EngineUsage{{Role: "tts", Engine: "flite", Requests: 1}}},
	caller.Ended{Outcome: parley.Won, Reason: "Sterling agreed."},
}

const shortCallShown = `Sterling: So, this project...
You: Here are the figures.
  heard: here are the figures
  Sterling 🤨 raises an eyebrow
  progress 4/10 ▲2  Show him!
  progress 3/10 ▼1
  trouble (llm): the service failed
  well again (llm): it is back: m
  connection lost; waiting for it to come back
  connected again
Call ended: won. Sterling agreed.

What the call used
  tts  flite  1 request
The recording has the first 1h0m0s of the call.
`

// showCall shows shortCall and returns what was printed.
func showCall(t *testing.T, o outputs) string {
	t.Helper()
	var out strings.Builder
	o.out = &out
	show, err := openShow(options{botname: "Sterling", outputs: o})
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range shortCall {
		show.event(caller.Event{At: time.Duration(i) * time.Second, Body: b})
	}
	show.summary(caller.Report{Usage: []rpc.EngineUsage{{Role: "tts", Engine: "flite", Requests: 1}}, Cut: true})
	if err := show.close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCallIsShownAndKept(t *testing.T) {
	dir := t.TempDir()
	o := outputs{transcript: filepath.Join(dir, "transcript.txt"), events: filepath.Join(dir, "events.jsonl")}
	if got := showCall(t, o); got != shortCallShown {
		t.Errorf("shown:\n%s\nwant:\n%s", got, shortCallShown)
	}
	if got, err := os.ReadFile(o.transcript); err != nil || string(got) != shortCallShown {
		t.Errorf("transcript = %q, %v; want what was shown", got, err)
	}
	events, err := os.ReadFile(o.events)
	if err != nil || strings.Count(string(events), "\n") != len(shortCall) {
		t.Errorf("events = %q, %v; want %d lines", events, err, len(shortCall))
	}
}

func TestCallAsJSON(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(showCall(t, outputs{json: true})), "\n")
	if len(lines) != len(shortCall) {
		t.Fatalf("%d lines, want %d", len(lines), len(shortCall))
	}
	for i, want := range map[int]string{
		9: `{"at_ms":9000,"kind":"trouble","body":{"role":"llm","reason":"the service failed","over":false}}`,
		13: `{"at_ms":13000,"kind":"usage","body":{"engines":[{"role":"tts","engine":"flite","requests":1,"retries":0,` +
			`"prompt_tokens":0,"cached_tokens":0,"completion_tokens":0,"estimated":false,"audio_ns":0,"characters":0,` +
			`"priced":false,"cost_usd":0}]}}`,
	} {
		if lines[i] != want {
			t.Errorf("line %d = %s, want %s", i+1, lines[i], want)
		}
	}
}
