package worker_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/room/roomtest"
	"parley/room/worker"
)

// becomes waits until a worker's readiness is as wanted: nil, or an error that
// wraps it.
func becomes(t *testing.T, w *worker.Worker, want error) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(roomtest.Limit)
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

func address(s *roomtest.LiveKit) string { return strings.TrimPrefix(s.URL, "ws://") }

// TestReadyFollowsTheServer takes a worker's server away, gives it one that does
// not take its key and gives the first back.
func TestReadyFollowsTheServer(t *testing.T) {
	t.Parallel()
	other, err := roomtest.StartServer(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Kill)
	proxy := embeddedtest.StartProxy(t, address(roomtest.Server))
	w := &worker.Worker{AgentName: "follows", URL: "ws://" + proxy.Address, Key: roomtest.Server.Key, Secret: roomtest.Server.Secret}
	if err := w.Ready(); !errors.Is(err, worker.ErrOffline) {
		t.Errorf("Ready() = %v before Serve, want ErrOffline", err)
	}
	serve(t, w)
	becomes(t, w, nil)
	proxy.Redirect("")
	becomes(t, w, worker.ErrOffline)
	proxy.Redirect(address(other))
	becomes(t, w, worker.ErrRefused)
	proxy.Redirect(address(roomtest.Server))
	becomes(t, w, nil)
}

// TestSilentConnectionIsLost has the network to the server swallow everything,
// and no connection end.
func TestSilentConnectionIsLost(t *testing.T) {
	t.Parallel()
	proxy := embeddedtest.StartProxy(t, address(roomtest.Server))
	w := &worker.Worker{AgentName: "silenced", URL: "ws://" + proxy.Address, Key: roomtest.Server.Key, Secret: roomtest.Server.Secret}
	w.Impatient(500 * time.Millisecond)
	serve(t, w)
	becomes(t, w, nil)
	proxy.Swallow()
	becomes(t, w, worker.ErrOffline)
	proxy.Redirect(address(roomtest.Server))
	becomes(t, w, nil)
}
