// Package roomtest is what the tests of package room and its sub-packages share:
// a real LiveKit server in a process of its own, and peers that join its rooms
// and note what they see. A package that uses it has a TestMain that calls Main.
package roomtest

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/app/embedded"
)

// asServer in the environment makes the test binary a LiveKit server of the
// configuration it holds. It is a process of its own so that what leaks here is
// ours, and so that it can be killed.
const asServer = "ROOM_TEST_SERVER"

// Limit bounds every wait of these tests; nearly all take well under a second.
const Limit = 2 * time.Minute

// Server is the LiveKit server that all tests use but those that stop one. Main
// sets it.
var Server *LiveKit

// LiveKit is a LiveKit server that can be killed.
type LiveKit struct {
	URL, Key, Secret string
	cmd              *exec.Cmd
	stdin            io.Closer
}

// Main runs a package's tests with Server and then looks for goroutines left
// behind; TestMain exits with its result.
func Main(m *testing.M) (exitCode int) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	run := func() error { return test(m) }
	if config := os.Getenv(asServer); config != "" {
		run = func() error { return serve(config) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func test(m *testing.M) (err error) {
	if Server, err = StartServer(embedded.LiveKitConfig{}); err != nil {
		return err
	}
	defer Server.Kill()
	if code := m.Run(); code != 0 {
		return fmt.Errorf("tests exit with %d", code)
	}
	http.DefaultClient.CloseIdleConnections() // of LiveKit's API clients, which cannot be closed
	return goleak.Find()
}

// serve is a LiveKit server until its standard input ends, which it does even if
// the tests crash.
func serve(config string) error {
	var c embedded.LiveKitConfig
	if err := json.Unmarshal([]byte(config), &c); err != nil {
		return err
	}
	l, err := embedded.StartLiveKit(c)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(l); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// StartServer starts another server. It must be ended with Kill.
func StartServer(c embedded.LiveKitConfig) (*LiveKit, error) {
	config, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	s := &LiveKit{cmd: exec.Command(os.Args[0])} //nolint:noctx // it outlives any test; Kill ends it
	s.cmd.Env = append(os.Environ(), asServer+"="+string(config))
	s.cmd.Stderr = os.Stderr
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if s.stdin, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	if err := json.NewDecoder(stdout).Decode(s); err != nil {
		s.Kill()
		return nil, fmt.Errorf("start livekit in a process of its own: %w", err)
	}
	return s, nil
}

// Kill ends the server as a crash would.
func (s *LiveKit) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}
