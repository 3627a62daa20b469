package room_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

// goodLine is a final caption of a side.
func goodLine(role parley.Role, segment, text string) parley.Caption {
	return parley.Caption{Role: role, Segment: segment, Text: text, Final: true, Typed: role == parley.User}
}

// recapOf asks for what was shown so far and returns what comes until last is among it.
func recapOf(t *testing.T, page *roomtest.Peer, agent, last string) (lines []rpc.Line, hints []rpc.Hint) {
	t.Helper()
	if reply, err := page.PerformRPC(roomtest.Context(t), agent, rpc.MethodCatchUp, "{}"); err != nil || reply != rpc.OK {
		t.Fatalf("catch up: %q, %v", reply, err)
	}
	roomtest.Await(t, page, func(x lk.Text) bool {
		if x.Topic != rpc.TopicRecap || !x.Closed {
			return false
		}
		part, err := rpc.Decode[rpc.Recap](x.Text)
		if err != nil {
			t.Errorf("a part that cannot be read: %v", err)
		}
		lines, hints = append(lines, part.Lines...), append(hints, part.Hints...)
		return len(part.Lines) > 0 && part.Lines[len(part.Lines)-1].Segment == last
	})
	return lines, hints
}

func TestACallWaitsForItsUser(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "waits", "ana")
	agent := answerWaiting(t, agentJob(t, "waits"))
	want := []rpc.Line{}
	for i := range 60 { // more than a part holds
		role := []parley.Role{parley.Character, parley.User}[i%2]
		line := rpc.Line{
			Segment: fmt.Sprint("SG_", i), Role: role, Text: strings.Repeat("word ", 100), Final: true, Typed: role == parley.User,
		}
		agent.Caption(goodLine(role, line.Segment, line.Text))
		want = append(want, line)
	}
	if _, err := page.PerformRPC(roomtest.Context(t), "agent-waits", rpc.MethodHint, ""); err != nil {
		t.Fatal(err)
	}
	eve := roomtest.Browser(t, "waits", "eve") // keeps the room, which is made without web's token
	page.Leave()
	agent.wantDid(t, "alone true")
	agent.wantDid(t, "missing")
	agent.Caption(goodLine(parley.Character, "SG_last", "Where were you?"))
	agent.Verdict(parley.Verdict{Exchange: 1, Progress: 3})

	again := roomtest.Browser(t, "waits", "ana")
	if _, err := eve.PerformRPC(roomtest.Context(t), "agent-waits", rpc.MethodCatchUp, ""); !errors.Is(err, rpc.ErrNotYourCall) {
		t.Errorf("eve catches up: %v", err)
	}
	lines, hints := recapOf(t, again, "agent-waits", "SG_last")
	agent.wantDid(t, "alone false")
	want = append(want, rpc.Line{Segment: "SG_last", Role: parley.Character, Text: "Where were you?", Final: true})
	if !slices.Equal(lines, want) {
		t.Errorf("got %d lines, want %d", len(lines), len(want))
	}
	if len(hints) != 1 || hints[0].Text != "think" {
		t.Errorf("got hints %v", hints)
	}
	if agent.Forsaken() {
		t.Error("forsaken by who came back")
	}
	if _, err := again.PerformRPC(roomtest.Context(t), "agent-waits", rpc.MethodEndCall, ""); err != nil {
		t.Fatal(err)
	}
	agent.wantDid(t, "end call")
	again.Leave()
	agent.wantDid(t, "gone: ended_left")
}

