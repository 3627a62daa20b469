package room_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/room"
)

// becomes waits until a worker's readiness is as wanted: nil, or an error that
// wraps it.
func becomes(t *testing.T, w *room.Worker, want error) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(limit)
	for {
		got := w.Ready()
		if errors.Is(got, want) {
			return
		}
		select {
		case <-tick.C:
		case <-timeout:
			t.Fatalf("Ready() = %v, want %v", got, want)
		}
	}
}

func address(s *serverProcess) string { return strings.TrimPrefix(s.URL, "ws://") }

// TestReadyFollowsTheServer takes a worker's server away, gives it one that does
// not take its key and gives the first back.
func TestReadyFollowsTheServer(t *testing.T) {
	t.Parallel()
	other, err := startServer(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.kill)
	proxy := embeddedtest.StartProxy(t, address(server))
	w := &room.Worker{AgentName: "follows", URL: "ws://" + proxy.Address, Key: server.Key, Secret: server.Secret}
	if err := w.Ready(); !errors.Is(err, room.ErrOffline) {
		t.Errorf("Ready() = %v before Serve, want ErrOffline", err)
	}
	serve(t, w)
	becomes(t, w, nil)
	proxy.To("")
	becomes(t, w, room.ErrOffline)
	proxy.To(address(other))
	becomes(t, w, room.ErrRefused)
	proxy.To(address(server))
	becomes(t, w, nil)
}

// TestSilentConnectionIsLost has the network to the server swallow everything,
// and no connection end.
func TestSilentConnectionIsLost(t *testing.T) {
	t.Parallel()
	proxy := embeddedtest.StartProxy(t, address(server))
	w := &room.Worker{AgentName: "silenced", URL: "ws://" + proxy.Address, Key: server.Key, Secret: server.Secret}
	w.Impatient(500 * time.Millisecond)
	serve(t, w)
	becomes(t, w, nil)
	proxy.Swallow()
	becomes(t, w, room.ErrOffline)
	proxy.To(address(server))
	becomes(t, w, nil)
}
