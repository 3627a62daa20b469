package bench

import (
	"os"
	"slices"
	"testing"

	"parley/app/apptest"
	"parley/cmd/parley/cmdline"
)

// TestMain plays the agent to be measured when it is started with its arguments:
// parley bench starts its own program, which here is the test.
func TestMain(m *testing.M) {
	if slices.Equal(os.Args[1:], agentArgs) {
		cmdline.Main(Command())
	}
	apptest.Main(m, nil)
}
