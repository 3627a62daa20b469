package room_test

import (
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

// caption waits for the next finished caption stream.
func caption(t *testing.T, p *roomtest.Peer) lk.Text {
	t.Helper()
	return roomtest.Await(t, p, func(x lk.Text) bool { return x.Topic == rpc.TopicTranscription && x.Closed })
}

func wantCaption(t *testing.T, got lk.Text, from, segment, text, final string) {
	t.Helper()
	if got.From != from || got.Attributes[rpc.AttrSegment] != segment || got.Text != text || got.Attributes[rpc.AttrFinal] != final {
		t.Errorf("caption of %q, segment %q, final %q: %q\nwant %q, %q, %q: %q", got.From, got.Attributes[rpc.AttrSegment],
			got.Attributes[rpc.AttrFinal], got.Text, from, segment, final, text)
	}
}

func TestCharactersCaptionGrowsInOneStream(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "grows", "ana")
	agent := answer(t, agentJob(t, "grows"))
	for _, text := range []string{"", "So,", "So, this", "So, this project…"} {
		agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: text})
	}
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "So, this project…", Final: true})
	first := roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicTranscription })
	if first.Text != "So," || first.Attributes[rpc.AttrFinal] != "false" {
		t.Errorf("first step is %q, final %s, want the first word, not final", first.Text, first.Attributes[rpc.AttrFinal])
	}
	last := caption(t, page)
	wantCaption(t, last, "agent-grows", "SG_1", "So, this project…", "true")
	if last.Stream != first.Stream {
		t.Errorf("the segment took streams %q and %q, want one", first.Stream, last.Stream)
	}
	if last.Attributes[rpc.AttrTranscribedTrack] == "" {
		t.Error("the caption names no track")
	}
}

func TestCaptionThatChangesIsReplaced(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "changes", "ana")
	agent := answer(t, agentJob(t, "changes"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I will not"})
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I will", Final: true})
	wantCaption(t, caption(t, page), "agent-changes", "SG_1", "I will not", "false")
	wantCaption(t, caption(t, page), "agent-changes", "SG_1", "I will", "true")
}

func TestUsersCaptionsAreTheirs(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "theirs", "ana")
	other := roomtest.Browser(t, "theirs", "ben")
	roomtest.Await(t, page, func(j roomtest.Joined) bool { return j.Who == "ben" })
	agent := answer(t, agentJob(t, "theirs"))
	user := agent.User().Identity
	watcher := map[string]*roomtest.Peer{"ana": other, "ben": page}[user]
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u", Text: "hello"})
	got := caption(t, watcher)
	wantCaption(t, got, user, "SG_u", "hello", "false")
	if got.Stream != "SG_u" {
		t.Errorf("stream is %q, want the segment's id", got.Stream)
	}
	for range 50 { // far more than 8 a second
		agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u", Text: "hello there"})
	}
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u", Text: "hello there!", Final: true})
	steps := 0
	for got = caption(t, watcher); got.Attributes[rpc.AttrFinal] != "true"; got = caption(t, watcher) {
		steps++
	}
	wantCaption(t, got, user, "SG_u", "hello there!", "true")
	if steps > 1 {
		t.Errorf("%d interim captions at once, want at most 1", steps)
	}
}

func TestCaptionLongerThanAChunk(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "long", "ana")
	agent := answer(t, agentJob(t, "long"))
	text := strings.Repeat("é", 20000) // 40,000 bytes: three chunks, cut between runes
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: text, Final: true})
	wantCaption(t, caption(t, page), "agent-long", "SG_1", text, "true")
}

func TestOpenCaptionIsClosedOnLeaving(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "open", "ana")
	agent := answer(t, agentJob(t, "open"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "Wait"})
	agent.Leave()
	wantCaption(t, caption(t, page), "agent-open", "SG_1", "Wait", "true")
}

// The SDK's own reader, which other Go clients use, reads the captions too.
func TestSDKReadsCaptions(t *testing.T) {
	t.Parallel()
	type read struct{ from, text, segment string }
	texts := make(chan read, 8)
	sdk := lksdk.NewRoom(&lksdk.RoomCallback{})
	err := sdk.RegisterTextStreamHandler(rpc.TopicTranscription, func(r *lksdk.TextStreamReader, from string) {
		texts <- read{from, r.ReadAll(), r.Info.Attributes[rpc.AttrSegment]}
	})
	if err != nil {
		t.Fatal(err)
	}
	err = sdk.JoinWithContextAndToken(roomtest.Context(t), roomtest.Server.URL, roomtest.Token(t, "sdk", "ana", "", ""))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sdk.DisconnectWithReason(livekit.DisconnectReason_CLIENT_INITIATED) })
	agent := answer(t, agentJob(t, "sdk"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "Hello", Final: true})
	if got, want := roomtest.Receive(t, texts), (read{"agent-sdk", "Hello", "SG_1"}); got != want {
		t.Errorf("the SDK read %+v, want %+v", got, want)
	}
}

// Whoever types has seen it already; the others have not.
func TestTypedTextIsNotEchoedToItsSender(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "typed", "ana")
	agent := answer(t, agentJob(t, "typed"))
	watcher := roomtest.Browser(t, "typed", "ben")
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for timeout := time.After(roomtest.Limit); !agent.Knows("ben"); {
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatal("the agent does not see ben")
		}
	}
	for _, p := range []parley.Caption{
		{Segment: "SG_1", Text: "Typed alone.", Typed: true},
		{Segment: "SG_2", Text: "Said and then typed.", Typed: true, Spoken: "Said and"},
		{Segment: "SG_3", Text: "Said."},
	} {
		p.Role, p.Final = parley.User, true
		agent.Caption(p)
	}
	wantCaption(t, caption(t, watcher), "ana", "SG_1", "Typed alone.", "true")
	wantCaption(t, caption(t, watcher), "ana", "SG_2", "Said and then typed.", "true")
	wantCaption(t, caption(t, watcher), "ana", "SG_3", "Said.", "true")
	wantCaption(t, caption(t, page), "ana", "SG_2", "Said and", "true")
	wantCaption(t, caption(t, page), "ana", "SG_3", "Said.", "true")
}

// Words that a model or a service has put a terminal's commands and marks of
// direction into are shown without.
func TestCaptionsArePlain(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "plain", "ana")
	agent := answer(t, agentJob(t, "plain"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I am \x1b[31mred\u202e now", Final: true})
	wantCaption(t, caption(t, page), "agent-plain", "SG_1", "I am red now", "true")
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_2", Text: "So\x1b]0;t\x07 am\u2066 I", Final: true})
	wantCaption(t, caption(t, page), "ana", "SG_2", "So am I", "true")
}
