package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
)

const otherUser = "another-user-0123456789"

// callRoutes are all routes of one call, with a body that is in order.
var callRoutes = []struct{ method, path, body string }{
	{"GET", "/api/calls/%s", ""},
	{"GET", "/api/calls/%s/debrief", ""},
	{"GET", "/api/calls/%s/debrief/stream", ""},
	{"GET", "/api/calls/%s/transcript.vtt", ""},
	{"GET", "/api/calls/%s/export.json", ""},
	{"POST", "/api/calls/%s/rating", `{"stars":4,"fair":true}`},
	{"POST", "/api/calls/%s/corrections", `{"turn":2,"text":"what I said"}`},
	{"DELETE", "/api/calls/%s", ""},
	{"DELETE", "/api/calls/%s?forks=keep", ""},
	{"POST", "/api/calls", `{"scenario":"smallTalkLift","from":{"call":%q,"turn":3}}`},
}

func onCall(method, path, body string, call string) (m, p, b string) {
	if strings.Contains(path, "%s") {
		path = fmt.Sprintf(path, call)
	}
	if strings.Contains(body, "%q") {
		body = fmt.Sprintf(body, call)
	}
	return method, path, body
}

// TestCallsOfOthers: on every route another's call is as one that there is not and as
// an id that cannot be one, in every byte and in time; nobody is told to say who they
// are; and nothing is done.
func TestCallsOfOthers(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_mine", 3, over("call_mine"))
	aCall(t, files, otherUser, "call_theirs", 3, over("call_theirs"))
	aCall(t, files, calls.Operator, "call_nobodys", 3, over("call_nobodys"))
	for _, route := range callRoutes {
		name := route.method + " " + route.path
		var first *httptest.ResponseRecorder
		for _, id := range []string{"call_theirs", "call_nobodys", "call_unknown", "call_mine.jsonl", "%20", "..%2Fcall_mine",
			strings.Repeat("a", 300), "ü"} {
			method, path, body := onCall(route.method, route.path, route.body, id)
			w := ask(s, method, path, body)
			if w.Code != http.StatusNotFound {
				t.Errorf("%s of %.20s: %d %s, want 404", name, id, w.Code, w.Body)
			}
			if first == nil {
				first = w
			}
			if w.Body.String() != first.Body.String() || fmt.Sprint(w.Header()) != fmt.Sprint(first.Header()) {
				t.Errorf("%s of %.20s: %s %v, want as of another's: %s %v", name, id, w.Body, w.Header(), first.Body, first.Header())
			}
		}
		for _, id := range []string{"call_mine", "call_theirs", "call_unknown"} {
			method, path, body := onCall(route.method, route.path, route.body, id)
			for who, headers := range map[string][]string{
				"nobody": nil, "an id that can be guessed": bearer("bob"), "a cookie of their own making": {"Cookie", "parley=" +
					testUser + ".AAAA"},
			} {
				if w := asks(s, method, path, body, headers...); w.Code != http.StatusUnauthorized {
					t.Errorf("%s of %s by %s: %d, want 401", name, id, who, w.Code)
				}
			}
		}
	}
	for user, call := range map[string]parley.CallID{testUser: "call_mine", otherUser: "call_theirs", calls.Operator: "call_nobodys"} {
		events, err := files.Events(t.Context(), user, call)
		if err != nil || len(events) != 12 {
			t.Errorf("%s has %d events, %v; want 12", call, len(events), err)
		}
	}
}

// TestTimeTellsNothing: whatever it takes to find out that a call is not theirs, the
// answer comes at one time.
func TestTimeTellsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, took := range []time.Duration{0, time.Microsecond, 24 * time.Millisecond} {
			begun := time.Now()
			time.Sleep(took)
			w := httptest.NewRecorder()
			missing(w, httptest.NewRequest("GET", "/api/calls/x", nil), begun)
			if at := time.Since(begun); at != missAfter || w.Code != http.StatusNotFound {
				t.Errorf("after %v of looking it came at %v, %d", took, at, w.Code)
			}
		}
	})
}

