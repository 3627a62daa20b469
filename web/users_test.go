package web

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/livekit/protocol/auth"

	"parley"
	"parley/journal"
)

func TestForgetUser(t *testing.T) {
	plain, _ := newTestServer(t)
	var asked []string
	var answer error
	c := plain.config
	c.Forget = func(user string) error {
		asked = append(asked, user)
		return answer
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		answer error
		status int
	}{
		{nil, http.StatusNoContent},
		{fmt.Errorf("forget: %w", journal.ErrUserID), http.StatusBadRequest},
		{errors.New("disk full"), http.StatusInternalServerError},
	} {
		answer = tt.answer
		if r := send(t, s, "DELETE", "/api/users/ana-1", "", nil); r.StatusCode != tt.status {
			t.Errorf("after %v: status %d, want %d", tt.answer, r.StatusCode, tt.status)
		}
	}
	if len(asked) != 3 || asked[0] != "ana-1" {
		t.Errorf("asked to forget %q, want ana-1 three times", asked)
	}
	for _, refused := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/users/ana-1", http.StatusMethodNotAllowed},
		{"DELETE", "/api/users/", http.StatusNotFound},
		{"DELETE", "/api/users/a/b", http.StatusNotFound},
	} {
		if r := send(t, s, refused.method, refused.path, "", nil); r.StatusCode != refused.status {
			t.Errorf("%s %s: status %d, want %d", refused.method, refused.path, r.StatusCode, refused.status)
		}
	}
	if len(asked) != 3 {
		t.Errorf("a refused request was passed on: %q", asked)
	}
}

// Without a store of profiles there is nothing to forget from.
func TestForgetUserWithoutHabits(t *testing.T) {
	s, _ := newTestServer(t)
	if r := send(t, s, "DELETE", "/api/users/ana-1", "", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.StatusCode)
	}
}

func TestTokenCarriesTheUser(t *testing.T) {
	s, _ := newTestServer(t)
	var reply CallReply
	send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","user":"ana-1"}`, &reply)
	verifier, err := auth.ParseAPIToken(reply.Token)
	if err != nil {
		t.Fatal(err)
	}
	_, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	d, err := parley.ParseDispatch(grants.RoomConfig.Agents[0].Metadata)
	if err != nil || d.User != "ana-1" {
		t.Errorf("the token asks for user %q, %v, want ana-1", d.User, err)
	}
}
