package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/journal"
	"parley/scenarios"
)

// fileCalls are calls in a folder, of users by their own ids.
type fileCalls struct {
	files   *calls.Files
	library *scenarios.Library
}

var _ Calls = (*fileCalls)(nil)

func (f *fileCalls) Events(ctx context.Context, user string, call parley.CallID) ([]parley.Event, error) {
	return f.files.Events(ctx, user, call)
}

func (f *fileCalls) List(ctx context.Context, user string, q calls.Query) (calls.Page, error) {
	q.Owner = user
	return f.files.List(ctx, q)
}

func (f *fileCalls) Append(ctx context.Context, user string, call parley.CallID, bodies ...parley.Body) error {
	return f.files.Append(ctx, user, call, bodies...)
}

func (f *fileCalls) Import(ctx context.Context, user string, events []parley.Event) (parley.CallID, error) {
	return events[0].Call, f.files.Import(ctx, user, events)
}

func (f *fileCalls) Delete(ctx context.Context, user string, call parley.CallID, keepForks bool) (calls.Receipt, error) {
	if _, err := f.files.Events(ctx, user, call); err != nil {
		return calls.Receipt{}, err
	}
	gone := []parley.CallID{call}
	if all, err := f.files.List(ctx, calls.Query{Owner: user}); err == nil && !keepForks {
		gone = append(gone, calls.Forks(all.Calls, call)...)
	}
	return f.files.Delete(ctx, user, gone...)
}

func (f *fileCalls) Baseline(ctx context.Context, user, scene string) (b debrief.Baseline, err error) {
	all, err := f.files.List(ctx, calls.Query{Owner: user, Scene: scene})
	for _, s := range all.Calls {
		events, _ := f.files.Events(ctx, user, s.Call)
		b.Calls = append(b.Calls, debrief.PastCall{Summary: s, Measures: debrief.Measure(calls.Fold(events), "en")})
	}
	return b, err
}

func (f *fileCalls) Scene(s parley.Started) (scenarios.Scenario, bool) {
	return f.library.Get(s.Scenario)
}

// withCalls is a server that keeps calls in the folder.
func withCalls(t testing.TB) (*Server, *calls.Files) {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := journal.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	files := calls.NewFiles(dir, nil)
	s, err := New(Config{
		Library: library, LiveKitURL: "ws://127.0.0.1:7880", Key: testKey, Secret: testSecret, Agent: "parley",
		Hosts: []string{"example.com"}, Ready: func() error { return nil }, Calls: &fileCalls{files, library},
		PersonKey: []byte(strings.Repeat("k", 32)),
		Forget:    func(string) (calls.Receipt, error) { return calls.Receipt{ID: "receipt_1"}, nil },
		Ledger: func(_ context.Context, user string) ([]Stored, error) {
			return []Stored{{Kind: "calls", Delete: user}}, nil
		},
		Burn: func(_ context.Context, _, kind string) (calls.Receipt, error) {
			none := map[string]error{"checks": calls.ErrNotFound, "calls": calls.ErrUnderWay}
			return calls.Receipt{ID: "receipt_2", Kind: kind}, none[kind]
		},
		Places: []EnginePlace{{Role: "stt", Engine: "sphinx"}, {Role: "llm", Engine: "openai", Host: "api.openai.com"}}, KeepDays: 90,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, files
}

var callBegan = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// aCall keeps a call of n exchanges; a last body ends it.
func aCall(t testing.TB, files *calls.Files, user string, id parley.CallID, n int, last ...parley.Body) {
	t.Helper()
	if err := files.Import(t.Context(), user, callEvents(id, n, last...)); err != nil {
		t.Fatal(err)
	}
}

func callEvents(id parley.CallID, n int, last ...parley.Body) (events []parley.Event) {
	began := callBegan
	if len(last) == 0 {
		began = time.Now()
	}
	note := func(at time.Duration, b parley.Body) {
		events = append(events, parley.Event{Call: id, Seq: uint64(len(events) + 1), At: began.Add(at), Body: b})
	}
	note(0, parley.Started{Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval"}, Botname: "Sterling",
		Engines: map[string]string{"stt": "sphinx"}})
	note(0, parley.Said{Turn: parley.Turn{Number: 1, Role: parley.Character, Text: "Opening."}, End: time.Second, Why: parley.WhyOpening})
	for i := 1; i <= n; i++ {
		at := time.Duration(2*i) * time.Second
		note(at, parley.Heard{Turn: parley.Turn{Number: 2 * i, Role: parley.User, Text: fmt.Sprintf("the marker word %d", i)},
			Start: at - time.Second, End: at})
		note(at, parley.Said{Turn: parley.Turn{Number: 2*i + 1, Role: parley.Character, Text: "No."}, Start: at, End: at + time.Second,
			Why: parley.WhyAnswer})
		note(at+time.Second, parley.Verdict{Call: id, Exchange: i, Previous: i - 1, Progress: i, Checks: []string{"measure"},
			Ledger: json.RawMessage(`{}`)})
	}
	for _, b := range last {
		note(time.Duration(2*n+2)*time.Second, b)
	}
	return events
}

func over(id parley.CallID) parley.Body { return parley.Ending{Outcome: parley.Lost, Call: id} }

// archived is a call's archive as text.
func archived(t testing.TB, id parley.CallID) string {
	t.Helper()
	var b strings.Builder
	if err := calls.NewArchive(callEvents(id, 2, over(id))).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// asks makes a request of nobody, of whoever headers show.
func asks(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	return ask(h, method, path, body, append([]string{"Authorization", ""}, headers...)...)
}

func bearer(user string) []string { return []string{"Authorization", "Bearer " + user} }

// dispatchOf is what a call's token asks an agent for.
func dispatchOf(t *testing.T, reply CallReply) parley.Dispatch {
	t.Helper()
	verifier, err := auth.ParseAPIToken(reply.Token)
	if err != nil {
		t.Fatal(err)
	}
	_, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	d, err := ParseDispatch(testSecret, reply.Room, grants.RoomConfig.Agents[0].Metadata)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
