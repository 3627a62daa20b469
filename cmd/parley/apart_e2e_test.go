package main

import (
	"bytes"
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/bench/caller"
	"parley/media/mediatest"
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
	page, metrics := embeddedtest.SteadyAddress(t), embeddedtest.SteadyAddress(t)
	roles := startRoles(t,
		append([]string{"agent", "--data", t.TempDir(), "--nats-url", nats.URL(),
			"--models", filepath.Dir(mediatest.VADModelPath(t)), "--decoders", "1", "--ops", metrics}, lk...),
		[]string{"checker", "--nats-url", nats.URL()},
		append([]string{"web", "--http", page}, lk...))
	t.Cleanup(func() {
		roles.stop(t)
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
		if err := livekit.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &testServer{served: &served{
		URL: "http://" + page, livekit: livekitConfig{url: livekit.URL, key: livekit.Key, secret: livekit.Secret},
	}}
	eventually(t, func() bool { return status(s.URL+"/api/scenarios") == http.StatusOK })
	eventually(t, func() bool { return strings.Contains(roles.log(), "agent registered") })
	r, err := s.callWith(t, parley.Dispatch{Scenario: scene}, "The biggest risk is that our supplier is late this year.")
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool {
		got := scrape(t, "http://"+metrics+"/metrics")
		return got[`parley_calls_total{outcome="left"} 1`] && got[`parley_response_latency_seconds_count{stage="total"} 1`]
	})
	if r.Exchanges != 1 || len(r.Verdicts) != 1 || r.Outcome != parley.Left {
		t.Errorf("%d exchanges, %d verdicts, outcome %q; want 1, 1, left", r.Exchanges, len(r.Verdicts), r.Outcome)
	}
}

// roleSet are commands running in this process.
type roleSet struct {
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu     sync.Mutex
	stderr bytes.Buffer
	codes  []int
}

func startRoles(t *testing.T, commands ...[]string) *roleSet {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &roleSet{cancel: cancel}
	for _, args := range commands {
		r.done.Go(func() {
			code := run(ctx, append([]string{"parley"}, args...), r, r)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.codes = append(r.codes, code)
		})
	}
	return r
}

// Write collects what the commands print.
func (r *roleSet) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stderr.Write(b)
}

func (r *roleSet) log() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stderr.String()
}

func (r *roleSet) stop(t *testing.T) {
	t.Helper()
	begun := time.Now()
	r.cancel()
	r.done.Wait()
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("the roles took %v to end, want at most 5s", took)
	}
	for _, code := range r.codes {
		if code != exitOK {
			t.Errorf("exit statuses %v; log:\n%s", r.codes, r.log())
			return
		}
	}
}

// TestShutdownTellsTheCallers ends the product in the middle of a call.
func TestShutdownTellsTheCallers(t *testing.T) {
	s := startTestServer(t)
	speaking := make(chan struct{})
	reports := make(chan caller.Report, 1)
	go func() {
		var once sync.Once
		r, err := s.callObserved(t, parley.Dispatch{Scenario: scene}, func(e caller.Event) {
			if c, ok := e.Body.(caller.StateChanged); ok && c.State == parley.Speaking {
				once.Do(func() { close(speaking) })
			}
		}, "hello")
		if err != nil {
			t.Errorf("call: %v", err)
		}
		reports <- r
	}()
	select {
	case <-speaking:
	case <-time.After(eventuallyWait):
		t.Fatal("no opening")
	}
	begun := time.Now()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("ending took %v, want at most 5s", took)
	}
	if r := <-reports; r.Outcome != parley.Failed || !strings.Contains(r.Reason, "shutting down") {
		t.Errorf("outcome %q, reason %q; want error, shutting down", r.Outcome, r.Reason)
	}
}
