// Package callertest gives tests that make calls a real LiveKit server.
package callertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"go.uber.org/goleak"

	"parley/app/embedded"
)

// asServer in the environment makes the test binary a LiveKit server. It is a
// process of its own because LiveKit leaves goroutines behind.
const asServer = "PARLEY_TEST_SERVER"

// Server is where and with which key calls can be made while Main runs tests.
var Server struct{ URL, Key, Secret string }

// Main is the TestMain of a package whose tests make calls. It fails if they
// leave a goroutine behind. It does not return.
func Main(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	do := func() error { return run(m) }
	if os.Getenv(asServer) != "" {
		do = serve
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve serves until standard input ends, even if the tests crash.
func serve() error {
	l, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(l); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func run(m *testing.M) (err error) {
	cmd := exec.CommandContext(context.Background(), os.Args[0]) //nolint:gosec // this program again
	cmd.Env = append(os.Environ(), asServer+"=1")
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stdin.Close(), cmd.Wait()) }()
	if err := json.NewDecoder(stdout).Decode(&Server); err != nil {
		return fmt.Errorf("start livekit in a process of its own: %w", err)
	}
	if code := m.Run(); code != 0 {
		return fmt.Errorf("tests exit with %d", code)
	}
	http.DefaultClient.CloseIdleConnections() // LiveKit's SDK asks there why a token was refused
	return goleak.Find()
}
