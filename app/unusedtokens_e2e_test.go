package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/web"
)

// TestUnusedTokensKeepNobodyOut: behind a proxy one address takes tokens for all
// seats it may have and joins with none. Others get the rest and then its own, hold
// calls, and a token whose seat went to them brings words in the room.
func TestUnusedTokensKeepNobodyOut(t *testing.T) {
	c := apptest.Config(t)
	c.MaxCalls, c.Page.Proxies = 4, []string{"127.0.0.0/8", "::1"}
	s := apptest.StartWith(t, c)
	ask := func(from string) (web.CallReply, int) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/calls",
			strings.NewReader(parley.Dispatch{Scenario: apptest.Scene}.Metadata()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", from)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var reply web.CallReply
		if err := json.NewDecoder(answer.Body).Decode(&reply); err != nil {
			t.Fatal(err)
		}
		return reply, answer.StatusCode
	}
	h := &house{t: t, livekit: &embedded.LiveKit{URL: s.LiveKit.URL}}
	// hears has a caller join and hear the character.
	hears := func(reply web.CallReply) {
		l, err := h.join(reply.Room, reply.Token)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Leave)
		select {
		case <-l.heard:
		case e := <-l.ended:
			t.Fatalf("who has a seat was told %+v", e)
		case <-time.After(apptest.Patience):
			t.Fatal("who has a seat hears nothing")
		}
	}
	oldest, _ := ask("192.0.2.1")
	for range 8 {
		ask("192.0.2.1")
	}
	for i, from := range []string{"192.0.2.2", "192.0.2.3", "192.0.2.4"} {
		reply, status := ask(from)
		if status != http.StatusOK {
			t.Fatalf("caller %d is refused with %d while one address has three of four seats for nothing", i+1, status)
		}
		hears(reply)
	}
	if _, status := ask("192.0.2.1"); status == http.StatusOK {
		t.Error("the address that joins with none got another token")
	}
	// Its oldest token gave its seat up twice over, and still brings the last that is left.
	hears(oldest)
	if _, status := ask("192.0.2.5"); status != http.StatusServiceUnavailable {
		t.Errorf("with four calls of four seats another caller got %d, want 503", status)
	}
}
