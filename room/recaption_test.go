package room_test

import (
	"testing"
	"time"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

// line is one line of a page that folds captions as LiveKit's components do: by
// stream or segment, each step replacing the text.
type line struct{ from, stream, text, final string }

// transcript is a page's lines in the order first seen.
type transcript struct {
	segments []string
	lines    map[string]line
}

func (tr *transcript) fold(x lk.Text) {
	segment := x.Attributes[rpc.AttrSegment]
	if tr.lines == nil {
		tr.lines = map[string]line{}
	}
	if _, known := tr.lines[segment]; !known {
		tr.segments = append(tr.segments, segment)
	}
	tr.lines[segment] = line{x.From, x.Stream, x.Text, x.Attributes[rpc.AttrFinal]}
}

// until folds captions until segment is final.
func (tr *transcript) until(t *testing.T, p *roomtest.Peer, segment string) {
	t.Helper()
	roomtest.Await(t, p, func(x lk.Text) bool {
		if x.Topic != rpc.TopicTranscription {
			return false
		}
		tr.fold(x)
		return x.Closed && x.Attributes[rpc.AttrSegment] == segment && x.Attributes[rpc.AttrFinal] == "true"
	})
}

func (tr *transcript) want(t *testing.T, segment string, want line) {
	t.Helper()
	if got := tr.lines[segment]; got != want {
		t.Errorf("segment %s is %+v, want %+v", segment, got, want)
	}
}

// talk is a conversation with something final and something under way on both
// sides.
func talk(agent *agentCall) {
	for _, p := range []parley.Caption{
		{Role: parley.Character, Segment: "SG_0", Text: "Long ago.", Final: true},
		{Role: parley.Character, Segment: "SG_1", Text: "Which floor?", Final: true},
		{Role: parley.User, Segment: "SG_2", Text: "Nineteen.", Final: true},
		{Role: parley.Character, Segment: "SG_3", Text: "It is a"},
		{Role: parley.User, Segment: "SG_4", Text: "Is that"},
	} {
		agent.Caption(p)
	}
}

func TestCaptionsComeAgainAfterTheConnection(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]lksdk.SimulateScenario{
		"resumed": lksdk.SimulateSignalReconnect,
		"anew":    lksdk.SimulateNodeFailure,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, who := roomtest.Browser(t, name, "ana"), "agent-"+name
			agent := answer(t, agentJob(t, name))
			talk(agent)
			roomtest.Await(t, page, func(x lk.Text) bool { return x.Text == "Is that" && x.Closed })
			agent.Interrupt(how)
			agent.State(parley.Thinking)
			agent.Away(true)
			wantShown(t, page, who, parley.Thinking, rpc.UserAway)

			var tr transcript // the page loses nothing it had; what follows is all it would miss
			agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_5", Text: "Bye.", Final: true})
			tr.until(t, page, "SG_5")
			tr.want(t, "SG_1", line{who, "SG_1", "Which floor?", "true"})
			tr.want(t, "SG_2", line{"ana", "SG_2", "Nineteen.", "true"})
			tr.want(t, "SG_3", line{who, "SG_3", "It is a", "false"})
			tr.want(t, "SG_4", line{"ana", "SG_4", "Is that", "false"})
			if len(tr.segments) != 5 {
				t.Errorf("segments %v came again, want the last of each side and those under way", tr.segments)
			}
			agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_3", Text: "It is a slow lift.", Final: true})
			tr.until(t, page, "SG_3")
			tr.want(t, "SG_3", line{who, "SG_3", "It is a slow lift.", "true"})
		})
	}
}

// A page loaded anew with the same token has seen nothing.
func TestCaptionsComeAgainForANewPage(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "reload", "ana")
	agent := answer(t, agentJob(t, "reload"))
	talk(agent)
	roomtest.Await(t, page, func(x lk.Text) bool { return x.Text == "Is that" && x.Closed })
	again := roomtest.Browser(t, "reload", "ana")
	var tr transcript
	roomtest.Await(t, again, func(x lk.Text) bool {
		if x.Topic == rpc.TopicTranscription {
			tr.fold(x)
		}
		return x.Text == "It is a"
	})
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_3", Text: "It is a slow lift.", Final: true})
	tr.until(t, again, "SG_3")
	tr.want(t, "SG_1", line{"agent-reload", "SG_1", "Which floor?", "true"})
	tr.want(t, "SG_2", line{"ana", "SG_2", "Nineteen.", "true"})
	tr.want(t, "SG_3", line{"agent-reload", "SG_3", "It is a slow lift.", "true"})
	if tr.segments[0] != "SG_1" || tr.segments[1] != "SG_2" {
		t.Errorf("segments came as %v, want SG_1 before SG_2, as they were said", tr.segments)
	}
}

func TestCaptionsNameTheTrackOfTheConnection(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "sid", "ana")
	agent := answer(t, agentJob(t, "sid"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "One.", Final: true})
	before := caption(t, page).Attributes[rpc.AttrTranscribedTrack]
	agent.Interrupt(lksdk.SimulateNodeFailure)
	after := caption(t, page) // sent again
	wantCaption(t, after, "agent-sid", "SG_1", "One.", "true")
	is := after.Attributes[rpc.AttrTranscribedTrack]
	if is == before {
		t.Errorf("the caption names track %q, as before the connection was made anew", is)
	}
	wantMicrophone(t, page, "agent-sid", is)
}

// wantMicrophone waits until page sees track as who's microphone: data may come
// before the news of the participant who sent it.
func wantMicrophone(t *testing.T, page *roomtest.Peer, who, track string) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	timeout := time.After(roomtest.Limit)
	for page.Microphone(who) != track {
		select {
		case <-look.C:
		case <-timeout:
			t.Fatalf("the microphone of %s is %q, want %q", who, page.Microphone(who), track)
		}
	}
}

func TestAwayIsShownAndTakenBack(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "away", "ana")
	agent := answer(t, agentJob(t, "away"))
	agent.Away(true)
	wantShown(t, page, "agent-away", parley.Initializing, rpc.UserAway)
	agent.State(parley.Listening)
	wantShown(t, page, "agent-away", parley.Listening, rpc.UserAway)
	agent.Away(false)
	wantShown(t, page, "agent-away", parley.Listening, "")
}

// wantShown waits until the agent's attributes tell state and user.
func wantShown(t *testing.T, p *roomtest.Peer, agent string, state parley.State, user string) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	timeout := time.After(roomtest.Limit)
	for {
		now := p.AttributesOf(agent)
		if now[rpc.AttrState] == string(state) && now[rpc.AttrUserState] == user {
			return
		}
		select {
		case <-look.C:
		case <-timeout:
			t.Fatalf("the agent's attributes are %v, want state %q and user %q", now, state, user)
		}
	}
}

// A view that is mounted late has missed the beginning of the opening line's
// stream. The line comes whole some time into the call, once, in the same stream.
func TestCaptionsComeAgainForALateView(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "mount", "ana")
	agent := answer(t, agentJob(t, "mount"))
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I am"})
	roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicTranscription }) // not by the view
	var tr transcript
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I am late."})
	roomtest.Await(t, page, func(x lk.Text) bool {
		if x.Topic == rpc.TopicTranscription && !x.Closed {
			tr.fold(x)
		}
		return x.Closed // it begins again
	})
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "I am late. Sit down.", Final: true})
	tr.until(t, page, "SG_1")
	tr.want(t, "SG_1", line{"agent-mount", "SG_1", "I am late. Sit down.", "true"})
	if len(tr.segments) != 1 {
		t.Errorf("segments %v, want the one", tr.segments)
	}
}
