package calls

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/cmd/cmdline"
	"parley/web"
)

// A fork asks the server for a call that goes on from the other, as its user.
func TestForkAsksTheServer(t *testing.T) {
	f := two(t)
	var asked web.CallRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || r.Method != http.MethodPost || r.URL.Path != "/api/calls" {
			t.Errorf("%s %s, %v", r.Method, r.URL.Path, err)
		}
		http.Error(w, `{"error":"this one says no"}`, http.StatusConflict)
	}))
	defer server.Close()
	f.refused(t, cmdline.ExitFailed, "the server refuses the call: this one says no",
		"fork", "--user", ada, "--server", server.URL, "--say", "hello", "--drill", "--username", "Ada", "aaa1", "4")
	want := web.CallRequest{
		Scenario: "riskyProjectApproval", Username: "Ada", User: ada, From: &parley.Origin{Call: "call_aaa1", Turn: 4}, Drill: true,
	}
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("asked for %+v, want %+v", asked, want)
	}
}

// Without lines a fork says where a browser goes on, and how one becomes its user.
func TestForkTellsThePage(t *testing.T) {
	f := two(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/api/me/link" || r.Header.Get("Authorization") != "Bearer "+ada {
			http.Error(w, `{"error":"no"}`, http.StatusNotFound)
			return
		}
		_ = json.NewEncoder(w).Encode(web.LinkReply{Code: "ABCDEFGH", Path: "/me/join#ABCDEFGH", Seconds: 600})
	}))
	defer server.Close()
	page := server.URL + "/d/call_aaa1?t=9\n"
	f.ok(t, []string{"fork", "--user", ada, "--server", server.URL + "/", "--drill", "aaa1", "3"}, page,
		server.URL+"/me/join#ABCDEFGH\n", "within 10 minutes", `parley calls fork --drill --say "..." call_aaa1 3`)
	out := f.ok(t, []string{"fork", "--user", ada, "--server", server.URL, "--json", "aaa1", "4"})
	var to directed
	if err := json.Unmarshal([]byte(out), &to); err != nil || to.Page+"\n" != page || to.Code != "ABCDEFGH" || to.Turn != 4 {
		t.Errorf("%+v, %v", to, err)
	}
	f.ok(t, []string{"fork", "--user", ada, "--server", server.URL, "aaa1", "5"}, server.URL+"/d/call_aaa1\n") // no turn of theirs follows
	server.Close()
	f.ok(t, []string{"fork", "--user", ada, "--server", server.URL, "aaa1", "4"}, "Nobody answers at "+server.URL,
		"parley serve --data "+f.path, page)
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	f.refused(t, cmdline.ExitFailed, "is no Parley that keeps calls: it answers 404",
		"fork", "--user", ada, "--server", other.URL, "aaa1", "4")
}

func TestForkRefuses(t *testing.T) {
	f := two(t)
	t.Setenv("PARLEY_USER", "")
	for _, tt := range []struct {
		status     int
		says, args string
	}{
		{cmdline.ExitSetup, "from where?", "fork call_aaa1"},
		{cmdline.ExitSetup, "is no turn", "fork call_aaa1 two"},
		{cmdline.ExitSetup, "name them with --user", "fork --say x call_aaa1 4"},
		{cmdline.ExitSetup, "there is no call", "fork --say x --user " + bob + " call_aaa1 4"},
		{cmdline.ExitSetup, "there is no call", "fork --say x --user " + ada + " nope 4"},
		{cmdline.ExitSetup, "shows its turns", "fork --say x --user " + ada + " call_aaa1 0"},
		{cmdline.ExitSetup, "shows its turns", "fork --say x --user " + ada + " call_aaa1 99"},
		{cmdline.ExitFailed, "go on from it when it is", "fork --say x --user " + ada + " call_now4 2"},
		{cmdline.ExitSetup, "a secret of 16", "fork --say x --user bob call_aaa1 4"},
	} {
		f.refused(t, tt.status, tt.says, strings.Fields(tt.args)...)
	}
}

// The verdict on the line that is said again is the parent's: what it met is not told
// as met again.
func TestShowForkCountsNoCheckAgain(t *testing.T) {
	f := withRecorded(t)
	f.fork(t, "call_fork5", recorded, 14,
		parley.Said{Turn: parley.Turn{Number: 15, Role: parley.Character, Text: "So there is a door."}, End: 5 * time.Second},
		parley.Verdict{
			Exchange: 7, Previous: 5, Progress: 7, Turns: parley.JudgedTurns{User: 14, Character: 15},
			Checks: []string{"measure", "return", "risk", "limit"},
		})
	if out := f.ok(t, []string{"show", "call_fork5"}, "7/10 ▲2  met: limit"); strings.Contains(out, "met: risk  met: limit") {
		t.Errorf("what the parent met is met again:\n%s", out)
	}
}
