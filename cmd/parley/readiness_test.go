package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"

	"parley"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/web"
)

// followed is a page whose LiveKit a test can take away.
type followed struct {
	url   string
	proxy *embeddedtest.Proxy
	// own takes the key the page has, other does not.
	own, other *embedded.LiveKit
}

func newFollowed(t *testing.T) (followed, livekitConfig) {
	t.Helper()
	w := followed{own: startLiveKit(t), other: startLiveKit(t)}
	w.proxy = embeddedtest.StartProxy(t, hostOf(w.own))
	return w, livekitConfig{url: "ws://" + w.proxy.Address, key: w.own.Key, secret: w.own.Secret}
}

func startLiveKit(t *testing.T) *embedded.LiveKit {
	t.Helper()
	l, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func hostOf(l *embedded.LiveKit) string { return strings.TrimPrefix(l.URL, "ws://") }

// follow takes LiveKit away and gives it back, and the key, and wants the page
// to say so each time and to give no token out meanwhile.
func (w followed) follow(t *testing.T) {
	t.Helper()
	w.becomes(t, "")
	w.proxy.To("")
	w.becomes(t, errNoLiveKit.Error())
	w.proxy.To(hostOf(w.own))
	w.becomes(t, "")
	w.proxy.To(hostOf(w.other))
	w.becomes(t, errKey.Error())
	w.proxy.To(hostOf(w.own))
	w.becomes(t, "")
}

// becomes waits until the page gives a reason, or none, everywhere.
func (w followed) becomes(t *testing.T, reason string) {
	t.Helper()
	eventually(t, func() bool {
		resp, err := http.Get(w.url + "/api/status")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var s web.Status
		if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
			t.Fatal(err)
		}
		return s.Reason == reason && s.Registered == (reason == "")
	})
	want := http.StatusOK
	if reason != "" {
		want = http.StatusServiceUnavailable
	}
	if got := status(w.url + "/readyz"); got != want {
		t.Errorf("/readyz gives %d with reason %q, want %d", got, reason, want)
	}
	resp, err := http.Post(w.url+"/api/calls", "application/json", strings.NewReader(`{"scenario":"riskyProjectApproval"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if after := resp.Header.Get("Retry-After"); resp.StatusCode != want || (after == "") != (reason == "") {
		t.Errorf("a call is answered %d, Retry-After %q, with reason %q, want %d", resp.StatusCode, after, reason, want)
	}
}

func TestServeIsReadyWhileLiveKitTakesItsAgent(t *testing.T) {
	w, livekit := newFollowed(t)
	c := testConfig(t)
	c.livekit = livekit
	w.url = startTestServerWith(t, c).URL
	w.follow(t)
}

// TestWebAloneHasADefaultScene asks the page of `parley web` for a token and no
// scene.
func TestWebAloneHasADefaultScene(t *testing.T) {
	livekit := livekitConfig{url: "ws://127.0.0.1:7880", key: "key", secret: "a secret of at least thirty-two characters"}
	for configured, want := range map[string]string{"": "smallTalkLift", "riskyProjectApproval": "riskyProjectApproval"} {
		role, err := newWebRole(config{data: t.TempDir(), livekit: livekit, scene: configured}, newMetrics())
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
		_, grants, err := token.Verify(livekit.secret)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := parley.ParseDispatch(grants.RoomConfig.Agents[0].GetMetadata()); err != nil || d.Scenario != want {
			t.Errorf("--scene %q: the call is of %q, %v; want %q", configured, d.Scenario, err, want)
		}
	}
	_, err := newWebRole(config{data: t.TempDir(), livekit: livekit, scene: "noSuchScene"}, newMetrics())
	if !errors.As(err, new(setupError)) {
		t.Errorf("an unknown scene gives %v, want a setup error", err)
	}
}

func TestWebAloneIsReadyWhileLiveKitAnswers(t *testing.T) {
	w, livekit := newFollowed(t)
	role, err := newWebRole(config{data: t.TempDir(), livekit: livekit}, newMetrics())
	if err != nil {
		t.Fatal(err)
	}
	role.reach.every = 50 * time.Millisecond
	l, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w.url = "http://" + l.Addr().String()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- role.run(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Error("the page still runs 5s after its end")
		}
	})
	w.follow(t)
}