// Nothing that the user saw is gone: what they typed and nobody has answered yet, what the
// character did, and captions under way stand where they stood.
func TestAllThatWasShownComesAgain(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "shown", "ana")
	agent := answerWaiting(t, agentJob(t, "shown"))
	roomtest.Browser(t, "shown", "eve") // keeps the room, which is made without web's token
	for _, p := range []parley.Caption{
		{Role: parley.Character, Segment: "SG_0", Text: "Well"},
		{Role: parley.User, Segment: "SG_u0", Text: "So uh", Final: true},
		{Role: parley.User, Segment: "SG_u1", Text: "uh"},
	} {
		agent.Caption(p)
	}
	roomtest.Await(t, page, func(x lk.Text) bool { return x.Closed && x.Attributes[rpc.AttrSegment] == "SG_u1" })
	agent.React(parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"})
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_0", Text: "Well then.", Final: true})
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u0", Text: "So", Final: true}) // put right
	roomtest.Await(t, page, func(x roomtest.Called) bool { return x.Method == rpc.MethodEmojiReaction })
	page.Leave()
	agent.wantDid(t, "alone true")
	agent.wantDid(t, "missing")
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u1", Final: true}) // it was no speech
	agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "How"})
	agent.React(parley.Reaction{Emoji: "🙂", Label: "smiles"})
	agent.Caption(parley.Caption{Role: parley.User, Segment: "SG_u2", Text: "Uh. I sign.", Typed: true, Spoken: "Uh."})

	again := roomtest.Browser(t, "shown", "ana")
	lines, _ := recapOf(t, again, "agent-shown", "SG_u2")
	want := []rpc.Line{
		{Segment: "SG_0", Role: parley.Character, Text: "Well then.", Final: true},
		{Segment: "SG_u0", Role: parley.User, Text: "So", Final: true},
		{Segment: "act-1", Role: parley.Character, Text: "raises an eyebrow", Final: true, Act: true},
		{Segment: "SG_1", Role: parley.Character, Text: "How"},
		{Segment: "act-2", Role: parley.Character, Text: "smiles", Final: true, Act: true},
		{Segment: "SG_u2", Role: parley.User, Text: "Uh. I sign.", Typed: true},
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got %+v, want %+v", lines, want)
	}
}

// A second page of the same user takes the call over: nobody has left.
func TestASecondPageTakesTheCall(t *testing.T) {
	t.Parallel()
	roomtest.Browser(t, "taken", "ana")
	agent := answerWaiting(t, agentJob(t, "taken"))
	agent.Caption(goodLine(parley.Character, "SG_0", "So?"))
	again := roomtest.Browser(t, "taken", "ana")
	lines, _ := recapOf(t, again, "agent-taken", "SG_0")
	if len(lines) != 1 {
		t.Errorf("got %v", lines)
	}
	if err := again.SendText(roomtest.Context(t), rpc.TopicChat, "hello"); err != nil {
		t.Fatal(err)
	}
	for did := ""; did != "text hello"; {
		if did = roomtest.Receive(t, agent.did); strings.HasPrefix(did, "gone") {
			t.Fatal(did)
		}
	}
}

// A client that never asks is heard and told all the same, a moment after it is back.
func TestWhoDoesNotCatchUpIsBack(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "silent", "ana")
	agent := answerWaiting(t, agentJob(t, "silent"))
	roomtest.Browser(t, "silent", "eve") // keeps the room, which is made without web's token
	agent.Caption(goodLine(parley.Character, "SG_0", "So?"))
	page.Leave()
	agent.wantDid(t, "alone true")
	agent.wantDid(t, "missing")
	again := roomtest.Browser(t, "silent", "ana")
	agent.wantDid(t, "alone false")
	roomtest.Await(t, again, func(x lk.Text) bool { return x.Topic == rpc.TopicTranscription && x.Text == "So?" })
}

// The end of a call is not told to a user who has left it: who stops would wait for them.
func TestTheEndIsNotToldToWhoHasLeft(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "forsaken", "ana")
	agent := answerWaiting(t, agentJob(t, "forsaken"))
	roomtest.Browser(t, "forsaken", "eve") // keeps the room, which is made without web's token
	page.Leave()
	agent.wantDid(t, "alone true")
	agent.wantDid(t, "missing")
	err := agent.Ended(roomtest.Context(t), parley.Ending{Outcome: parley.Failed, Call: "call_test", Reason: "It stops."})
	if !errors.Is(err, lk.ErrLeft) {
		t.Errorf("got %v, want that they have left", err)
	}
}
