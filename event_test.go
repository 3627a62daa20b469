package parley_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
)

// each holds one filled event body of every kind.
var each = map[parley.Kind]parley.Body{
	parley.KindStarted: parley.Started{
		Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval", Username: "Ana", Usergender: "female"},
		Botname:  "Sterling", Engines: map[string]string{"stt": "sphinx"},
	},
	parley.KindHeard: parley.Heard{
		Turn:  parley.Turn{Number: 2, Role: parley.User, Text: "hello", Typed: true},
		Start: time.Second, End: 2 * time.Second, Confidence: 0.5,
	},
	parley.KindSaid: parley.Said{
		Turn:  parley.Turn{Number: 3, Role: parley.Character, Text: "Well", Full: "Well, no.", Interrupted: true},
		Start: time.Second, End: 2 * time.Second, InterruptedAt: 1500 * time.Millisecond,
	},
	parley.KindVerdict: parley.Verdict{
		Call: "call_a", Exchange: 4, Progress: 10, Previous: 7, Complete: true, CTA: "Well done!",
		Judge: "understudy", Took: time.Millisecond,
	},
	parley.KindEmoji:  parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"},
	parley.KindHint:   parley.Hint{Level: 2, Text: "Think of the risks.", Remaining: 1},
	parley.KindMetric: parley.Latency{Turn: 3, Total: 9, Endpointing: 1, STT: 1, LLM: 3, TTS: 2, Own: 2},
	parley.KindUsage:  parley.Usage{Role: "llm", Engine: "openai:m", Requests: 2, Prompt: 7, Completion: 3, Cost: new(float64)},
	parley.KindError:  parley.Trouble{Role: "llm", Reason: "the service is over its limit"},
	parley.KindInherited: parley.Inherited{
		Turns: []parley.InheritedTurn{{Turn: parley.Turn{Number: 1, Role: parley.Character, Text: "Well"}, Start: 1, End: 2,
			Confidence: 0.5, Why: parley.WhyOpening}},
		Exchanges: 1, Verdicts: []parley.InheritedVerdict{{At: 2, Verdict: parley.Verdict{Exchange: 1,
			Ledger: json.RawMessage(`{"exchange":1}`)}}},
		Hints: 1, Patience: time.Second, At: 3,
	},
	parley.KindPatience:   parley.PatienceSet{For: 7 * time.Second},
	parley.KindOverlap:    parley.Overlap{At: 1, Length: 2, Outcome: "yielded"},
	parley.KindPaused:     parley.Paused{Start: 1, End: 2},
	parley.KindPresence:   parley.Presence{At: 1, What: parley.PresenceAway},
	parley.KindCorrection: parley.Correction{Turn: 2, Text: "three times"},
	parley.KindRated:      parley.Rated{Stars: 4, Fair: new(bool)},
	parley.KindEnded:      parley.Ending{Outcome: parley.Won, Call: "call_a", Reason: "Sterling agreed."},
}

func TestEventRoundTrip(t *testing.T) {
	for kind, body := range each {
		if got := body.Kind(); got != kind {
			t.Errorf("%T.Kind() = %q, want %q", body, got, kind)
		}
		want := parley.Event{Call: "call_a", Seq: 5, At: time.Date(2026, 3, 1, 12, 0, 0, 7, time.UTC), Body: body}
		b, err := json.Marshal(want)
		if err != nil {
			t.Errorf("marshal %s: %v", kind, err)
			continue
		}
		var got parley.Event
		if err := json.Unmarshal(b, &got); err != nil {
			t.Errorf("unmarshal %s: %v", b, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("round trip of %s = %+v, want %+v", kind, got, want)
		}
	}
}

func TestBadEvents(t *testing.T) {
	for in, says := range map[string]string{
		`{"seq":4,"call":"call_a","body":{}}`:          "event 4 of call_a has no kind",
		`{"kind":"hint","body":{"level":"one"}}`:       "read hint event",
		`{"kind":"hint"}`:                              "read hint event",
		`{"seq":-1,"kind":"hint","body":{}}`:           "seq",
		`{"kind":"hint","body":{},"at":"a while ago"}`: "parsing time",
	} {
		e := parley.Event{Call: "kept"}
		err := json.Unmarshal([]byte(in), &e)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("unmarshal %s = %v, want it to say %q", in, err, says)
		}
		if e.Call != "kept" {
			t.Errorf("unmarshal %s changed the event", in)
		}
	}
	if _, err := json.Marshal(parley.Event{Call: "call_a", Seq: 3}); err == nil {
		t.Error("an event without a body marshals")
	}
}

// An older binary reads what a newer one wrote, and loses nothing of it.
func TestUnknownEventsAreKept(t *testing.T) {
	const newer = `{"call":"call_a","seq":7,"at":"2026-03-01T12:00:00Z","kind":"card","body":{"title":"1 < 2","n":12345678901234567890}}`
	var e parley.Event
	if err := json.Unmarshal([]byte(newer), &e); err != nil {
		t.Fatal(err)
	}
	if e.Body.Kind() != "card" || e.Seq != 7 {
		t.Errorf("read %+v, want the 7th event, of kind card", e)
	}
	b, err := json.Marshal(e)
	if err != nil || string(b) != strings.Replace(newer, "<", `\u003c`, 1) {
		t.Errorf("written as %s (%v), want %s", b, err, newer)
	}
}

func TestCallIDs(t *testing.T) {
	seen := map[parley.CallID]bool{}
	for range 1000 {
		id := parley.NewCallID()
		if seen[id] {
			t.Fatalf("%s came twice", id)
		}
		seen[id] = true
		if rest, ok := strings.CutPrefix(string(id), "call_"); !ok || len(rest) != 16 || strings.ContainsAny(rest, " ./*>=\x00") {
			t.Errorf("id %q is not call_ and 16 safe characters", id)
		}
	}
}

// FuzzEvent holds that an event that reads is written back to one that reads
// the same.
func FuzzEvent(f *testing.F) {
	for _, body := range each {
		b, err := json.Marshal(parley.Event{Call: "call_a", Seq: 1, Body: body})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var first, second parley.Event
		if json.Unmarshal(b, &first) != nil {
			return
		}
		again, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("marshal what was read: %v", err)
		}
		if err := json.Unmarshal(again, &second); err != nil {
			t.Fatalf("read %s again: %v", again, err)
		}
		third, err := json.Marshal(second)
		if err != nil || string(third) != string(again) {
			t.Errorf("second round trip = %s, %v, want %s", third, err, again)
		}
	})
}
