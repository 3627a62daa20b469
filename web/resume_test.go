package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"

	"parley"
)

const (
	adaUser = "ada-0123456789abcdef"
	eveUser = "eve-0123456789abcdef"
)

// resumableServer holds the calls whose ids are in held, by their rooms.
func resumableServer(t *testing.T, held map[string]parley.CallID, fault *error) *Server {
	t.Helper()
	return serverWith(t, func(c *Config) {
		c.Held = func(_ context.Context, room string, call parley.CallID) (bool, error) {
			return held[room] == call, *fault
		}
	})
}

// resume asks to go on with call_1.
func resume(t *testing.T, s *Server, ticket, user string, v any) int {
	t.Helper()
	body, _ := json.Marshal(ResumeRequest{Ticket: ticket, User: user}) //nolint:errchkjson // strings
	return send(t, s, "POST", "/api/calls/call_1/resume", string(body), v).StatusCode
}

// tokenGrants are what a caller's token grants.
func tokenGrants(t *testing.T, token string) *auth.ClaimGrants {
	t.Helper()
	verifier, err := auth.ParseAPIToken(token)
	if err != nil {
		t.Fatal(err)
	}
	_, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	return grants
}

func TestResume(t *testing.T) {
	held, fault := map[string]parley.CallID{}, error(nil)
	s := resumableServer(t, held, &fault)
	var first, back CallReply
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","username":"Ada","user":"`+adaUser+`","resumable":true}`, &first)
	if first.Ticket == "" || strings.Contains(first.Ticket, "room_") {
		t.Fatalf("ticket %q, want one that says nothing", first.Ticket)
	}
	if room := tokenGrants(t, first.Token).RoomConfig; room.DepartureTimeout < 12*60 || room.DepartureTimeout > 13*60 {
		t.Errorf("the room closes after %d s, want after a pause and the time to come back", room.DepartureTimeout)
	}
	if status := resume(t, s, first.Ticket, adaUser, nil); status != http.StatusGone {
		t.Errorf("a call that is not held: %d, want 410", status)
	}
	held[first.Room] = "call_2"
	if status := resume(t, s, first.Ticket, adaUser, nil); status != http.StatusGone {
		t.Errorf("another call in the room: %d, want 410", status)
	}
	held[first.Room] = "call_1"
	for range 2 { // it may be shown again
		if status := resume(t, s, first.Ticket, adaUser, &back); status != http.StatusOK {
			t.Fatalf("status %d, want 200", status)
		}
		grants := tokenGrants(t, back.Token)
		if back.Room != first.Room || grants.Identity != first.Identity || grants.Name != "Ada" || grants.Video.Room != first.Room {
			t.Errorf("a token for %q in %q, want %q in %q", grants.Identity, grants.Video.Room, first.Identity, first.Room)
		}
		if grants.RoomConfig != nil && len(grants.RoomConfig.Agents) > 0 {
			t.Error("the token asks for another agent")
		}
	}
	fault = errors.New("away")
	if status := resume(t, s, first.Ticket, adaUser, nil); status != http.StatusServiceUnavailable {
		t.Errorf("LiveKit away: %d, want 503", status)
	}
}

func TestTicketsOfOthers(t *testing.T) {
	held, fault := map[string]parley.CallID{}, error(nil)
	s := resumableServer(t, held, &fault)
	var ada, stranger, plain CallReply
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","user":"`+adaUser+`","resumable":true}`, &ada)
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","resumable":true}`, &stranger)
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`, &plain)
	if plain.Ticket != "" || tokenGrants(t, plain.Token).RoomConfig.DepartureTimeout != departureTimeout {
		t.Error("a call that nobody wants to come back to waits")
	}
	held[ada.Room], held[stranger.Room] = "call_1", "call_1"
	sealedUser := sealer(testSecret, userInToken).Seal(nil, nil, []byte(`{}`), nil)
	for name, tc := range map[string]struct {
		ticket, user string
		status       int
	}{
		"nobody":          {ada.Ticket, "", http.StatusNotFound},
		"another":         {ada.Ticket, eveUser, http.StatusNotFound},
		"changed":         {ada.Ticket[:len(ada.Ticket)-2] + "AA", adaUser, http.StatusNotFound},
		"none":            {"", adaUser, http.StatusNotFound},
		"no base64":       {"%%%", adaUser, http.StatusNotFound},
		"sealed for else": {string(sealedUser), adaUser, http.StatusNotFound},
		"a stranger's":    {stranger.Ticket, "", http.StatusOK},
	} {
		if status := resume(t, s, tc.ticket, tc.user, nil); status != tc.status {
			t.Errorf("%s: %d, want %d", name, status, tc.status)
		}
	}
}

func TestTicketsLapse(t *testing.T) {
	fault := error(nil)
	s := resumableServer(t, nil, &fault)
	text := s.ticketFor(Caller{Room: "r", Identity: "i", Dispatch: parley.Dispatch{Resumable: true}})
	now := time.Now()
	if _, ok := readTicket(testSecret, text, now.Add(ticketLife-time.Minute)); !ok {
		t.Error("lapsed before its time")
	}
	if _, ok := readTicket(testSecret, text, now.Add(ticketLife+time.Minute)); ok {
		t.Error("good for ever")
	}
	if _, ok := readTicket("another secret", text, now); ok {
		t.Error("good with another secret")
	}
}

func FuzzReadTicket(f *testing.F) {
	f.Add("")
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := readTicket(testSecret, text, time.Now()); ok {
			t.Errorf("%q is taken for a ticket", text)
		}
	})
}
