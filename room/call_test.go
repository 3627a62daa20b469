package room_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/engine/enginetest"
	"parley/room"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

func TestCallIsSeenAndHeard(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "seen", "ana")
	agent := answer(t, agentJob(t, "seen"))
	if got := agent.User().Identity; got != "ana" {
		t.Errorf("linked to %q, want ana", got)
	}
	roomtest.Await(t, page, func(j roomtest.Joined) bool {
		return j.Who == "agent-seen" && j.Attributes[rpc.AttrState] == "initializing" &&
			j.Attributes[rpc.AttrCall] == "call_test" && j.Attributes[rpc.AttrScenario] == "bribery" &&
			j.Attributes[rpc.AttrEngines] == `{"stt":"sphinx"}`
	})
	agent.State(parley.Thinking)
	agent.State(parley.Speaking)
	roomtest.Await(t, page, func(a roomtest.Changed) bool { return a.Attributes[rpc.AttrState] == "speaking" })

	roomtest.Sing(t, agent, 700)
	if got := roomtest.Await(t, page, func(h roomtest.Heard) bool { return h.Who == "agent-seen" }); math.Abs(got.Hz-700) > 10 {
		t.Errorf("the agent sounds at %.0f Hz, want 700", got.Hz)
	}
	roomtest.Sing(t, page, 300)
	agent.wantDid(t, "audio")
	page.Leave()
	got := map[string]bool{roomtest.Receive(t, agent.did): true, roomtest.Receive(t, agent.did): true}
	if !got["audio ended"] || !got["gone: ended_left"] {
		t.Errorf("after leaving the user did %v, want audio ended and gone", got)
	}
}

// The clocks are attributes, which a page that is loaded anew has, too.
func TestCallShowsItsClocks(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "clocks", "ana")
	agent := answer(t, agentJob(t, "clocks"))
	ends := time.UnixMilli(1_800_000_000_123)
	for _, c := range []struct {
		name               string
		do                 func()
		paused, ends, left string
	}{
		{"running", func() { agent.TimeLimit(ends, 0) }, "", "1800000000123", ""},
		{"paused", func() { agent.TimeLimit(time.Time{}, 61500*time.Millisecond); agent.Paused(true) }, "true", "", "61500"},
		{"nearly over", func() { agent.TimeLimit(time.Time{}, 1) }, "true", "", "1"},
		{"no limit", func() { agent.TimeLimit(time.Time{}, 0) }, "true", "", ""},
		{"on again", func() { agent.TimeLimit(ends, 0); agent.Paused(false) }, "", "1800000000123", ""},
	} {
		c.do()
		shows := func(all map[string]string) bool {
			return all[rpc.AttrState] != "" && all[rpc.AttrPaused] == c.paused &&
				all[rpc.AttrEndsAt] == c.ends && all[rpc.AttrTimeLeft] == c.left
		}
		for !shows(page.AttributesOf("agent-clocks")) {
			roomtest.Await(t, page, func(any) bool { return true }) // fails if nothing comes
		}
	}
	back := roomtest.Browser(t, "clocks", "ana")
	roomtest.Await(t, back, func(j roomtest.Joined) bool {
		return j.Who == "agent-clocks" && j.Attributes[rpc.AttrEndsAt] == "1800000000123"
	})
}

