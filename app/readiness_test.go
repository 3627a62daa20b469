package app_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
	"parley/web"
)

// followed is a page whose LiveKit a test can take away.
type followed struct {
	url   string
	proxy *embeddedtest.Proxy
	// own takes the key the page has, other does not.
	own, other *embedded.LiveKit
}

func newFollowed(t *testing.T) (followed, app.LiveKitConfig) {
	t.Helper()
	w := followed{own: startLiveKit(t), other: startLiveKit(t)}
	w.proxy = embeddedtest.StartProxy(t, hostOf(w.own))
	return w, app.LiveKitConfig{URL: "ws://" + w.proxy.Address, Key: w.own.Key, Secret: w.own.Secret}
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
	w.proxy.Redirect("")
	w.becomes(t, app.ErrNoLiveKit.Error())
	w.proxy.Redirect(hostOf(w.own))
	w.becomes(t, "")
	w.proxy.Redirect(hostOf(w.other))
	w.becomes(t, app.ErrKey.Error())
	w.proxy.Redirect(hostOf(w.own))
	w.becomes(t, "")
}

// becomes waits until the page gives a reason, or none, everywhere.
func (w followed) becomes(t *testing.T, reason string) {
	t.Helper()
	apptest.Eventually(t, func() bool {
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
	if got := apptest.Status(w.url + "/readyz"); got != want {
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
	c := apptest.Config(t)
	c.LiveKit = livekit
	w.url = apptest.StartWith(t, c).URL
	w.follow(t)
}

func TestWebAloneIsReadyWhileLiveKitAnswers(t *testing.T) {
	w, livekit := newFollowed(t)
	w.url = startWeb(t, app.Config{Data: t.TempDir(), LiveKit: livekit})
	w.follow(t)
}

// startWeb runs the page alone until the test ends; it returns its address.
func startWeb(t *testing.T, c app.Config) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	alongside(t, func(ctx context.Context) error { return app.RunWebOn(ctx, c, l) })
	return "http://" + l.Addr().String()
}

// alongside runs a role until the test ends.
func alongside(t *testing.T, role func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- role(ctx) }()
	t.Cleanup(func() {
		clock := enginetest.Start()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if l := clock.Lapse(); l.Own > 5*time.Second {
			t.Errorf("a role runs %v after its end, want at most 5s", l.Took)
		}
	})
}
