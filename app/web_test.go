package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/livekit/protocol/auth"

	"parley"
	"parley/web"
)

// asked is a page that httptest's requests reach.
var asked = PageConfig{Hosts: []string{"example.com"}}

// TestWebAloneHasADefaultScene asks the page of `parley web` for a token and no
// scene.
func TestWebAloneHasADefaultScene(t *testing.T) {
	livekit := LiveKitConfig{URL: "ws://127.0.0.1:7880", Key: "key", Secret: "a secret of at least thirty-two characters"}
	for configured, want := range map[string]string{"": "smallTalkLift", "riskyProjectApproval": "riskyProjectApproval"} {
		role, err := newWebRole(t.Context(), Config{Data: t.TempDir(), LiveKit: livekit, Scene: configured, Page: asked}, newOps(), nil)
		if err != nil {
			t.Fatal(err)
		}
		role.reach.why = nil // as if LiveKit had answered
		w := httptest.NewRecorder()
		role.page.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/token", nil))
		var reply web.TokenReply
		if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || w.Code != http.StatusCreated {
			t.Fatalf("--scene %q: %d %s", configured, w.Code, w.Body)
		}
		token, err := auth.ParseAPIToken(reply.ParticipantToken)
		if err != nil {
			t.Fatal(err)
		}
		_, grants, err := token.Verify(livekit.Secret)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := parley.ParseDispatch(grants.RoomConfig.Agents[0].GetMetadata()); err != nil || d.Scenario != want {
			t.Errorf("--scene %q: the call is of %q, %v; want %q", configured, d.Scenario, err, want)
		}
	}
	_, err := newWebRole(t.Context(), Config{Data: t.TempDir(), LiveKit: livekit, Scene: "noSuchScene"}, newOps(), nil)
	if !errors.As(err, new(SetupError)) {
		t.Errorf("an unknown scene gives %v, want a setup error", err)
	}
}

// TestWebWithoutNATSForgetsNobody: where agents keep users cannot be reached, nobody
// is told that they are forgotten.
func TestWebWithoutNATSForgetsNobody(t *testing.T) {
	role, err := newWebRole(t.Context(), Config{Data: t.TempDir(), Page: asked, LiveKit: LiveKitConfig{
		URL: "ws://127.0.0.1:7880", Key: "key", Secret: "a secret of at least thirty-two characters",
	}}, newOps(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]int{
		"DELETE /api/users/ana-0123456789ab": http.StatusInternalServerError,
	} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		if role.page.ServeHTTP(w, httptest.NewRequest(method, path, nil)); w.Code != want {
			t.Errorf("%s: %d %s, want %d", request, w.Code, w.Body, want)
		}
	}
}

// TestWebWithoutNATSHasNoAssistants: it lists none, gives no calls of them and says
// why, to whoever asks and once to its operator.
func TestWebWithoutNATSHasNoAssistants(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	role, err := newWebRole(t.Context(), Config{Data: t.TempDir(), Page: asked, LiveKit: LiveKitConfig{
		URL: "ws://127.0.0.1:7880", Key: "key", Secret: "a secret of at least thirty-two characters",
	}}, newOps(), nil)
	if err != nil {
		t.Fatal(err)
	}
	role.reach.why = nil // as if LiveKit had answered
	ask := func(method, path, body string) (int, string) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		role.page.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if code, list := ask("GET", "/api/scenarios", ""); code != http.StatusOK || strings.Contains(list, "taskAgent") {
		t.Errorf("the list: %d %s", code, list)
	}
	const message = `{"message":"add a task","sessionId":"a-session-of-this-test"}`
	for _, tt := range []struct {
		method, path, body string
		want               int
	}{
		{"POST", "/api/chat", message, http.StatusNotImplemented},
		{"POST", "/api/chat/stream", message, http.StatusNotImplemented},
		{"GET", "/api/tasks?sessionId=a-session-of-this-test", "", http.StatusNotImplemented},
		{"GET", "/api/assistant", "", http.StatusNotImplemented},
		{"GET", "/api/assistant/stream", "", http.StatusNotImplemented},
		{"POST", "/api/assistant/commands", "{}", http.StatusNotImplemented},
		{"POST", "/api/calls", `{"scenario":"taskAgent"}`, http.StatusUnprocessableEntity},
	} {
		if code, said := ask(tt.method, tt.path, tt.body); code != tt.want || !strings.Contains(said, "without NATS") {
			t.Errorf("%s %s: %d %s; want %d in words", tt.method, tt.path, code, said, tt.want)
		}
	}
	if code, said := ask("POST", "/api/calls", `{"scenario":"smallTalkLift"}`); code != http.StatusOK {
		t.Errorf("a call: %d %s", code, said)
	}
	if n := strings.Count(log.String(), "no assistants are served"); n != 1 {
		t.Errorf("the log says %d times that there are no assistants, want once: %s", n, &log)
	}
}
