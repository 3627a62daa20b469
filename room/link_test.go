package room_test

import (
	"errors"
	"strings"
	"testing"

	"parley/room"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

func TestBrowserCallsTheAgent(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "methods", "ana")
	agent := answer(t, agentJob(t, "methods"))
	for _, c := range []struct {
		name, method, payload, reply, did string
		code                              rpc.Code
	}{
		{name: "hint", method: rpc.MethodHint, payload: "{}", reply: `{"level":1,"text":"think","remaining":2}`},
		{name: "empty payload", method: rpc.MethodStartTurn, reply: rpc.OK, did: "start"},
		{name: "plain", method: rpc.MethodEndTurn, payload: "{}", reply: rpc.OK, did: "end"},
		{name: "end", method: rpc.MethodEndCall, payload: "{}", reply: rpc.OK, did: "end call"},
		{name: "patience", method: rpc.MethodSetPatience, payload: `{"seconds":5}`, reply: rpc.OK},
		{name: "still here", method: rpc.MethodStillHere, payload: "{}", reply: rpc.OK, did: "still here"},
		{name: "pause", method: rpc.MethodPause, payload: `{"on":true}`, reply: rpc.OK, did: "pause true"},
		{name: "go on", method: rpc.MethodPause, payload: `{"on":false}`, reply: rpc.OK, did: "pause false"},
		{name: "pause or not", method: rpc.MethodPause, payload: "{}", code: rpc.CodeMalformed},
		{name: "more time", method: rpc.MethodMoreTime, payload: "{}", reply: `{"seconds":90}`, did: "more time"},
		{name: "more time again", method: rpc.MethodMoreTime, payload: "{}", code: rpc.CodeNoTime},
		{name: "more time by wish", method: rpc.MethodMoreTime, payload: `{"seconds":9}`, code: rpc.CodeMalformed},
		{name: "no limit", method: rpc.MethodNoLimit, reply: rpc.OK, did: "no limit"},
		{name: "panic", method: rpc.MethodCancelTurn, payload: "{}", code: rpc.CodeApplication},
		{name: "no json", method: rpc.MethodHint, payload: "{", code: rpc.CodeMalformed},
		{name: "out of range", method: rpc.MethodSetPatience, payload: `{"seconds":99}`, code: rpc.CodeOutOfRange},
		{name: "handler's code", method: rpc.MethodSetPatience, payload: `{"seconds":7}`, code: rpc.CodeOutOfRange},
		{name: "handler's secret", method: rpc.MethodSetPatience, payload: `{"seconds":8}`, code: rpc.CodeApplication},
		{name: "unknown", method: "dance", code: rpc.CodeUnsupportedMethod},
		{name: "too large", method: rpc.MethodHint, payload: strings.Repeat(" ", rpc.MaxPayload+1), code: rpc.CodeRequestTooLarge},
	} {
		reply, err := page.PerformRPC(roomtest.Context(t), "agent-methods", c.method, c.payload)
		if c.code != 0 {
			var e *rpc.Error
			if !errors.As(err, &e) || e.Code != c.code || strings.Contains(e.Message, "secret") {
				t.Errorf("%s: %v, want code %d", c.name, err, c.code)
			}
			continue
		}
		if err != nil || reply != c.reply {
			t.Errorf("%s: %q, %v, want %q", c.name, reply, err, c.reply)
		}
		if c.did != "" {
			agent.wantDid(t, c.did)
		}
	}
}

func TestTooLongChatIsRefusedAloud(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "chatty", "ana")
	agent := answer(t, agentJob(t, "chatty"))
	for _, text := range []string{strings.Repeat("x", rpc.MaxChat+1), "short"} {
		if err := page.SendText(roomtest.Context(t), rpc.TopicChat, text); err != nil {
			t.Fatal(err)
		}
	}
	roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicTrouble && x.Closed })
	agent.wantDid(t, "text short")
}

// TestTypedTextGoesBeforeTheGoodbye: who types and hangs up has said it, also to an agent
// that is busy when both come.
func TestTypedTextGoesBeforeTheGoodbye(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "goodbye", "ana")
	busy, free := make(chan struct{}), make(chan struct{})
	agent := answerAs(t, agentJob(t, "goodbye"), func(a *agentCall, c *room.CallConfig) {
		c.Handlers.AudioEnded = nil // it comes if the track was heard by then
		c.Handlers.Text = func(text string) {
			if text == "first" {
				close(busy)
				<-free
			}
			a.did <- "text " + text
		}
	})
	ctx := roomtest.Context(t)
	for _, text := range []string{"first", "good morning"} {
		if err := page.SendText(ctx, rpc.TopicChat, text); err != nil {
			t.Fatal(err)
		}
	}
	roomtest.Receive(t, busy)
	for range 2 { // said twice it is one
		if _, err := page.PerformRPC(ctx, "agent-goodbye", rpc.MethodEndCall, ""); err != nil {
			t.Fatal(err)
		}
	}
	close(free)
	page.Leave()
	for _, did := range []string{"text first", "text good morning", "end call", "gone: ended_left"} {
		agent.wantDid(t, did)
	}
}
