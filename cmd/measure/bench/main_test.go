package bench

import (
	"os"
	"slices"
	"testing"

	"parley/app/apptest"
	"parley/cmd/cmdline"
)

// TestMain plays the agent to be measured when it is started with its arguments:
// `measure bench` starts its own program, which here is the test.
func TestMain(m *testing.M) {
	if slices.Equal(os.Args[1:], agentArgs) {
		cmdline.Measure.Main(Command())
	}
	apptest.Main(m, nil)
}
