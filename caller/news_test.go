package caller

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// caption is a step of a caption as room tells it.
func caption(from, segment, text, final string, closed bool) lk.Text {
	return lk.Text{
		From: from, Topic: rpc.TopicTranscription, Text: text, Closed: closed,
		Attributes: map[string]string{rpc.AttrSegment: segment, rpc.AttrFinal: final},
	}
}

func TestConversationIsFoldedFromCaptions(t *testing.T) {
	c := newCaller(Config{})
	c.own, c.known.Agent = "user", "agent"
	for _, step := range []lk.Text{
		caption("agent", "SG_1", "So, this", "false", false),
		caption("agent", "SG_1", "So, this project...", "true", true),
		caption("user", "SG_2", "i have", "false", true),
		caption("agent", "SG_3", "Well,", "false", false),
		caption("user", "SG_2", "i have figures", "true", true),
		caption("agent", "SG_3", "Well, show me.", "true", true),
		caption("stranger", "SG_4", "hello", "true", true),
		caption("user", "SG_5", "", "true", true),
	} {
		c.text(step)
	}
	var r Report
	r.take(c.View())
	finals := 0
	for _, e := range c.since(0) {
		if c, ok := e.Body.(Caption); ok && c.Final {
			finals++
		}
	}
	want := []Said{
		{parley.Character, "So, this project..."}, {parley.User, "i have figures"}, {parley.Character, "Well, show me."},
	}
	if got := r.Conversation; !slices.Equal(got, want) {
		t.Errorf("conversation = %q, want %q", got, want)
	}
	if got, want := r.Text(parley.Character), "So, this project... Well, show me."; got != want {
		t.Errorf("character said %q, want %q", got, want)
	}
	if finals != 3 {
		t.Errorf("%d final captions, want 3", finals)
	}
}

func TestAgentsTextsAreHeldToTheirForm(t *testing.T) {
	c := newCaller(Config{Log: slog.New(slog.DiscardHandler)})
	c.known.Agent = "agent"
	good := `{"turn":2,"total_ns":5,"endpointing_ns":1,"stt_ns":1,"llm_ns":1,"tts_ns":1,"own_ns":1,"speculated":false,` +
		`"wasted":0,"wasted_tokens":0,"wasted_characters":0}`
	for _, text := range []lk.Text{
		{From: "agent", Topic: rpc.TopicLatency, Text: good, Closed: true},
		{From: "agent", Topic: rpc.TopicLatency, Text: good},
		{From: "stranger", Topic: rpc.TopicLatency, Text: good, Closed: true},
		{From: "agent", Topic: rpc.TopicLatency, Text: "junk", Closed: true},
		{From: "agent", Topic: rpc.TopicTrouble, Text: `{"role":"llm","reason":"the service failed","over":false}`, Closed: true},
		{From: "agent", Topic: rpc.TopicTrouble, Text: `{"role":"llm","reason":"it is back","over":true}`, Closed: true},
		{From: "agent", Topic: rpc.TopicUsage, Text: usage(2), Closed: true},
		{From: "agent", Topic: rpc.TopicUsage, Text: usage(5), Closed: true},
		{From: "stranger", Topic: rpc.TopicUsage, Text: usage(9), Closed: true},
		{From: "agent", Topic: rpc.TopicUsage, Text: usage(-9), Closed: true},
	} {
		c.text(text)
	}
	v := c.View()
	if got := v.Latencies; len(got) != 1 || got[0].Turn != 2 {
		t.Errorf("latencies = %+v, want the one of turn 2", got)
	}
	if got := v.Troubles; len(got) != 1 || got[0].Role != "llm" {
		t.Errorf("troubles = %+v, want one of llm", got)
	}
	if got := v.Usage; len(got) != 1 || got[0].Requests != 5 {
		t.Errorf("usage = %+v, want the last, of 5 requests", got)
	}
}

// usage is the agent's account of one engine with so many requests.
func usage(requests int) string {
	return fmt.Sprintf(`{"engines":[{"role":"tts","engine":"flite","requests":%d,"retries":0,"prompt_tokens":0,`+
		`"cached_tokens":0,"completion_tokens":0,"estimated":false,"audio_ns":0,"characters":0,"priced":false,"cost_usd":0}]}`, requests)
}

func TestEventJSON(t *testing.T) {
	for _, c := range []struct {
		body Body
		want string
	}{
		{Joined{"user"}, `{"at_ms":1500,"kind":"joined","body":{"identity":"user"}}`},
		{StateChanged{parley.Thinking}, `{"at_ms":1500,"kind":"state","body":{"state":"thinking"}}`},
		{LineBegun{1, "hello", false}, `{"at_ms":1500,"kind":"line","body":{"number":1,"text":"hello"}}`},
		{Verdict{CTA: "Go on!"}, `{"at_ms":1500,"kind":"checker","body":{"is_goal_complete":false,"progress_towards_goal":0,` +
			`"previous_progress_towards_goal":0,"is_bad_ending_triggered":false,"CTA":"Go on!"}}`},
		{Ended{Outcome: parley.Won, CallID: "call_a"}, `{"at_ms":1500,"kind":"call_ended","body":{"outcome":"won","call_id":"call_a","reason":""}}`},
	} {
		got, err := json.Marshal(Event{1500 * time.Millisecond, c.body})
		if err != nil || string(got) != c.want {
			t.Errorf("marshal = %s, %v; want %s", got, err, c.want)
		}
	}
}
