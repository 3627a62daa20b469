package room_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/room"
	"parley/rpc"
)

func TestBrowserCallsTheAgent(t *testing.T) {
	t.Parallel()
	page := browser(t, "methods", "ana")
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
		{name: "panic", method: rpc.MethodCancelTurn, payload: "{}", code: rpc.CodeApplication},
		{name: "no json", method: rpc.MethodHint, payload: "{", code: rpc.CodeMalformed},
		{name: "out of range", method: rpc.MethodSetPatience, payload: `{"seconds":99}`, code: rpc.CodeOutOfRange},
		{name: "handler's code", method: rpc.MethodSetPatience, payload: `{"seconds":7}`, code: rpc.CodeOutOfRange},
		{name: "handler's secret", method: rpc.MethodSetPatience, payload: `{"seconds":8}`, code: rpc.CodeApplication},
		{name: "unknown", method: "dance", code: rpc.CodeUnsupportedMethod},
		{name: "too large", method: rpc.MethodHint, payload: strings.Repeat(" ", rpc.MaxPayload+1), code: rpc.CodeRequestTooLarge},
	} {
		reply, err := page.Call(testContext(t), "agent-methods", c.method, c.payload)
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

func TestCallEndsWithItsContextAndRoom(t *testing.T) {
	t.Parallel()
	ana := join(t, "patient", "ana")
	block := make(chan struct{})
	entered := make(chan struct{}, 2)
	ben := join(t, "patient", "ben", func(_ *peer, c *room.Config) {
		c.Methods = map[string]room.Method{"wait": func(string, string) (string, error) {
			entered <- struct{}{}
			<-block
			return "", nil
		}}
	})
	t.Cleanup(func() { close(block) }) // before ben leaves
	await(t, ana, func(j joined) bool { return j.who == ben.Identity() })
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		_, err := ana.Call(ctx, "ben", "wait", "")
		result <- err
	}()
	receive(t, entered)
	began := time.Now()
	cancel()
	if err := receive(t, result); !errors.Is(err, context.Canceled) || time.Since(began) > time.Second {
		t.Errorf("cancelled call: %v after %v, want Canceled at once", err, time.Since(began))
	}
	go func() {
		_, err := ana.Call(t.Context(), "ben", "wait", "")
		result <- err
	}()
	ana.Leave()
	if err := receive(t, result); !errors.Is(err, room.ErrLeft) {
		t.Errorf("call of a room that was left: %v, want ErrLeft", err)
	}
}

func TestCallToSomeoneWhoLeavesEnds(t *testing.T) {
	t.Parallel()
	ana := join(t, "leaver", "ana")
	entered, hold := make(chan struct{}), make(chan struct{})
	ben := join(t, "leaver", "ben", func(_ *peer, c *room.Config) {
		c.Methods = map[string]room.Method{"wait": func(string, string) (string, error) {
			close(entered)
			<-hold
			return "", nil
		}}
	})
	t.Cleanup(func() { close(hold) })
	await(t, ana, func(j joined) bool { return j.who == "ben" })
	result := make(chan error, 1)
	go func() {
		_, err := ana.Call(t.Context(), "ben", "wait", "")
		result <- err
	}()
	receive(t, entered)
	ben.Leave()
	if err := receive(t, result); !errors.Is(err, &rpc.Error{Code: rpc.CodeRecipientDisconnected}) {
		t.Errorf("call of someone who left: %v, want CodeRecipientDisconnected", err)
	}
}
