package caller

import (
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
const asServer = "CALLER_TEST_SERVER"

// server is the real LiveKit server of the tests that make a call.
var server struct{ URL, Key, Secret string }

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	do := func() error { return test(m) }
	if os.Getenv(asServer) != "" {
		do = serve
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
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

func test(m *testing.M) (err error) {
	cmd := exec.Command(os.Args[0])
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
	if err := json.NewDecoder(stdout).Decode(&server); err != nil {
		return fmt.Errorf("start livekit in a process of its own: %w", err)
	}
	if code := m.Run(); code != 0 {
		return fmt.Errorf("tests exit with %d", code)
	}
	http.DefaultClient.CloseIdleConnections() // LiveKit's SDK asks there why a token was refused
	return goleak.Find()
}
