//go:build !race

package agent_test

// racing is set when the race detector slows everything down.
const racing = false
