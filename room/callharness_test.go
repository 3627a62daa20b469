package room_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley"
	"parley/room"
	"parley/room/roomtest"
	"parley/room/worker"
	"parley/rpc"
)

// TestMain runs the tests with a LiveKit server.
func TestMain(m *testing.M) { os.Exit(roomtest.Main(m)) }

// agentCall is the agent's side of a call that notes what the user does.
type agentCall struct {
	*room.Call
	did chan string
}

// errStubborn is a handler's error with a code of its own.
var errStubborn = &rpc.Error{Code: rpc.CodeOutOfRange, Message: "never"}

// answer joins the room's job as agent and waits for the user.
func answer(t *testing.T, job *worker.Job) *agentCall {
	t.Helper()
	return answerLogging(t, job, nil)
}

// answerLogging is answer with a log of its own.
func answerLogging(t *testing.T, job *worker.Job, log *slog.Logger) *agentCall {
	t.Helper()
	return answerAs(t, job, func(_ *agentCall, c *room.CallConfig) { c.Log = log })
}

// answerWaiting is answer for a call that waits for its user, and notes when it does.
func answerWaiting(t *testing.T, job *worker.Job) *agentCall {
	t.Helper()
	return answerAs(t, job, func(a *agentCall, c *room.CallConfig) {
		c.Waits = true
		c.Handlers.Alone = func(on bool) { a.did <- fmt.Sprint("alone ", on) }
		c.Handlers.Missing = func() { a.did <- "missing" }
		c.Handlers.AudioEnded = nil
	})
}

// answerAs is answer with a configuration that change has changed.
func answerAs(t *testing.T, job *worker.Job, change func(*agentCall, *room.CallConfig)) *agentCall {
	t.Helper()
	a := &agentCall{did: make(chan string, 256)}
	do := func(what string) func() { return func() { a.did <- what } }
	heardAudio, moreTime := false, false
	config := room.CallConfig{
		Job: job, ID: "call_test", Scenario: "bribery", Engines: map[string]string{"stt": "sphinx"},
		Handlers: room.Handlers{
			Audio: func(pcm []int16) {
				if roomtest.Loud(pcm) && !heardAudio {
					heardAudio = true
					a.did <- "audio"
				}
			},
			AudioEnded: do("audio ended"),
			Text:       func(text string) { a.did <- "text " + text },
			Hint:       func() (parley.Hint, error) { return parley.Hint{Level: 1, Text: "think", Remaining: 2}, nil },
			StartTurn:  do("start"), EndTurn: do("end"), CancelTurn: func() { panic("on purpose") },
			Patience: func(s int) error {
				if s == 7 {
					return errStubborn
				}
				if s == 8 {
					return errors.New("secret reason")
				}
				return nil
			},
			StillHere: do("still here"), NoLimit: do("no limit"),
			Pause: func(on bool) { a.did <- fmt.Sprint("pause ", on) },
			MoreTime: func() (time.Duration, error) {
				if moreTime {
					return 0, rpc.ErrNoTime
				}
				moreTime = true
				a.did <- "more time"
				return 90 * time.Second, nil
			},
			EndCall: do("end call"),
			Gone:    func(why parley.Phrase) { a.did <- "gone: " + string(why) },
		},
	}
	change(a, &config)
	call, err := room.JoinCall(roomtest.Context(t), config)
	if err != nil {
		t.Fatal(err)
	}
	a.Call = call
	t.Cleanup(call.Leave)
	return a
}

// wantDid waits until the user has done what.
func (a *agentCall) wantDid(t *testing.T, what string) {
	t.Helper()
	if got := roomtest.Receive(t, a.did); got != what {
		t.Errorf("the user did %q, want %q", got, what)
	}
}

// wantGone waits for the user to be gone. Their track ends before that if it was heard by
// then, which depends on when its subscription came through.
func (a *agentCall) wantGone(t *testing.T) {
	t.Helper()
	did := roomtest.Receive(t, a.did)
	if did == "audio ended" {
		did = roomtest.Receive(t, a.did)
	}
	if did != "gone: ended_left" {
		t.Errorf("the user did %q, want to be gone", did)
	}
}

// agentJob is a job as a worker would get it, for tests without one.
func agentJob(t *testing.T, name string) *worker.Job {
	t.Helper()
	yes := true
	jwt, err := auth.NewAccessToken(roomtest.Server.Key, roomtest.Server.Secret).SetIdentity("agent-" + name).
		SetKind(livekit.ParticipantInfo_AGENT).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: name, Agent: true, CanUpdateOwnMetadata: &yes}).ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	return &worker.Job{ID: "job-" + name, Room: name, URL: roomtest.Server.URL, Token: jwt}
}
