// Package apptest starts the product for tests: on free ports, with the offline
// engines, as callers and operators meet it. Parts of it can be processes of their
// own, which can be killed.
package apptest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"parley/app"
	"parley/app/engineconfig"
	"parley/app/metrics"
	"parley/engine/enginetest"
	"parley/engine/openaihttp/openaitest"
	"parley/media/mediatest"
	"parley/web"
)

// Scene is the scene of calls whose scene does not matter.
const Scene = "riskyProjectApproval"

// Server is the whole product on free ports.
type Server struct {
	*app.App
	// Data is its data folder.
	Data string
}

// Config is that of a product with the offline engines, on free ports.
func Config(t *testing.T) app.Config {
	t.Helper()
	return app.Config{
		Data: t.TempDir(), Models: Models(t), HTTP: "127.0.0.1:0",
		Ops:      app.OpsConfig{Address: "127.0.0.1:0", Chosen: true},
		MaxCalls: 4, Decoders: 4,
		Plan: Plan(t, map[engineconfig.Role]engineconfig.Told{
			engineconfig.STT: {Engines: "sphinx"}, engineconfig.LLM: {Engines: "understudy"}, engineconfig.TTS: {Engines: "flite"},
		}),
	}
}

// Models is the folder of the model files that tests have.
func Models(t *testing.T) string {
	t.Helper()
	return filepath.Dir(mediatest.VADModelPath(t))
}

// Plan is a plan for the engines told; every service has openaitest's key.
func Plan(t *testing.T, told map[engineconfig.Role]engineconfig.Told) engineconfig.Plan {
	t.Helper()
	p, err := engineconfig.NewPlan(engineconfig.File{}, told, func(name string) string {
		if strings.HasPrefix(name, "PARLEY_") && strings.HasSuffix(name, "_KEY") {
			return openaitest.Key
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Start starts Config's product and returns when it takes calls. It ends with
// the test, which fails if that takes more than 5 s.
func Start(t *testing.T) *Server {
	t.Helper()
	return StartWith(t, Config(t))
}

// StartWith is Start with another configuration.
func StartWith(t *testing.T, c app.Config) *Server {
	t.Helper()
	s, err := app.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		clock := enginetest.Start()
		if err := s.Close(); err != nil {
			t.Errorf("end: %v", err)
		}
		if l := clock.Lapse(); l.Own > 5*time.Second {
			t.Errorf("ending took %v, want at most 5s", l.Took)
		}
	})
	Eventually(t, func() bool { return Status(s.URL+"/readyz") == http.StatusOK })
	return &Server{s, c.Data}
}

func get(url string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(request)
}

// Status is that of a GET, 0 if nobody answers.
func Status(url string) int {
	r, err := get(url)
	if err != nil {
		return 0
	}
	_ = r.Body.Close()
	return r.StatusCode
}

// Scrape returns the lines of what Prometheus gets at url.
func Scrape(t *testing.T, url string) map[string]bool {
	t.Helper()
	r, err := get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d, %v", url, r.StatusCode, err)
	}
	lines := map[string]bool{}
	for line := range strings.Lines(string(body)) {
		lines[strings.TrimSpace(line)] = true
	}
	return lines
}

// ServeMetrics serves m alone until the test ends; Scrape reads it at url.
func ServeMetrics(t *testing.T, m *metrics.Metrics) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	ctx := t.Context()
	go func() { ended <- web.ServeOps(ctx, l, m.Handler(), func() web.Readiness { return web.NewReadiness() }) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := <-ended; err != nil {
			t.Errorf("serve metrics: %v", err)
		}
	})
	return "http://" + l.Addr().String() + "/metrics"
}

// Patience is far beyond what a busy machine takes with the race detector: a
// worker needs 7.5 s for 1,000 exchanges on an idle one of two cores.
const Patience = 2 * time.Minute

// Eventually waits for a condition of real servers, Patience at most.
func Eventually(t *testing.T, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(Patience)
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not within %v", Patience)
		}
	}
}

// Main runs the tests of a package and fails if goroutines of ours are left.
// LiveKit's server keeps some of its own for the life of the process, so goleak
// cannot be asked here; package room holds its tests to zero. In a process that
// StartPart started it plays that part instead; command is the command line, nil
// where no test starts it.
func Main(m *testing.M, command func()) {
	playPart(command)
	code := m.Run()
	if left := waitForOurs(5 * time.Second); code == 0 && len(left) > 0 {
		fmt.Fprintf(os.Stderr, "%d goroutines of ours are left:\n%s\n", len(left), strings.Join(left, "\n\n"))
		code = 1
	}
	os.Exit(code)
}

// waitForOurs returns the goroutines started by our packages that are still
// there after a while.
func waitForOurs(limit time.Duration) []string {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(limit)
	for {
		left := ours()
		if len(left) == 0 {
			return nil
		}
		select {
		case <-tick.C:
		case <-deadline:
			return left
		}
	}
}

func ours() []string {
	buf := make([]byte, 16<<20)
	var left []string
	for g := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(g, "created by parley/") {
			left = append(left, g)
		}
	}
	return left
}
