package assistant_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
)

// childDir is the variable that makes this program a NATS server over a folder.
const childDir = "ASSISTANT_TEST_NATS_DIR"

// serve is a NATS server until its standard input ends.
func serve(dir string) {
	n, err := embedded.ListenNATS(dir, "127.0.0.1:0")
	if err == nil {
		fmt.Println(n.URL())
		_, _ = io.Copy(io.Discard, os.Stdin)
		err = n.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child starts a NATS server over a folder in a process of its own: what it takes is
// not on this one's heap.
func child(t testing.TB, dir string) jetstream.JetStream {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(self) // it ends with its standard input
	process.Env, process.Stderr = append(os.Environ(), childDir+"="+dir), os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := process.Wait(); err != nil {
			t.Error(err)
		}
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return dial(t, strings.TrimSpace(url))
}

// dial connects as a process of its own does, until the test ends.
func dial(t testing.TB, url string) jetstream.JetStream {
	t.Helper()
	closed := make(chan struct{})
	nc, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		nc.Close()
		<-closed
	})
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// unsynced starts a NATS server over a folder that does not wait for the disk, to fill
// it in less time. It returns where it is.
func unsynced(t testing.TB, dir string) (url string) {
	t.Helper()
	srv, err := server.NewServer(&server.Options{
		ServerName: "parley", Host: embedded.Loopback, Port: server.RANDOM_PORT, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	srv.Start()
	t.Cleanup(func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	})
	if !srv.ReadyForConnections(deadline) {
		t.Fatal("the server did not start")
	}
	return srv.ClientURL()
}

// fallible is a NATS server that can be taken away and brought back.
type fallible struct {
	*embeddedtest.Fallible
	t testing.TB
}

func newFallible(t testing.TB, dir string) *fallible {
	t.Helper()
	return &fallible{embeddedtest.NewFallible(t, dir), t}
}

func (f *fallible) dial() jetstream.JetStream { return dial(f.t, f.URL) }
