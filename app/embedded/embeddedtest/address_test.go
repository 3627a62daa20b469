package embeddedtest

import (
	"net"
	"testing"
)

func TestSteadyAddress(t *testing.T) {
	address := SteadyAddress(t)
	for range 2 { // a server and its next life
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if port := l.Addr().(*net.TCPAddr).Port; port < 20000 || port >= 32768 {
			t.Errorf("port %d, want one that the kernel gives to nobody", port)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
