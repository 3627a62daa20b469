package room_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parley"
	"parley/room/roomtest"
	"parley/rpc"
)

// wantCalls waits for calls of page, in this order.
func wantCalls(t *testing.T, page *roomtest.Peer, want ...roomtest.Called) {
	t.Helper()
	for _, w := range want {
		if got := roomtest.Await(t, page, func(roomtest.Called) bool { return true }); got != w {
			t.Errorf("page was called %+v, want %+v", got, w)
		}
	}
}

func TestCallShowsCardsAndStates(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "cards", "ana")
	agent := answer(t, agentJob(t, "cards"))
	plan := parley.Card{ID: "c1", Kind: "plan", Title: "Today", Text: "One thing.", Data: json.RawMessage(`{"steps":["call Mei"]}`)}
	tasks := func(value string) parley.StateValue {
		return parley.StateValue{Name: "tasks", Value: json.RawMessage(value)}
	}
	err := errors.Join(agent.SetState(tasks(`[]`)), agent.Card(plan), agent.SetState(tasks(`["call Mei"]`)))
	if err != nil {
		t.Fatal(err)
	}
	newest := roomtest.Called{From: "agent-cards", Method: rpc.MethodState, Payload: `{"name":"tasks","value":["call Mei"]}`}
	card := roomtest.Called{From: "agent-cards", Method: rpc.MethodCard,
		Payload: `{"id":"c1","kind":"plan","title":"Today","text":"One thing.","data":{"steps":["call Mei"]}}`}
	seen := map[roomtest.Called]bool{}
	for !seen[newest] || !seen[card] { // the first state may have been replaced before it was sent
		seen[roomtest.Await(t, page, func(roomtest.Called) bool { return true })] = true
	}
	plan.Text = "Done."
	if err := agent.Card(plan); err != nil {
		t.Fatal(err)
	}
	card.Payload = strings.Replace(card.Payload, "One thing.", "Done.", 1)
	wantCalls(t, page, card)
	again := roomtest.Browser(t, "cards", "ana") // the page is loaded anew
	wantCalls(t, again, newest, card)
}

func TestCardThatNobodyCouldTakeIsRefused(t *testing.T) {
	t.Parallel()
	page := roomtest.Browser(t, "refused-cards", "ana")
	agent := answer(t, agentJob(t, "refused-cards"))
	fits := rpc.MaxPayload - len(`{"id":"c","kind":"k","title":"","text":"","data":{}}`)
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"one byte too much", agent.Card(parley.Card{ID: "c", Kind: "k", Text: strings.Repeat("x", fits+1)}), rpc.ErrTooLarge},
		{"too much data", agent.SetState(parley.StateValue{Name: "s", Value: json.RawMessage(`"` + strings.Repeat("x", rpc.MaxPayload) + `"`)}),
			rpc.ErrTooLarge},
		{"no id", agent.Card(parley.Card{Kind: "k"}), rpc.ErrOutOfRange},
		{"no kind", agent.Card(parley.Card{ID: "c"}), rpc.ErrOutOfRange},
		{"no JSON", agent.Card(parley.Card{ID: "c", Kind: "k", Data: json.RawMessage(`{"a":`)}), rpc.ErrMalformed},
		{"no name", agent.SetState(parley.StateValue{Value: json.RawMessage("1")}), rpc.ErrOutOfRange},
		{"no value", agent.SetState(parley.StateValue{Name: "s"}), rpc.ErrMalformed},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.err, c.want)
		}
	}
	if err := agent.Card(parley.Card{ID: "c", Kind: "k", Text: strings.Repeat("x", fits)}); err != nil {
		t.Fatal(err)
	}
	got := roomtest.Await(t, page, func(roomtest.Called) bool { return true })
	if got.Method != rpc.MethodCard || len(got.Payload) != rpc.MaxPayload {
		t.Errorf("page was called %s with %d bytes, want the card of %d", got.Method, len(got.Payload), rpc.MaxPayload)
	}
}
