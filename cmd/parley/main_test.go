package main

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain fails if goroutines of ours are left. LiveKit's server keeps some of
// its own for the life of the process, so goleak cannot be asked here; package
// room holds its tests to zero.
//
// With the arguments of an agent to be measured it is that agent: parley bench
// starts its own program, which here is the test.
func TestMain(m *testing.M) {
	playPart()
	if slices.Equal(os.Args[1:], benchAgentArgs) {
		main()
	}
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
