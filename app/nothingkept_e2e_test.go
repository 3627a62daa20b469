package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley"
	"parley/app/apptest"
	"parley/debrief"
)

// askOf makes a request of a user and returns its status and the whole answer.
func askOf(t *testing.T, s *apptest.Server, user, method, path string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+user)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// spoken is what was heard of the user in a debrief.
func spoken(t *testing.T, text string) (all []string) {
	t.Helper()
	var d debrief.Debrief
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	for _, l := range d.Transcript {
		if l.Who == parley.User {
			all = append(all, l.Text)
		}
	}
	return all
}

const keptUser, strangerUser = "vq7-secret-user-id", "vq8-secret-user-id"

// TestNothingIsKept: of a call whose user goes on without anything being kept no byte is
// in the data folder once it is over, and they alone can still read its debrief.
func TestNothingIsKept(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	r, err := s.CallObserved(t, parley.Dispatch{
		Scenario: apptest.Scene, User: keptUser, Consent: &parley.Consent{Version: 1, KeepNothing: true},
	}, nil, "The biggest risk is that our supplier is late this year.")
	if err != nil || r.Outcome != parley.Left {
		t.Fatalf("the call: %+v, %v", r, err)
	}
	apptest.Eventually(t, func() bool { return len(found(t, s.Data, string(r.Call))) == 0 })
	path := "/api/calls/" + string(r.Call)
	code, text := askOf(t, s, keptUser, http.MethodGet, path+"/debrief")
	if code != http.StatusOK || len(spoken(t, text)) == 0 || !strings.Contains(text, `"not_kept":true`) {
		t.Errorf("their debrief: %d %s", code, text)
	}
	for _, words := range spoken(t, text) {
		apptest.Eventually(t, func() bool { return len(found(t, s.Data, words)) == 0 })
	}
	if code, text := askOf(t, s, strangerUser, http.MethodGet, path+"/debrief"); code != http.StatusNotFound {
		t.Errorf("a stranger's: %d %s, want 404", code, text)
	}
	if code, text := askOf(t, s, keptUser, http.MethodGet, "/api/calls"); code != http.StatusOK || strings.Contains(text, string(r.Call)) {
		t.Errorf("the list: %d %s, want none", code, text)
	}
	if code, _ := askOf(t, s, keptUser, http.MethodDelete, path); code != http.StatusOK {
		t.Errorf("burnt: %d", code)
	}
	if code, _ := askOf(t, s, keptUser, http.MethodGet, path); code != http.StatusNotFound {
		t.Errorf("after that: %d, want 404", code)
	}
}

// TestDeletedCallIsGone: a call that its user deletes leaves no byte, and another
// cannot delete it.
func TestDeletedCallIsGone(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene, User: keptUser}, nil,
		"The biggest risk is that our supplier is late this year.")
	if err != nil {
		t.Fatal(err)
	}
	path := "/api/calls/" + string(r.Call)
	apptest.Eventually(t, func() bool {
		code, _ := askOf(t, s, keptUser, http.MethodGet, path+"/export.json")
		return code == http.StatusOK
	})
	_, told := askOf(t, s, keptUser, http.MethodGet, path+"/debrief")
	if code, text := askOf(t, s, keptUser, http.MethodGet, "/api/me/ledger"); code != http.StatusOK || !strings.Contains(text,
		`"kind":"calls","count":1`) {
		t.Errorf("the ledger: %d %s", code, text)
	}
	if code, _ := askOf(t, s, strangerUser, http.MethodDelete, path); code != http.StatusNotFound {
		t.Errorf("a stranger deletes it: %d, want 404", code)
	}
	if code, text := askOf(t, s, keptUser, http.MethodDelete, path); code != http.StatusOK || !strings.Contains(text, `"receipt_`) {
		t.Errorf("deleted: %d %s", code, text)
	}
	for _, text := range append(spoken(t, told), string(r.Call)) {
		if names := found(t, s.Data, text); len(names) > 0 {
			t.Errorf("what they said is in %v", names)
		}
	}
}