func TestCallTellsVerdictReactionAndEnd(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "tells", "ana")
	agent := answer(t, agentJob(t, "tells"))
	for _, c := range []struct {
		method, payload string
		do              func()
	}{
		{rpc.MethodChecker, `{"is_goal_complete":false,"progress_towards_goal":4,"previous_progress_towards_goal":2,` +
			`"is_bad_ending_triggered":false,"CTA":"Go on!"}`,
			func() { agent.Verdict(parley.Verdict{Progress: 4, Previous: 2, CTA: "Go on!", Judge: "j"}) }},
		{rpc.MethodEmojiReaction, `{"emoji":"🤨","label":"raises an eyebrow"}`,
			func() { agent.React(parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"}) }},
		{rpc.MethodCallEnded, `{"outcome":"won","call_id":"call_test","reason":"She agreed."}`, func() {
			err := agent.Ended(roomtest.Context(t), parley.Ending{Outcome: parley.Won, Call: "call_test", Reason: "She agreed."})
			if err != nil {
				t.Errorf("Ended: %v", err)
			}
		}},
	} {
		c.do()
		got := roomtest.Await(t, page, func(roomtest.Called) bool { return true })
		if got.Method != c.method || got.Payload != c.payload || got.From != "agent-tells" {
			t.Errorf("page was called %+v, want %s with %s", got, c.method, c.payload)
		}
	}
}

func TestCallTellsLatencyTroubleAndUsage(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "numbers", "ana")
	agent := answer(t, agentJob(t, "numbers"))
	agent.Latency(parley.Latency{Turn: 3, Total: 5, Own: 5})
	agent.Trouble(parley.Trouble{Role: "llm", Reason: "The model is down."})
	var l rpc.Latency
	got := roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicLatency && x.Closed })
	if err := json.Unmarshal([]byte(got.Text), &l); err != nil || l.Turn != 3 || l.TotalNS != 5 {
		t.Errorf("latency came as %s (%v), want turn 3 of 5 ns", got.Text, err)
	}
	got = roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicTrouble && x.Closed })
	if want := `{"role":"llm","reason":"The model is down.","over":false}`; got.Text != want {
		t.Errorf("trouble came as %s, want %s", got.Text, want)
	}
	want := []parley.Usage{{Role: "tts", Engine: "flite", Requests: 2, Characters: 9, Audio: time.Second, Cost: new(0.0)}}
	agent.Usage(want)
	got = roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicUsage && x.Closed })
	if u, err := rpc.Decode[rpc.Usage](got.Text); err != nil || !reflect.DeepEqual(u.Parley(), want) {
		t.Errorf("usage came as %s (%v), want %+v", got.Text, err, want)
	}
}

// What an assistant does may be of what its user typed elsewhere: nobody else in the
// room is told.
func TestPassingIsForTheUserAlone(t *testing.T) {
	t.Parallel()
	ana := roomtest.Browser(t, "passing", "ana")
	agent := answer(t, agentJob(t, "passing"))
	ben := roomtest.Browser(t, "passing", "ben")
	roomtest.Sing(t, ben, 300)
	agent.Passing(parley.Passing{Type: "message.completed", Message: "c2", Text: "Added “Buy milk”."})
	agent.Usage(nil) // which everyone is told, after it
	told := func(x lk.Text) bool { return (x.Topic == rpc.TopicAssistant || x.Topic == rpc.TopicUsage) && x.Closed }
	if got := roomtest.Await(t, ana, told); got.Topic != rpc.TopicAssistant ||
		got.Text != `{"type":"message.completed","message_id":"c2","text":"Added “Buy milk”."}` {
		t.Errorf("the user was told %q on %s", got.Text, got.Topic)
	}
	if got := roomtest.Await(t, ben, told); got.Topic != rpc.TopicUsage {
		t.Errorf("the other was told %q on %s", got.Text, got.Topic)
	}
}

func TestBareClientIsNoError(t *testing.T) {
	t.Parallel()
	roomtest.Join(t, "bare", "ana")
	var log bytes.Buffer // read when the agent has left
	agent := answerLogging(t, agentJob(t, "bare"), slog.New(slog.NewTextHandler(&log, nil)))
	for n := range 4 {
		agent.Verdict(parley.Verdict{Progress: n})
		agent.React(parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"})
	}
	if err := agent.Ended(roomtest.Context(t), parley.Ending{Outcome: parley.Left}); err != nil {
		t.Errorf("Ended to a client without handlers: %v, want nil", err)
	}
	agent.Leave()
	if lines := strings.Count(log.String(), "no handler"); lines != 1 || strings.Contains(log.String(), "WARN") {
		t.Errorf("the log says that %d times, want once:\n%s", lines, &log)
	}
}

func TestSecondUserIsIgnored(t *testing.T) {
	t.Parallel()
	ana := roomtest.Browser(t, "second", "ana")
	agent := answer(t, agentJob(t, "second"))
	ben := roomtest.Browser(t, "second", "ben")
	roomtest.Sing(t, ben, 300)
	for method, payload := range map[string]string{
		rpc.MethodHint: "{}", rpc.MethodStillHere: "{}", rpc.MethodPause: `{"on":true}`, rpc.MethodMoreTime: "{}", rpc.MethodNoLimit: "{}",
	} {
		if _, err := ben.PerformRPC(roomtest.Context(t), "agent-second", method, payload); !errors.Is(err, rpc.ErrNotYourCall) {
			t.Errorf("the second user's %s: %v, want ErrNotYourCall", method, err)
		}
	}
	if err := ben.SendText(roomtest.Context(t), rpc.TopicChat, "let me in"); err != nil {
		t.Fatal(err)
	}
	roomtest.Await(t, ana, func(h roomtest.Heard) bool { return h.Who == "ben" }) // half a second of him
	if err := ana.SendText(roomtest.Context(t), rpc.TopicChat, "it is me"); err != nil {
		t.Fatal(err)
	}
	agent.wantDid(t, "text it is me")
	ben.Leave()
	ana.Leave()
	agent.wantGone(t)
}

func TestJoinCallEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	_, err := room.JoinCall(ctx, room.CallConfig{Job: agentJob(t, "nobody")})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("JoinCall in an empty room: %v, want DeadlineExceeded", err)
	}
}

