package main

import (
	"net/http"
	"strings"
	"testing"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
)

// TestRolesApart runs agent, checker and web as commands of their own against
// servers they did not start, as docker-compose.yml does, and makes a call.
func TestRolesApart(t *testing.T) {
	livekit, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	nats, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	lk := []string{"--livekit-url", livekit.URL, "--livekit-api-key", livekit.Key, "--livekit-api-secret", livekit.Secret}
	page, metrics, data := embeddedtest.SteadyAddress(t), embeddedtest.SteadyAddress(t), t.TempDir()
	roles := apptest.StartCommands(t, run,
		append([]string{"agent", "--data", data, "--nats-url", nats.URL(),
			"--models", apptest.Models(t), "--decoders", "1", "--ops", metrics}, lk...),
		[]string{"checker", "--nats-url", nats.URL()},
		append([]string{"web", "--http", page, "--data", data, "--nats-url", nats.URL(), "--llm", "understudy",
			"--user-messages", "1"}, lk...))
	t.Cleanup(func() {
		roles.Stop(t)
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
		if err := livekit.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &apptest.Server{App: &app.App{
		URL: "http://" + page, LiveKit: app.LiveKitConfig{URL: livekit.URL, Key: livekit.Key, Secret: livekit.Secret},
	}}
	apptest.Eventually(t, func() bool { return apptest.Status(s.URL+"/api/scenarios") == http.StatusOK })
	apptest.Eventually(t, func() bool { return strings.Contains(roles.String(), "agent registered") })
	r, err := s.CallWith(t, parley.Dispatch{Scenario: apptest.Scene}, "The biggest risk is that our supplier is late this year.")
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, func() bool {
		got := apptest.Scrape(t, "http://"+metrics+"/metrics")
		return got[`parley_calls_total{outcome="left"} 1`] && got[`parley_response_latency_seconds_count{stage="total"} 1`]
	})
	if r.Exchanges != 1 || len(r.Verdicts) != 1 || r.Outcome != parley.Left {
		t.Errorf("%d exchanges, %d verdicts, outcome %q; want 1, 1, left", r.Exchanges, len(r.Verdicts), r.Outcome)
	}
	for _, want := range []int{http.StatusOK, http.StatusTooManyRequests} { // as --user-messages says
		reply, err := http.Post(s.URL+"/api/chat", "application/json",
			strings.NewReader(`{"message":"add task buy milk","sessionId":"a-session-of-this-test"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		if reply.StatusCode != want {
			t.Errorf("the page answers a message with %d, want %d", reply.StatusCode, want)
		}
	}
}
