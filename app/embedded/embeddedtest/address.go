// Package embeddedtest helps tests that start servers of their own.
package embeddedtest

import (
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"parley/app/embedded"
)

// Ports below the range from which Linux gives them away by itself
// (net.ipv4.ip_local_port_range, 32768-60999 by default) and above those of
// known services.
const (
	firstPort = 20000
	ports     = 12000
	// ownPorts is how many a process gives away before it comes to those of the next,
	// so that tests of several processes do not choose the same before they listen.
	ownPorts = 40
)

// given counts the ports that this process has tried.
var given atomic.Int64

// SteadyAddress returns a loopback address with a TCP port that nobody listens
// on, for a server that is to stop and come back: the kernel hands a port that
// it chose itself to somebody else while the server is away, and this one not.
func SteadyAddress(t testing.TB) string {
	t.Helper()
	var err error
	for range 100 {
		port := firstPort + (os.Getpid()*ownPorts+int(given.Add(1)))%ports
		address := net.JoinHostPort(embedded.Loopback, strconv.Itoa(port))
		var l net.Listener
		if l, err = net.Listen("tcp", address); err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return address
	}
	t.Fatalf("no free port between %d and %d: %v", firstPort, firstPort+ports, err)
	return ""
}
