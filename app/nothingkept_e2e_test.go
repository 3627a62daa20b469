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

// kept is the data folder of a server with what a test has it keep.
type kept struct {
	*testing.T
	s        *apptest.Server
	key      journal.UserKey
	dir      *journal.Dir
	profiles *journal.Profiles
}

func keptBy(t *testing.T, s *apptest.Server) kept {
	t.Helper()
	key, err := journal.LoadUserKey(filepath.Join(s.Data, "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := journal.OpenDir(filepath.Join(s.Data, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	return kept{t, s, key, dir, journal.NewProfiles(filepath.Join(s.Data, "users"), nil)}
}

// call keeps a call of the user's, which is under way.
func (k kept) call(user string, call parley.CallID) {
	k.Helper()
	began := parley.Started{Dispatch: parley.Dispatch{Scenario: apptest.Scene}}
	events := []parley.Event{{Call: call, Seq: 1, At: time.Now(), Body: began}}
	if err := calls.NewFiles(k.dir, nil).Import(k.Context(), k.key.Alias(user), events); err != nil {
		k.Fatal(err)
	}
}

// end ends it.
func (k kept) end(call parley.CallID) {
	k.Helper()
	if err := k.dir.Add(call, parley.Event{Call: call, Seq: 2, At: time.Now(), Body: parley.Ending{Outcome: parley.Left}}); err != nil {
		k.Fatal(err)
	}
}

// kinds is the user's ledger: each kind with how many there are of it, at most 2, as of
// commits there are some.
func (k kept) kinds(user string) (told string) {
	k.Helper()
	_, text := askOf(k.T, k.s, user, http.MethodGet, "/api/me/ledger")
	var l web.Ledger
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		k.Fatalf("%v in %s", err, text)
	}
	for _, one := range l.Stored {
		told += fmt.Sprintf("%s %d, ", one.Kind, min(one.Count, 2))
	}
	return told
}

// TestOneKindIsDeleted: each kind of what is kept of a user is deleted by itself, and
// once; the other kinds and what is kept of another stay. Of a call under way neither
// calls nor profile are.
func TestOneKindIsDeleted(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	k := keptBy(t, s)
	for i, user := range []string{keptUser, strangerUser} {
		call := parley.CallID(fmt.Sprintf("call_over%d", i))
		k.call(user, call)
		k.end(call)
		if err := k.profiles.Save(k.key.Alias(user), parley.Profile{Pause: time.Second, Pauses: 3}); err != nil {
			t.Fatal(err)
		}
		(beside{t, s.URL, user}).ask("add task feed the cat")
	}
	k.call(keptUser, "call_live")
	const path = "/api/me/ledger/"
	for _, kind := range []string{"calls", "profile"} {
		if code, text := askOf(t, s, keptUser, http.MethodDelete, path+kind); code != http.StatusConflict {
			t.Errorf("%s in a call: %d %s, want 409", kind, code, text)
		}
	}
	k.end("call_live")
	for _, tt := range []struct{ kind, left string }{
		{"profile", "calls 2, assistant 2, "}, {"calls", "calls 0, assistant 2, "}, {"assistant", "calls 0, "},
	} {
		code, text := askOf(t, s, keptUser, http.MethodDelete, path+tt.kind)
		var r calls.Receipt
		if err := json.Unmarshal([]byte(text), &r); code != http.StatusOK || err != nil || r.Kind != tt.kind || r.Bytes == 0 ||
			(len(r.Calls) == 2) != (tt.kind == "calls") {
			t.Errorf("%s: %d %s", tt.kind, code, text)
		}
		if got := k.kinds(keptUser); got != tt.left {
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
	if got, want := k.kinds(strangerUser), "calls 1, profile 1, assistant 2, "; got != want {
		t.Errorf("another's: %q, want %q", got, want)
	}
}