// A page that is loaded anew joins as the same user and is shown where the call
// stands.
func TestUserWhoComesBackSeesTheVerdictAgain(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "again", "ana")
	agent := answer(t, agentJob(t, "again"))
	agent.Verdict(parley.Verdict{Progress: 6, Previous: 5})
	first := roomtest.Await(t, page, func(roomtest.Called) bool { return true })
	back := roomtest.Browser(t, "again", "ana") // the server ends the first connection
	again := roomtest.Await(t, back, func(roomtest.Called) bool { return true })
	if again != first {
		t.Errorf("after coming back the page was called %+v, want %+v again", again, first)
	}
	roomtest.Await(t, page, func(roomtest.Disconnected) bool { return true })
	back.Leave()
	agent.wantGone(t)
}

// A front end that knows nothing of call_ended shows why there is no call, also
// in a view that is mounted late, and has the time to.
func TestRefusalIsALineThatCanBeRead(t *testing.T) {
	t.Parallel()
	page := roomtest.JoinWith(t, roomtest.Token(t, "refused", "ana", "", ""), func(_ *roomtest.Peer, c *lk.Config) {
		c.Topics = []string{rpc.TopicTranscription}
	})
	agent := answer(t, agentJob(t, "refused"))
	said := make(chan enginetest.Lapse, 1)
	go func() {
		clock := enginetest.Start()
		if err := agent.Refuse(roomtest.Context(t), parley.Ending{Outcome: parley.Failed, Reason: "No such scene."}); err != nil {
			t.Errorf("Refuse: %v", err)
		}
		said <- clock.Lapse()
		agent.Leave()
	}()
	wantCaption(t, caption(t, page), "agent-refused", caption(t, page).Attributes[rpc.AttrSegment], "No such scene.", "true")
	if got := page.AttributesOf("agent-refused")[rpc.AttrState]; got != string(parley.Idle) {
		t.Errorf("the agent shows itself %q, want idle", got)
	}
	if got := roomtest.Receive(t, said); got.Took < 2*time.Second || got.Own > 5*time.Second {
		t.Errorf("the refusal stood for %v, want 2 to 5 s", got.Took)
	}
	roomtest.Await(t, page, func(l roomtest.Left) bool { return l.Who == "agent-refused" })
}

func TestRefusalIsOverWhenItIsUnderstood(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "declined", "ana")
	agent := answer(t, agentJob(t, "declined"))
	clock := enginetest.Start()
	if err := agent.Refuse(roomtest.Context(t), parley.Ending{Outcome: parley.Failed, Reason: "No such scene."}); err != nil {
		t.Errorf("Refuse: %v", err)
	}
	if l := clock.Lapse(); l.Own >= 2*time.Second {
		t.Errorf("Refuse took %v with a page that understood at once", l.Took)
	}
	if got := roomtest.Await(t, page, func(roomtest.Called) bool { return true }); got.Method != rpc.MethodCallEnded {
		t.Errorf("the page was called %+v, want call_ended", got)
	}
}

func TestLostRoomIsTold(t *testing.T) {
	t.Parallel()
	roomtest.Join(t, "lost", "ana")
	agent := answer(t, agentJob(t, "lost"))
	api := lksdk.NewRoomServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	if _, err := api.DeleteRoom(roomtest.Context(t), &livekit.DeleteRoomRequest{Room: "lost"}); err != nil {
		t.Fatal(err)
	}
	if got := roomtest.Receive(t, agent.did); got != "gone: ended_left" && got != "gone: ended_connection" {
		t.Errorf("the handlers were told %q, want that the call is gone", got)
	}
}
