package room_test

import (
	"testing"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley"
	"parley/room"
	"parley/room/roomtest"
	"parley/room/worker"
	"parley/rpc"
)

// rivalJob is a job for a room in which another agent of the same name may be.
func rivalJob(t *testing.T, name, identity, agent string) *worker.Job {
	t.Helper()
	yes := true
	jwt, err := auth.NewAccessToken(roomtest.Server.Key, roomtest.Server.Secret).SetIdentity(identity).
		SetKind(livekit.ParticipantInfo_AGENT).SetAttributes(map[string]string{rpc.AttrAgentName: agent}).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: name, Agent: true, CanUpdateOwnMetadata: &yes}).ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	return &worker.Job{ID: identity, Room: name, URL: roomtest.Server.URL, Token: jwt}
}

func join(t *testing.T, job *worker.Job, agent string) *room.Call {
	t.Helper()
	call, err := room.JoinCall(roomtest.Context(t), room.CallConfig{
		Job: job, ID: parley.CallID("call_" + job.ID), Scenario: "bribery", AgentName: agent,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(call.Leave)
	return call
}

// TestSecondAgentGivesWay: who comes to a room with an agent of its name has given way
// when it has joined, tells nobody of an end, and the first holds the call. One of
// another name stays.
func TestSecondAgentGivesWay(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "rivals", "ana")
	first := join(t, rivalJob(t, "rivals", "z", "parley"), "parley")
	second := join(t, rivalJob(t, "rivals", "a", "parley"), "parley")
	other := join(t, rivalJob(t, "rivals", "b", "another"), "another")
	if !second.HasYielded() {
		t.Error("the second agent did not give way")
	}
	if err := second.Ended(roomtest.Context(t), parley.Ending{Outcome: parley.Failed, Reason: "never told"}); err != nil {
		t.Error(err)
	}
	second.Leave()
	if err := first.Ended(roomtest.Context(t), parley.Ending{Outcome: parley.Won, Reason: "told"}); err != nil {
		t.Error(err)
	}
	called := roomtest.Await(t, page, func(roomtest.Called) bool { return true })
	if called.From != "z" || first.HasYielded() || other.HasYielded() {
		t.Errorf("the end was told by %s; the first gave way: %t, one of another name: %t",
			called.From, first.HasYielded(), other.HasYielded())
	}
}

// TestMoreTurnsWin: one that came later, as after a restart, and has spoken more often
// is the one that stays.
func TestMoreTurnsWin(t *testing.T) {
	t.Parallel()
	roomtest.Browser(t, "turns", "ana")
	fresh := join(t, rivalJob(t, "turns", "a", "parley"), "parley")
	job := rivalJob(t, "turns", "b", "parley")
	old := join(t, job, "another") // which does not look at the first
	for range 3 {
		old.State(parley.Speaking)
		old.State(parley.Listening)
	}
	roomtest.Receive(t, fresh.Yielded())
}
