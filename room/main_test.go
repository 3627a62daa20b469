package room_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
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

// server is the real LiveKit server all tests but those that stop one use.
var server *serverProcess

// serverProcess is a LiveKit server that can be killed.
type serverProcess struct {
	URL, Key, Secret string
	cmd              *exec.Cmd
	stdin            io.Closer
}

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	if config := os.Getenv(asServer); config != "" {
		os.Exit(exit(runServer(config)))
	}
	os.Exit(exit(run(m)))
}

func exit(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func run(m *testing.M) (err error) {
	if server, err = startServer(embedded.LiveKitConfig{}); err != nil {
		return err
	}
	defer server.kill()
	if code := m.Run(); code != 0 {
		return fmt.Errorf("tests exit with %d", code)
	}
	return goleak.Find()
}

// runServer serves until its standard input ends, even if the tests crash.
func runServer(config string) error {
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

func startServer(c embedded.LiveKitConfig) (*serverProcess, error) {
	config, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	s := &serverProcess{cmd: exec.Command(os.Args[0])}
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
		s.kill()
		return nil, fmt.Errorf("start livekit in a process of its own: %w", err)
	}
	return s, nil
}

// kill ends the server as a crash would.
func (s *serverProcess) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// limit bounds every wait of these tests; nearly all take well under a second.
const limit = 15 * time.Second
