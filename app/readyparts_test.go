package app_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/web"
)

// readyAt is what /readyz of an address says; nothing if nobody answers.
func readyAt(url string) (r web.Readiness) {
	reply, err := http.Get(url + "/readyz")
	if err != nil {
		return r
	}
	defer reply.Body.Close()
	_ = json.NewDecoder(reply.Body).Decode(&r)
	if r.Ready != (reply.StatusCode == http.StatusOK) {
		r.Error = reply.Status + " with another body"
	}
	return r
}

// lacking are the parts that are not ready, in order.
func lacking(r web.Readiness) (names []string) {
	for _, p := range r.Parts {
		if !p.Ready && p.State != "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// TestReadinessOfEveryRole takes LiveKit, NATS and what NATS stores away from roles
// that run apart: each says what it lacks, and lives on.
func TestReadinessOfEveryRole(t *testing.T) { // not beside others: it has the log
	log, before := &capture{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	dir, address := t.TempDir(), embeddedtest.SteadyAddress(t)
	open := func() *embedded.NATS {
		n, err := embedded.ListenNATS(dir, address)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	livekit := startLiveKit(t)
	proxy := embeddedtest.StartProxy(t, hostOf(livekit))
	proxy.Redirect("") // away at the start
	config := func() app.Config {
		c := apptest.Config(t)
		c.NATSURL, c.Judgements = "nats://"+address, 1
		c.LiveKit = app.LiveKitConfig{URL: "ws://" + proxy.Address, Key: livekit.Key, Secret: livekit.Secret}
		c.Ops.Address = embeddedtest.SteadyAddress(t)
		return c
	}
	ops := map[string]string{}
	for name, role := range map[string]func(context.Context, app.Config) error{
		"agent": app.RunAgent, "checker": app.RunChecker, "web": app.RunWeb,
	} {
		c := config()
		ops[name] = "http://" + c.Ops.Address
		if name == "web" {
			c.HTTP = embeddedtest.SteadyAddress(t)
			ops["the page"] = "http://" + c.HTTP // asked by who balances the load
		}
		alongside(t, func(ctx context.Context) error { return role(ctx, c) })
	}
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	for role, url := range ops { // each waits for NATS, and lives
		apptest.Eventually(t, func() bool {
			return apptest.Status(url+"/healthz") == http.StatusOK && apptest.Status(url+"/readyz") == http.StatusServiceUnavailable
		})
		if r := readyAt(url); r.Ready {
			t.Errorf("%s is ready without NATS", role)
		}
	}
	nats := open()
	t.Cleanup(func() {
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
	})
	want := func(when string, lacks map[string]string) {
		t.Helper()
		for role, url := range ops {
			parts := strings.Fields(lacks[role])
			apptest.Eventually(t, func() bool {
				r := readyAt(url)
				return len(r.Parts) > 0 && slices.Equal(lacking(r), parts) && r.Ready == (len(parts) == 0)
			})
			if got := apptest.Status(url + "/healthz"); got != http.StatusOK {
				t.Errorf("%s: /healthz of %s gives %d", when, role, got)
			}
		}
	}
	want("LiveKit away at the start", map[string]string{"agent": "agent", "web": "livekit", "the page": "livekit"})
	apptest.Eventually(t, func() bool { return log.holds(`"a server is not ready" server=LiveKit`) }) // the page alone says so
	proxy.Redirect(hostOf(livekit))
	want("all there", nil)
	if err := nats.Close(); err != nil {
		t.Fatal(err)
	}
	want("NATS away", map[string]string{
		"agent": "nats store", "checker": "nats store", "web": "nats store", "the page": "nats store",
	})
	nats = open()
	want("NATS back", nil)
	_, js, err := app.ConnectNATS(t.Context(), "nats://"+address, app.NATSAccess{})
	if err != nil {
		t.Fatal(err)
	}
	defer js.Conn().Close()
	if err := js.DeleteStream(t.Context(), "PARLEY_USERS"); err != nil {
		t.Fatal(err)
	}
	want("a stream lost", map[string]string{"agent": "store", "web": "store", "the page": "store"})
}
