package room_test

import (
	"errors"
	"log/slog"
	"testing"

	"parley"
	"parley/room"
	"parley/rpc"
)

// agentCall is the agent's side of a call that notes what the user does.
type agentCall struct {
	*room.Call
	did chan string
}

// errStubborn is a handler's error with a code of its own.
var errStubborn = &rpc.Error{Code: rpc.CodeOutOfRange, Message: "never"}

// answer joins the room's job as agent and waits for the user.
func answer(t *testing.T, job *room.Job) *agentCall {
	t.Helper()
	return answerLogging(t, job, nil)
}

// answerLogging is answer with a log of its own.
func answerLogging(t *testing.T, job *room.Job, log *slog.Logger) *agentCall {
	t.Helper()
	a := &agentCall{did: make(chan string, 256)}
	do := func(what string) func() { return func() { a.did <- what } }
	heardAudio := false
	call, err := room.JoinCall(testContext(t), room.CallConfig{
		Job: job, Log: log, ID: "call_test", Scenario: "bribery", Engines: map[string]string{"stt": "sphinx"},
		Handlers: room.Handlers{
			Audio: func(pcm []int16) {
				if loud(pcm) && !heardAudio {
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
			EndCall: do("end call"),
			Gone:    func(reason string) { a.did <- "gone: " + reason },
		},
	})
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
	if got := receive(t, a.did); got != what {
		t.Errorf("the user did %q, want %q", got, what)
	}
}

// calls notes RPC calls of the methods the browser has.
func calls(p *peer) map[string]room.Method {
	methods := map[string]room.Method{}
	for _, name := range []string{rpc.MethodChecker, rpc.MethodEmojiReaction, rpc.MethodCallEnded} {
		methods[name] = func(from, payload string) (string, error) {
			p.note(called{from, name, payload})
			return rpc.OK, nil
		}
	}
	return methods
}

// browser joins as a page would: with handlers and topics.
func browser(t *testing.T, name, identity string) *peer {
	t.Helper()
	return joinWith(t, token(t, name, identity, "", ""), func(p *peer, c *room.Config) {
		c.Methods = calls(p)
		c.Topics = []string{rpc.TopicTranscription, rpc.TopicLatency, rpc.TopicTrouble, rpc.TopicUsage, rpc.TopicChat}
	})
}