func TestOwnCallOnEveryRoute(t *testing.T) {
	for _, route := range callRoutes {
		s, files := withCalls(t)
		aCall(t, files, testUser, "call_mine", 3, over("call_mine"))
		method, path, body := onCall(route.method, route.path, route.body, "call_mine")
		if w := ask(s, method, path, body); w.Code != http.StatusOK && w.Code != http.StatusNoContent {
			t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		for who, code := range map[string]int{method: 0, "PUT": http.StatusMethodNotAllowed, "PATCH": http.StatusMethodNotAllowed} {
			if w := ask(s, who, path, body); code > 0 && w.Code != code {
				t.Errorf("%s %s: %d, want %d", who, path, w.Code, code)
			}
		}
	}
}

// TestCallUnderWay: what the character waits for is told once it is over.
func TestCallUnderWay(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_live", 2)
	for _, route := range callRoutes {
		method, path, body := onCall(route.method, route.path, route.body, "call_live")
		want := http.StatusConflict
		if path == "/api/calls/call_live" && method == "GET" || strings.HasSuffix(path, ".vtt") {
			want = http.StatusOK
		}
		w := ask(s, method, path, body)
		if w.Code != want || strings.Contains(w.Body.String(), "measure") {
			t.Errorf("%s %s: %d %s, want %d and no check", method, path, w.Code, w.Body, want)
		}
	}
	if w := ask(s, "GET", "/api/calls", ""); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "measure") {
		t.Errorf("the list tells %s", w.Body)
	}
}

func TestShowCall(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_mine", 2, over("call_mine"), parley.Correction{Turn: 2, Text: "what I said"}, parley.Rated{Stars: 2})
	var v debrief.CallView
	w := ask(s, "GET", "/api/calls/call_mine", "")
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	if v.Summary.Call != "call_mine" || v.Summary.Outcome != parley.Lost || v.Summary.Progress != 2 || v.Botname != "Sterling" ||
		len(v.Turns) != 5 || v.Rated == nil || v.Rated.Stars != 2 || strings.Contains(w.Body.String(), testUser) {
		t.Errorf("got %s", w.Body)
	}
	if turn := v.Turns[1]; turn.Text != "what I said" || turn.Heard == "" || turn.T != 1 || turn.End != 2 || turn.Who != parley.User {
		t.Errorf("turn %+v", turn)
	}
	vtt := ask(s, "GET", "/api/calls/call_mine/transcript.vtt", "")
	if got := vtt.Body.String(); vtt.Header().Get("Content-Type") != "text/vtt; charset=utf-8" || !strings.HasPrefix(got, "WEBVTT\n") ||
		!strings.Contains(got, "00:00:01.000 --> 00:00:02.000\n<v You>what I said</v>") {
		t.Errorf("captions %s", got)
	}
}

