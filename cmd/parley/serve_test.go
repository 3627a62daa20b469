package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parley/app/apptest"
	"parley/cmd/cmdline"
)

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
	models := apptest.Models(t)
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
		{"proxies that are no networks", append([]string{"serve", "--trusted-proxies", "10.0.0.0/8,proxy.example"}, free...),
			`"proxy.example" is no network`},
		{"hosts that are none", append([]string{"serve", "--hosts", "a.example,https://b.example"}, free...),
			`"https://b.example" is no host name`},
		{"an origin that is none", append([]string{"serve", "--cors-origins", "https://a.example,b.example"}, free...), `origin "b.example"`},
		{"origins for everybody", append([]string{"serve", "--cors-origins", "*"}, free...), "no wildcard"},
		{"LiveKit without scheme", []string{"agent", "--livekit-url", "127.0.0.1:7880"}, "no scheme"},
		{"a call by LiveKit without scheme", []string{"call", "riskyProjectApproval", "--livekit-url", "127.0.0.1:7880"}, "no scheme"},
		{"no credentials for NATS", append([]string{"serve", "--nats-url", "nats://127.0.0.1:1", "--nats-creds", "no.creds"}, free...), "no.creds"},
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
			if want := cmdline.ExitSetup; code != want {
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
