package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/calls"
	"parley/debrief"
	"parley/journal"
	"parley/web"
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

// TestOneKindIsDeleted: each kind of what is kept of a user is deleted by itself, and
// once; the other kinds and what is kept of another stay. Of a call under way neither
// calls nor profile are.
func TestOneKindIsDeleted(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	key, err := journal.LoadUserKey(filepath.Join(s.Data, "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := journal.OpenDir(filepath.Join(s.Data, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	files, profiles := calls.NewFiles(dir, nil), journal.NewProfiles(filepath.Join(s.Data, "users"), nil)
	keep := func(user string, call parley.CallID, began time.Time, more ...parley.Body) {
		t.Helper()
		events := []parley.Event{{Call: call, Seq: 1, At: began, Body: parley.Started{Dispatch: parley.Dispatch{Scenario: apptest.Scene}}}}
		for _, b := range more {
			events = append(events, parley.Event{Call: call, Seq: 2, At: began.Add(time.Second), Body: b})
		}
		if err := files.Import(t.Context(), key.Alias(user), events); err != nil {
			t.Fatal(err)
		}
	}
	begun := time.Now().Add(-time.Minute)
	for i, user := range []string{keptUser, strangerUser} {
		keep(user, parley.CallID(fmt.Sprintf("call_over%d", i)), begun, parley.Ending{Outcome: parley.Left})
		if err := profiles.Save(key.Alias(user), parley.Profile{Pause: time.Second, Pauses: 3}); err != nil {
			t.Fatal(err)
		}
		(beside{t, s.URL, user}).ask("add task feed the cat")
	}
	keep(keptUser, "call_live", begun)
	kinds := func(user string) string {
		_, text := askOf(t, s, user, http.MethodGet, "/api/me/ledger")
		var l web.Ledger
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		told := ""
		for _, one := range l.Stored {
			told += fmt.Sprintf("%s %d, ", one.Kind, min(one.Count, 2)) // of commits there are some
		}
		return told
	}
	theirs, path := kinds(strangerUser), "/api/me/ledger/"
	for _, kind := range []string{"calls", "profile"} {
		if code, text := askOf(t, s, keptUser, http.MethodDelete, path+kind); code != http.StatusConflict {
			t.Errorf("%s in a call: %d %s, want 409", kind, code, text)
		}
	}
	if code, _ := askOf(t, s, keptUser, http.MethodDelete, "/api/calls/call_live"); code != http.StatusConflict {
		t.Errorf("the call is over: %d", code)
	}
	if err := dir.Add("call_live", parley.Event{Call: "call_live", Seq: 2, At: time.Now(), Body: parley.Ending{Outcome: parley.Left}}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ kind, left string }{
		{"profile", "calls 2, assistant 2, "}, {"calls", "calls 0, assistant 2, "}, {"assistant", "calls 0, "},
	} {
		code, text := askOf(t, s, keptUser, http.MethodDelete, path+tt.kind)
		var r calls.Receipt
		if err := json.Unmarshal([]byte(text), &r); code != http.StatusOK || err != nil || r.Kind != tt.kind || r.Bytes == 0 ||
			(len(r.Calls) == 2) != (tt.kind == "calls") {
			t.Errorf("%s: %d %s", tt.kind, code, text)
		}
		if got := kinds(keptUser); got != tt.left {
			t.Errorf("%s: left is %q, want %q", tt.kind, got, tt.left)
		}
		if code, _ := askOf(t, s, keptUser, http.MethodDelete, path+tt.kind); code != http.StatusNotFound {
			t.Errorf("%s again: %d, want 404", tt.kind, code)
		}
	}
	for _, kind := range []string{"checks", "everything"} {
		if code, _ := askOf(t, s, strangerUser, http.MethodDelete, path+kind); code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", kind, code)
		}
	}
	if got := kinds(strangerUser); got != theirs || got != "calls 1, profile 1, assistant 2, " {
		t.Errorf("another's: %q, before %q", got, theirs)
	}
}
