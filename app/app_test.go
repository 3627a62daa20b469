package app_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/caller"
	"parley/engine/enginetest"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

func TestServeEndsWithItsContext(t *testing.T) {
	c := apptest.Config(t)
	ctx, cancel := context.WithCancel(t.Context())
	s, err := app.Start(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, func() bool { return apptest.Status(s.URL+"/readyz") == http.StatusOK })
	clock := enginetest.Start()
	cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(apptest.Patience):
		t.Fatal("still serving after its context ended")
	}
	if l := clock.Lapse(); l.Own > 5*time.Second {
		t.Errorf("served for %v after its context ended, want at most 5s", l.Took)
	}
	if apptest.Status(s.URL) != 0 {
		t.Error("the page still answers")
	}
	again, err := app.Start(t.Context(), c) // everything was let go
	if err != nil {
		t.Fatalf("second start: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestShutdownTellsTheCallers ends the product in the middle of a call.
func TestShutdownTellsTheCallers(t *testing.T) {
	s := apptest.Start(t)
	speaking := make(chan struct{})
	reports := make(chan caller.Report, 1)
	go func() {
		var once sync.Once
		r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene}, func(e caller.Event) {
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
	case <-time.After(apptest.Patience):
		t.Fatal("no opening")
	}
	clock := enginetest.Start()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if l := clock.Lapse(); l.Own > 5*time.Second {
		t.Errorf("ending took %v, want at most 5s", l.Took)
	}
	if r := <-reports; r.Outcome != parley.Failed || !strings.Contains(r.Reason, "shutting down") {
		t.Errorf("outcome %q, reason %q; want error, shutting down", r.Outcome, r.Reason)
	}
}

// The figures of a running product are on an address of their own.
func TestOpsAreApartFromThePage(t *testing.T) {
	s := apptest.Start(t)
	defer http.DefaultClient.CloseIdleConnections()
	for url, want := range map[string]int{
		s.Ops + "/metrics": http.StatusOK, s.Ops + "/debug/pprof/goroutine": http.StatusOK,
		s.Ops + "/api/status": http.StatusNotFound, s.Ops + "/": http.StatusNotFound,
		s.URL + "/metrics": http.StatusNotFound, s.URL + "/debug/pprof/": http.StatusNotFound,
		s.URL + "/debug/vars": http.StatusNotFound,
	} {
		if got := apptest.Status(url); got != want {
			t.Errorf("GET %s: status %d, want %d", url, got, want)
		}
	}
	if !apptest.Scrape(t, s.Ops+"/metrics")["parley_calls_in_progress 0"] {
		t.Error("the metrics do not tell of calls")
	}
}
