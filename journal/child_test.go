package journal_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
)

// childDir and childAddress are the variables that make this program a server.
const (
	childDir     = "JOURNAL_TEST_NATS_DIR"
	childAddress = "JOURNAL_TEST_NATS_ADDRESS"
)

// serve is a NATS server until its standard input ends.
func serve() {
	n, err := embedded.ListenNATS(os.Getenv(childDir), os.Getenv(childAddress))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := n.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// impatience is how long the clients of these servers wait for an answer.
const impatience = 500 * time.Millisecond

// child is a NATS server in a process of its own, which can be killed.
type child struct {
	t            *testing.T
	dir, address string
	process      *exec.Cmd
	input        io.Closer
}

func startChild(t *testing.T) *child {
	t.Helper()
	c := &child{t: t, dir: t.TempDir(), address: embeddedtest.SteadyAddress(t)}
	c.start()
	t.Cleanup(func() {
		if c.process != nil {
			c.stop()
		}
	})
	return c
}

func (c *child) start() {
	c.t.Helper()
	self, err := os.Executable()
	if err != nil {
		c.t.Fatal(err)
	}
	c.process = exec.Command(self)
	c.process.Env = append(os.Environ(), childDir+"="+c.dir, childAddress+"="+c.address)
	c.process.Stderr = os.Stderr
	if c.input, err = c.process.StdinPipe(); err != nil {
		c.t.Fatal(err)
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := c.process.Start(); err != nil {
		c.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); strings.TrimSpace(line) != "ready" {
		c.t.Fatalf("the server says %q, %v", line, err)
	}
}

// stop ends the server as its own process would.
func (c *child) stop() {
	c.t.Helper()
	_ = c.input.Close()
	if err := c.process.Wait(); err != nil {
		c.t.Error(err)
	}
	c.process = nil
}

// kill ends the server at once.
func (c *child) kill() {
	c.t.Helper()
	if err := c.process.Process.Kill(); err != nil {
		c.t.Fatal(err)
	}
	_ = c.process.Wait() // it was killed
	c.process = nil
}

// dial connects to the child, whenever it lives, until the test ends.
func (c *child) dial() jetstream.JetStream {
	c.t.Helper()
	return dial(c.t, c.address)
}

func dial(t testing.TB, address string) jetstream.JetStream {
	t.Helper()
	conn, err := nats.Connect("nats://"+address, nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond),
		nats.ReconnectJitter(time.Millisecond, time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(impatience))
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// connected waits until js has its server again.
func connected(t testing.TB, js jetstream.JetStream) {
	t.Helper()
	status := js.Conn().StatusChanged(nats.CONNECTED)
	defer js.Conn().RemoveStatusListener(status)
	if js.Conn().IsConnected() {
		return
	}
	select {
	case <-status:
	case <-time.After(time.Minute):
		t.Fatal("no connection")
	}
}
