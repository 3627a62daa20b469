package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// kept is short: every function here has one.
type kept = parley.AssistantState

// fakeAssistant does what its functions do; one that is nil fails the test.
type fakeAssistant struct {
	ChatFn    func(ctx context.Context, user string, r ChatRequest, update func(ChatUpdate)) (parley.Message, kept, error)
	StateFn   func(ctx context.Context, user string) (kept, error)
	WatchFn   func(ctx context.Context, user string, see func(AssistantEvent) error) error
	CommandFn func(ctx context.Context, user string, c AssistantCommand) (uint64, error)
	ImportFn  func(ctx context.Context, user string, file io.Reader) (CalendarReply, error)
}

var _ Assistant = (*fakeAssistant)(nil)

var errNotAsked = errors.New("this was not to be asked")

func (f *fakeAssistant) Chat(
	ctx context.Context, user string, r ChatRequest, update func(ChatUpdate),
) (m parley.Message, s kept, err error) {
	if f.ChatFn == nil {
		return m, s, errNotAsked
	}
	return f.ChatFn(ctx, user, r, update)
}

func (f *fakeAssistant) State(ctx context.Context, user string) (s kept, err error) {
	if f.StateFn == nil {
		return s, errNotAsked
	}
	return f.StateFn(ctx, user)
}

func (f *fakeAssistant) Watch(ctx context.Context, user string, see func(AssistantEvent) error) error {
	if f.WatchFn == nil {
		return errNotAsked
	}
	return f.WatchFn(ctx, user, see)
}

func (f *fakeAssistant) Command(ctx context.Context, user string, c AssistantCommand) (uint64, error) {
	if f.CommandFn == nil {
		return 0, errNotAsked
	}
	return f.CommandFn(ctx, user, c)
}

func (f *fakeAssistant) Import(ctx context.Context, user string, file io.Reader) (r CalendarReply, err error) {
	if f.ImportFn == nil {
		return r, errNotAsked
	}
	return f.ImportFn(ctx, user, file)
}

// assisted is a server whose assistant is f.
func assisted(t *testing.T, f *fakeAssistant) *Server {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Config{
		Library: library, LiveKitURL: "ws://127.0.0.1:7880", Key: testKey, Secret: testSecret, Ready: func() error { return nil },
		Assistant: f, Log: slog.New(slog.DiscardHandler), Origins: []string{"https://a.example"}, Hosts: []string{"example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	testUser    = "ana-0123456789ab"
	testSession = "0123456789abcdef"
)

// milk is a state with one task.
var milk = kept{Rev: 7, Tasks: []parley.Task{{
	ID: "t1", Title: "Buy milk", Status: parley.Pending, Priority: parley.Normal,
}}}

// milkJSON is its task as it is sent.
const milkJSON = `[{"id":"t1","title":"Buy milk","status":"pending","createdAt":"0001-01-01T00:00:00Z","updatedAt":"0001-01-01T00:00:00Z","priority":"normal"}]`

// ask makes one request as testUser, with headers given as name and value in turn.
func ask(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+testUser)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// wantError fails the test unless w is an ErrorReply with a status that is about a
// field.
func wantError(t *testing.T, name string, w *httptest.ResponseRecorder, status int, field string) {
	t.Helper()
	var said ErrorReply
	if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%s: %s %q is no ErrorReply: %v", name, w.Header().Get("Content-Type"), w.Body, err)
	}
	if w.Code != status || said.Field != field || said.Error == "" || strings.Contains(said.Error, "\n") {
		t.Errorf("%s: %d %+v, want %d about %q", name, w.Code, said, status, field)
	}
	passes := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
	if again := w.Header().Get("Retry-After"); (again != "") != passes {
		t.Errorf("%s: status %d with Retry-After %q", name, w.Code, again)
	}
}