func TestListCalls(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 1, over("call_a"))
	aCall(t, files, testUser, "call_b", 1, parley.Ending{Outcome: parley.Won, Call: "call_b"})
	aCall(t, files, otherUser, "call_c", 1, over("call_c"))
	for query, want := range map[string]string{
		"":                            "call_a call_b",
		"?outcome=won":                "call_b",
		"?scene=riskyProjectApproval": "call_a call_b",
		"?scene=none":                 "",
		"?since=2030-01-01T00:00:00Z": "",
		"?limit=1":                    "call_a",
	} {
		var page calls.Page
		w := ask(s, "GET", "/api/calls"+query, "")
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || page.Calls == nil {
			t.Errorf("%s: %v in %s", query, err, w.Body)
		}
		var got []string
		for _, c := range page.Calls {
			got = append(got, string(c.Call))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	for query, field := range map[string]string{
		"?limit=0": "limit", "?limit=501": "limit", "?limit=x": "limit", "?since=yesterday": "since", "?outcome=good": "outcome",
		"?scene=../x": "scene", "?cursor=x": "cursor",
	} {
		wantError(t, query, ask(s, "GET", "/api/calls"+query, ""), http.StatusBadRequest, field)
	}
	wantError(t, "nobody", asks(s, "GET", "/api/calls", ""), http.StatusUnauthorized, "")
}

// TestListOf5000Calls pages through all of them, each once.
func TestListOf5000Calls(t *testing.T) {
	s, files := withCalls(t)
	const all = 5000
	for i := range all {
		id := parley.CallID(fmt.Sprintf("call_%04d", i))
		aCall(t, files, testUser, id, 1, over(id))
	}
	seen := map[parley.CallID]bool{}
	pages := 0
	for cursor := ""; ; pages++ {
		var page calls.Page
		w := ask(s, "GET", "/api/calls?limit=500&cursor="+cursor, "")
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Calls {
			seen[c.Call] = true
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(seen) != all || pages != all/500-1 {
		t.Errorf("%d calls on %d pages", len(seen), pages+1)
	}
}

func TestDeleteCall(t *testing.T) {
	s, files := withCalls(t)
	fork := func(id, parent parley.CallID) {
		events := callEvents(id, 1, over(id))
		started := events[0].Body.(parley.Started)
		started.From = &parley.Origin{Call: parent, Turn: 1}
		events[0].Body = started
		if err := files.Import(t.Context(), testUser, events); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		query string
		want  []parley.CallID
	}{
		{"", []parley.CallID{"call_a", "call_b", "call_c"}}, {"?forks=delete", []parley.CallID{"call_a", "call_b", "call_c"}},
		{"?forks=keep", []parley.CallID{"call_a"}},
	} {
		query, want := tt.query, tt.want
		aCall(t, files, testUser, "call_a", 1, over("call_a"))
		fork("call_b", "call_a")
		fork("call_c", "call_b")
		var r calls.Receipt
		w := ask(s, "DELETE", "/api/calls/call_a"+query, "")
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		slices.Sort(r.Calls)
		if !slices.Equal(r.Calls, want) || r.Events != 6*len(want) || r.Bytes == 0 || r.ID == "" {
			t.Errorf("%q: receipt %s, want %v", query, w.Body, want)
		}
		wantError(t, "again", ask(s, "DELETE", "/api/calls/call_a", ""), http.StatusNotFound, "")
	}
	wantError(t, "some", ask(s, "DELETE", "/api/calls/call_b?forks=some", ""), http.StatusBadRequest, "forks")
}

func TestRateCall(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 1, over("call_a"))
	for body, field := range map[string]string{`{"stars":0}`: "stars", `{"stars":6}`: "stars", `{"stars":"5"}`: "stars",
		`{"stars":3,"x":1}`: "", `{}`: "stars"} {
		wantError(t, body, ask(s, "POST", "/api/calls/call_a/rating", body), http.StatusBadRequest, field)
	}
	for _, body := range []string{`{"stars":1,"fair":false}`, `{"stars":5}`} {
		if w := ask(s, "POST", "/api/calls/call_a/rating", body); w.Code != http.StatusNoContent {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	events, _ := files.Events(t.Context(), testUser, "call_a")
	if r := calls.Fold(events).Rated; r == nil || r.Stars != 5 || r.Fair != nil {
		t.Errorf("rated %+v", r)
	}
}

func TestCorrectCall(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 2, over("call_a"))
	for body, field := range map[string]string{
		`{"turn":2,"text":" "}`: "text", `{"turn":2}`: "text", `{"turn":2,"text":"` + strings.Repeat("a", maxCorrection+1) + `"}`: "text",
	} {
		wantError(t, body, ask(s, "POST", "/api/calls/call_a/corrections", body), http.StatusBadRequest, field)
	}
	for _, body := range []string{`{"turn":1,"text":"the character's"}`, `{"turn":0,"text":"x"}`, `{"turn":6,"text":"none"}`} {
		wantError(t, body, ask(s, "POST", "/api/calls/call_a/corrections", body), http.StatusUnprocessableEntity, "turn")
	}
	for _, text := range []string{"once", "three times the\\nmoney"} {
		if w := ask(s, "POST", "/api/calls/call_a/corrections", `{"turn":4,"text":"`+text+`"}`); w.Code != http.StatusNoContent {
			t.Errorf("%s: %d %s", text, w.Code, w.Body)
		}
	}
	events, _ := files.Events(t.Context(), testUser, "call_a")
	if c := calls.Fold(events); c.Turns[3].Corrected != "three times the money" || c.Turns[1].Corrected != "" {
		t.Errorf("turns %+v", c.Turns)
	}
}

func TestForkOfACall(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 3, parley.Ending{Outcome: parley.Left, Call: "call_a"})
	for name, tt := range map[string]struct {
		body   string
		status int
		field  string
	}{
		"turn 0":         {`{"scenario":"x","from":{"call":"call_a","turn":0}}`, http.StatusUnprocessableEntity, "from"},
		"past the end":   {`{"scenario":"x","from":{"call":"call_a","turn":8}}`, http.StatusUnprocessableEntity, "from"},
		"less than none": {`{"scenario":"x","from":{"call":"call_a","turn":-1}}`, http.StatusUnprocessableEntity, "from"},
		"no call":        {`{"scenario":"x","from":{"turn":1}}`, http.StatusNotFound, ""},
		"another type":   {`{"scenario":"x","from":"call_a"}`, http.StatusBadRequest, "from"},
	} {
		wantError(t, name, ask(s, "POST", "/api/calls", tt.body), tt.status, tt.field)
	}
	var reply CallReply
	w := ask(s, "POST", "/api/calls",
		`{"scenario":"","from":{"call":"call_a","turn":2},"drill":true,"consent":{"version":1,"keep_days":90}}`)
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d := dispatchOf(t, reply)
	if d.Scenario != "riskyProjectApproval" || d.From == nil || *d.From != (parley.Origin{Call: "call_a", Turn: 2}) || !d.Drill ||
		d.User != testUser || d.Consent == nil || d.Consent.KeepDays != 90 {
		t.Errorf("the agent is asked for %+v", d)
	}
	for _, consent := range []string{`{"version":0}`, `{"version":2}`, `{"version":1,"keep_days":-1}`} {
		w := ask(s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval","consent":`+consent+`}`)
		wantError(t, consent, w, http.StatusBadRequest, "consent")
	}
	metadata, _ := json.Marshal(parley.Dispatch{Scenario: "riskyProjectApproval", From: d.From}.Metadata())
	wantError(t, "by a token", ask(s, "POST", "/api/token", `{"room_config":{"agents":[{"metadata":`+string(metadata)+`}]}}`),
		http.StatusBadRequest, metadataField)
}

func TestArchivesOverHTTP(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 3, over("call_a"))
	out := ask(s, "GET", "/api/calls/call_a/export.json", "")
	for _, secret := range []string{testUser, "negprompt", `"understudy":{`, `"character":"`} {
		if strings.Contains(strings.ReplaceAll(out.Body.String(), `"character":"Sterling"`, ""), secret) {
			t.Errorf("the archive has %s", secret)
		}
	}
	a, err := calls.ReadArchive(strings.NewReader(out.Body.String()))
	if err != nil || a.Debrief == nil || a.Scene == nil || a.Captions == "" {
		t.Fatalf("%v, archive %s", err, out.Body)
	}
	wantError(t, "what is there", ask(s, "POST", "/api/calls/import", out.Body.String()), http.StatusConflict, "")
	elsewhere, _ := withCalls(t)
	var reply ImportReply
	in := ask(elsewhere, "POST", "/api/calls/import", out.Body.String())
	if err := json.Unmarshal(in.Body.Bytes(), &reply); err != nil || in.Code != http.StatusCreated || reply.Call != "call_a" {
		t.Fatalf("%d %s", in.Code, in.Body)
	}
	here, there := ask(s, "GET", "/api/calls/call_a/debrief", ""), ask(elsewhere, "GET", "/api/calls/call_a/debrief", "")
	if here.Body.String() != there.Body.String() {
		t.Errorf("the debrief is another: %s, want %s", there.Body, here.Body)
	}
	wantError(t, "nobody", asks(s, "POST", "/api/calls/import", archived(t, "call_b")), http.StatusUnauthorized, "")
	for name, body := range map[string]string{"no archive": `{"version":1}`, "text": "x", "nothing": " "} {
		wantError(t, name, ask(s, "POST", "/api/calls/import", body), http.StatusBadRequest, "")
	}
	wantError(t, "too large", ask(s, "POST", "/api/calls/import", strings.Repeat(" ", calls.MaxArchiveBytes+1)),
		http.StatusRequestEntityTooLarge, "")
	wantError(t, "no JSON", ask(s, "POST", "/api/calls/import", "x", "Content-Type", "text/plain"), http.StatusUnsupportedMediaType, "")
}

// Where no calls are kept the routes say so.
func TestNoCallsAreKept(t *testing.T) {
	s, _ := newTestServer(t)
	for _, path := range []string{"/api/calls", "/api/calls/call_a", "/api/calls/call_a/debrief"} {
		wantError(t, path, ask(s, "GET", path, ""), http.StatusNotImplemented, "")
	}
	wantError(t, "a fork", ask(s, "POST", "/api/calls", `{"scenario":"","from":{"call":"call_a","turn":1}}`), http.StatusNotImplemented,
		"from")
}
