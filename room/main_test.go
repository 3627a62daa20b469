package room_test

import (
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/cmd/parley/embedded"
)

// server is the real LiveKit server all tests use.
var server *embedded.LiveKit

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	os.Exit(run(m))
}

func run(m *testing.M) int {
	began := time.Now()
	var err error
	if server, err = embedded.StartLiveKit(embedded.LiveKitConfig{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Fprintf(os.Stderr, "livekit up in %v\n", time.Since(began).Round(time.Millisecond))
	// What the server keeps running while it is up is not ours to count.
	ignore := goleak.IgnoreCurrent()
	code := m.Run()
	if err := server.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if code == 0 {
		if err := goleak.Find(append(unstoppable, ignore)...); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// unstoppable are goroutines LiveKit's server and SDK start for each room or
// participant and give no way to stop.
var unstoppable = []goleak.Option{}
