package web

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"parley"
	"parley/calls"
)

func TestForgetUser(t *testing.T) {
	plain, _ := newTestServer(t)
	var asked []string
	var answer error
	c := plain.config
	c.Forget = func(user string) (calls.Receipt, error) {
		asked = append(asked, user)
		return calls.Receipt{}, answer
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
		{fmt.Errorf("forget: %w", parley.ErrUser), http.StatusBadRequest},
		{errors.New("disk full"), http.StatusInternalServerError},
	} {
		answer = tt.answer
		if w := ask(s, "DELETE", "/api/users/me", ""); w.Code != tt.status {
			t.Errorf("after %v: status %d, want %d", tt.answer, w.Code, tt.status)
		}
	}
	answer = nil
	for name, tt := range map[string]struct {
		method, path, header string
		status               int
	}{
		"as before there was me":        {"DELETE", "/api/users/" + testUser, "", http.StatusNoContent},
		"the path of the bearer":        {"DELETE", "/api/users/" + testUser, "Bearer " + testUser, http.StatusNoContent},
		"another than the bearer":       {"DELETE", "/api/users/" + testUser, "Bearer " + testSession, http.StatusForbidden},
		"me, and nobody's":              {"DELETE", "/api/users/me", "", http.StatusUnauthorized},
		"me in the address":             {"DELETE", "/api/users/me?sessionId=" + testUser, "", http.StatusUnauthorized},
		"an id that can be guessed":     {"DELETE", "/api/users/bob", "", http.StatusUnauthorized},
		"a bearer that can be guessed":  {"DELETE", "/api/users/me", "Bearer bob", http.StatusUnauthorized},
		"a secret one beside a bad one": {"DELETE", "/api/users/" + testUser, "Bearer bob", http.StatusUnauthorized},
		"a form that is no id's":        {"DELETE", "/api/users/0123456789abcde.", "", http.StatusUnauthorized},
		"another method":                {"GET", "/api/users/me", "", http.StatusMethodNotAllowed},
		"nobody":                        {"DELETE", "/api/users/", "", http.StatusNotFound},
		"more than a user":              {"DELETE", "/api/users/a/b", "", http.StatusNotFound},
	} {
		before := len(asked)
		if w := ask(s, tt.method, tt.path, "", "Authorization", tt.header); w.Code != tt.status {
			t.Errorf("%s: status %d, want %d", name, w.Code, tt.status)
		}
		if passed := len(asked) > before; passed != (tt.status == http.StatusNoContent) {
			t.Errorf("%s: it was passed on: %t", name, passed)
		}
	}
	for _, user := range asked {
		if user != testUser {
			t.Errorf("asked to forget %q", user)
		}
	}
}

// Without a store of profiles there is nothing to forget from.
func TestForgetUserWithoutHabits(t *testing.T) {
	s, _ := newTestServer(t)
	if r := send(t, s, "DELETE", "/api/users/ana-0123456789ab", "", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("status %d, want 404", r.StatusCode)
	}
}
