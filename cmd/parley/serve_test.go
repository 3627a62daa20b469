package main

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/app/engineconfig"
	"parley/llm/openai/openaitest"
	"parley/media/mediatest"
	"parley/media/vad"
)

// testServer is the whole product on free ports.
type testServer struct {
	*served
	data string
}

func testConfig(t *testing.T) config {
	t.Helper()
	return config{
		data: t.TempDir(), models: filepath.Dir(mediatest.VADModelPath(t)), http: "127.0.0.1:0",
		ops:      opsConfig{"127.0.0.1:0", true},
		maxCalls: 4, decoders: 2,
		plan: testPlan(t, map[engineconfig.Role]engineconfig.Told{
			engineconfig.STT: {Engines: "sphinx"}, engineconfig.LLM: {Engines: "understudy"}, engineconfig.TTS: {Engines: "flite"},
		}),
	}
}

// testPlan is a plan for the engines told; every service has openaitest's key.
func testPlan(t *testing.T, told map[engineconfig.Role]engineconfig.Told) engineconfig.Plan {
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

func startTestServer(t *testing.T) *testServer {
	t.Helper()
	return startTestServerWith(t, testConfig(t))
}

func startTestServerWith(t *testing.T, c config) *testServer {
	t.Helper()
	s, err := startServe(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		begun := time.Now()
		if err := s.Close(); err != nil {
			t.Errorf("end: %v", err)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("ending took %v, want at most 5s", took)
		}
	})
	eventually(t, func() bool { return status(s.URL+"/readyz") == http.StatusOK })
	return &testServer{s, c.data}
}

func status(url string) int {
	r, err := http.Get(url) //nolint:gosec // a test's own server
	if err != nil {
		return 0
	}
	_ = r.Body.Close()
	return r.StatusCode
}

// eventuallyWait is far beyond what a busy machine takes with the race detector:
// a worker needs 7.5 s for 1,000 exchanges on an idle one of two cores.
const eventuallyWait = 30 * time.Second

// eventually waits for a condition of real servers, eventuallyWait at most.
func eventually(t *testing.T, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(eventuallyWait)
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("not within %v", eventuallyWait)
		}
	}
}

func TestSetupFaultsAreOneLineAndStatus2(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "bad.json"), []byte(`{"goal": 7}`), 0o600); err != nil {
		t.Fatal(err)
	}
	models := filepath.Dir(mediatest.VADModelPath(t))
	free := []string{"--http", "127.0.0.1:0", "--livekit-port", "0", "--livekit-udp-port", "0", "--models", models}
	for _, tt := range []struct {
		name string
		args []string
		says string
	}{
		{"bad flag", []string{"serve", "--nonsense"}, "--help"},
		{"bad command", []string{"sing"}, "--help"},
		{"bad log level", []string{"serve", "--log", "loud"}, "debug, info, warn or error"},
		{"page's port in use", []string{"serve", "--http", "127.0.0.1:" + port}, "--http"},
		{"ops port in use", append([]string{"serve", "--ops", "127.0.0.1:" + port}, free...), "--ops"},
		{"LiveKit's port in use", append([]string{"serve"}, append(free, "--livekit-port", port)...), "--livekit-port"},
		{"folder not writable", append([]string{"serve", "--data", file}, free...), "--data"},
		{"no model", append([]string{"serve"}, append(free, "--models", t.TempDir())...), "make setup"},
		{"bad scenario", append([]string{"serve", "--scenarios", broken}, free...), "bad.json"},
		{"LiveKit without key", []string{"serve", "--livekit-url", "ws://127.0.0.1:1"}, "LIVEKIT_API_KEY"},
		{"proxies that are no networks", append([]string{"serve", "--trusted-proxies", "10.0.0.0/8,proxy.example"}, free...), "proxy.example"},
		{"origins for everybody", append([]string{"serve", "--cors-origins", "*"}, free...), "no wildcard"},
		{"no NATS there", append([]string{"serve", "--nats-url", "nats://127.0.0.1:1"}, free...), "NATS"},
		{"agent alone without LiveKit", []string{"agent"}, "LIVEKIT_URL"},
		{"checker alone without NATS", []string{"checker"}, "NATS_URL"},
		{"call to nothing", []string{"call"}, "one scenario"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"parley"}, tt.args...)
			if tt.args[0] == "serve" && tt.name != "folder not writable" {
				args = append(args, "--data", t.TempDir())
			}
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), args, &stdout, &stderr)
			last := lastLine(stderr.String())
			if want := exitSetup; code != want {
				t.Errorf("status %d, want %d; stderr %q", code, want, stderr.String())
			}
			if !strings.Contains(last, tt.says) || !strings.HasPrefix(last, "parley: ") {
				t.Errorf("stderr ends %q, want one line that says %q", last, tt.says)
			}
		})
	}
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

func TestServeEndsWithItsContext(t *testing.T) {
	c := testConfig(t)
	ctx, cancel := context.WithCancel(t.Context())
	s, err := startServe(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return status(s.URL+"/readyz") == http.StatusOK })
	cancel()
	select {
	case <-s.done:
	case <-time.After(5 * time.Second):
		t.Fatal("still serving 5s after its context ended")
	}
	if s.err != nil {
		t.Error(s.err)
	}
	if status(s.URL) != 0 {
		t.Error("the page still answers")
	}
	again, err := startServe(t.Context(), c) // everything was let go
	if err != nil {
		t.Fatalf("second start: %v", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestModelsAreFoundBesideTheBinary(t *testing.T) {
	if dir := findModels(); dir != "models" {
		if _, err := os.Stat(filepath.Join(dir, vad.ModelFile)); err != nil {
			t.Errorf("findModels() = %q without a model", dir)
		}
	}
}
