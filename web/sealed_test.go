package web

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"github.com/livekit/protocol/auth"

	"parley"
)

// A client puts its token into the address it connects to. Who reads it there, in
// the log of a proxy, learns no user's secret and can use what there is of it for
// no other room.
func TestTokenHidesTheUser(t *testing.T) {
	s, _ := newTestServer(t)
	var reply CallReply
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","username":"Ana","user":"`+testUser+`"}`, &reply)
	for part := range strings.SplitSeq(reply.Token, ".") {
		clear, err := base64.RawURLEncoding.DecodeString(part)
		if err != nil || strings.Contains(string(clear), testUser) {
			t.Errorf("the token says %q, %v", clear, err)
		}
	}
	verifier, err := auth.ParseAPIToken(reply.Token)
	if err != nil {
		t.Fatal(err)
	}
	_, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	metadata := grants.RoomConfig.Agents[0].Metadata
	want := parley.Dispatch{Scenario: "riskyProjectApproval", Username: "Ana", User: testUser}
	if d, err := ParseDispatch(testSecret, reply.Room, metadata); err != nil || d != want {
		t.Errorf("the agent reads %+v, %v, want %+v", d, err, want)
	}
	for name, got := range map[string]func() (parley.Dispatch, error){
		"in another room":     func() (parley.Dispatch, error) { return ParseDispatch(testSecret, "room", metadata) },
		"with another secret": func() (parley.Dispatch, error) { return ParseDispatch("other", reply.Room, metadata) },
		"of another's making": func() (parley.Dispatch, error) {
			return ParseDispatch(testSecret, "r", `{"scenario":"s","sealed_user":"AAAA"}`)
		},
		"of what is no secret": func() (parley.Dispatch, error) {
			return ParseDispatch("k", "r", seal("k", "r", parley.Dispatch{Scenario: "s", User: "bob"}))
		},
	} {
		if d, err := got(); !errors.Is(err, ErrSealed) || d.User != "" {
			t.Errorf("%s: %+v, %v, want ErrSealed", name, d, err)
		}
	}
}

// What operators and LiveKit's command line write is read as it is.
func TestDispatchInClear(t *testing.T) {
	for metadata, want := range map[string]parley.Dispatch{
		"riskyProjectApproval": {Scenario: "riskyProjectApproval"},
		"":                     {},
		`{"scenario":"s","user":"` + testUser + `"}`:                      {Scenario: "s", User: testUser},
		`{"scenario":"s","user":"` + testUser + `","sealed_user":""}`:     {Scenario: "s", User: testUser},
		`{"scenario":"s","user":"` + testUser + `","sealed_user":[1,""]}`: {Scenario: "s", User: testUser},
	} {
		if d, err := ParseDispatch(testSecret, "room", metadata); err != nil || d != want {
			t.Errorf("%s: %+v, %v, want %+v", metadata, d, err, want)
		}
	}
	if _, err := ParseDispatch(testSecret, "room", `{"user":"bob"}`); !errors.Is(err, parley.ErrUser) {
		t.Errorf("a user that can be guessed: %v", err)
	}
}

func FuzzParseDispatch(f *testing.F) {
	f.Add("room", seal(testSecret, "room", parley.Dispatch{Scenario: "s", User: testUser}))
	f.Add("room", `{"sealed_user":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`)
	f.Fuzz(func(t *testing.T, room, metadata string) {
		d, err := ParseDispatch(testSecret, room, metadata)
		if err != nil && d.User != "" || d.User != "" && !parley.IsUser(d.User) {
			t.Errorf("%q in %q: %+v, %v", metadata, room, d, err)
		}
	})
}
