package app

import (
	"encoding/json"
	"errors"
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
		role, err := newWebRole(t.Context(), Config{Data: t.TempDir(), LiveKit: livekit, Scene: configured, Page: asked}, newOps())
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
	_, err := newWebRole(t.Context(), Config{Data: t.TempDir(), LiveKit: livekit, Scene: "noSuchScene"}, newOps())
	if !errors.As(err, new(SetupError)) {
		t.Errorf("an unknown scene gives %v, want a setup error", err)
	}
}

// TestWebWithoutNATSForgetsNobody: where agents keep users cannot be reached, nobody
// is told that they are forgotten; nor are there assistants.
func TestWebWithoutNATSForgetsNobody(t *testing.T) {
	role, err := newWebRole(t.Context(), Config{Data: t.TempDir(), Page: asked, LiveKit: LiveKitConfig{
		URL: "ws://127.0.0.1:7880", Key: "key", Secret: "a secret of at least thirty-two characters",
	}}, newOps())
	if err != nil {
		t.Fatal(err)
	}
	for request, want := range map[string]int{
		"DELETE /api/users/ana-0123456789ab": http.StatusInternalServerError, "GET /api/assistant": http.StatusNotFound,
	} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		if role.page.ServeHTTP(w, httptest.NewRequest(method, path, nil)); w.Code != want {
			t.Errorf("%s: %d %s, want %d", request, w.Code, w.Body, want)
		}
	}
}
