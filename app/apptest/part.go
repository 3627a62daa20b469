package apptest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
)

// partVariable makes the test's own program a part of the product in a process
// of its own, which can be killed: "parley" is the command line, "nats" a NATS
// server, "livekit" a LiveKit server, "node" one NATS server of a cluster.
const partVariable = "PARLEY_TEST_PART"

// playPart is the part this process was started for; it returns if there is none.
func playPart(command func()) {
	switch os.Getenv(partVariable) {
	case "parley":
		command()
	case "node":
		port, _ := strconv.Atoi(os.Args[3]) // as StartNode writes them
		clusterPort, _ := strconv.Atoi(os.Args[4])
		if err := embeddedtest.RunNode(os.Args[1], os.Args[2], port, clusterPort, os.Args[5:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "nats":
		n, err := embedded.ListenNATS(os.Args[1], os.Args[2])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		serveUntilAsked(n.URL(), n.Close)
	case "livekit":
		port, err := strconv.Atoi(os.Args[1])
		if err != nil {
			os.Exit(1)
		}
		l, err := embedded.StartLiveKit(embedded.LiveKitConfig{Port: port, Key: os.Args[2], Secret: os.Args[3]})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		serveUntilAsked(l.URL, l.Close)
	}
}

// serveUntilAsked says where a server answers, waits for SIGTERM and ends the process.
func serveUntilAsked(url string, end func() error) {
	fmt.Println(url)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	<-ctx.Done()
	stop()
	if err := end(); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// Part is a process of the product. Its methods are called from one goroutine.
type Part struct {
	Command *exec.Cmd
	// Said is what it wrote to its standard error.
	Said *Buffer
	// First is the first line it printed, if it was waited for.
	First string

	t *testing.T
}

// StartPart starts a process and returns when it has printed a line on standard
// output, if talks, and at once otherwise. It is killed when the test ends.
func StartPart(t *testing.T, role string, talks bool, env []string, args ...string) *Part {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Part{t: t, Said: &Buffer{}, Command: exec.CommandContext(context.Background(), program, args...)}
	p.Command.Env = append(append(os.Environ(), partVariable+"="+role, "GOCOVERDIR="+t.TempDir()), env...)
	p.Command.Stderr = p.Said
	out, err := p.Command.StdoutPipe()
	if err == nil {
		err = p.Command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	if talks {
		if p.First, err = bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%s did not start: %v\n%s", role, err, p.Said.String())
		}
		p.First = p.First[:len(p.First)-1]
	}
	return p
}

// Kill is kill -9; it returns when the process is gone. It may be called twice.
func (p *Part) Kill() {
	if p.Command.ProcessState != nil {
		return
	}
	_ = p.Command.Process.Kill() // it may have ended by itself
	_ = p.Command.Wait()
}

// End asks the process to end, waits for that and returns its exit status.
func (p *Part) End() int {
	p.t.Helper()
	if err := p.Command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	var failed *exec.ExitError
	if err := p.Command.Wait(); err != nil && !errors.As(err, &failed) {
		p.t.Fatal(err)
	}
	return p.Command.ProcessState.ExitCode()
}

// Buffer is a buffer that many may write to.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (s *Buffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String is all that was written.
func (s *Buffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// NATSPart is a NATS server in its own process that can come back.
type NATSPart struct {
	*Part
	// URL is where it is reached.
	URL string

	dir string
}

// StartNATS starts a NATS server in its own process.
func StartNATS(t *testing.T) *NATSPart {
	t.Helper()
	n := &NATSPart{dir: t.TempDir()}
	n.Part = StartPart(t, "nats", true, nil, n.dir, embeddedtest.SteadyAddress(t))
	n.URL = n.First
	return n
}

// Restart starts the server anew, with the same port and folder.
func (n *NATSPart) Restart(t *testing.T) {
	t.Helper()
	n.Part = StartPart(t, "nats", true, nil, n.dir, n.URL[len("nats://"):])
}

// LiveKitPart is a LiveKit server in its own process that can come back.
type LiveKitPart struct {
	*Part
	// Address is where it is reached, Key and Secret sign tokens for it.
	Address, Key, Secret string
}

// StartLiveKit starts a LiveKit server in its own process.
func StartLiveKit(t *testing.T) *LiveKitPart {
	t.Helper()
	l := &LiveKitPart{Address: embeddedtest.SteadyAddress(t), Key: "key", Secret: rand.Text() + rand.Text()}
	l.Restart(t)
	return l
}

// Restart starts the server anew, with the same port and key.
func (l *LiveKitPart) Restart(t *testing.T) {
	t.Helper()
	_, port, _ := strings.Cut(l.Address, ":")
	l.Part = StartPart(t, "livekit", true, nil, port, l.Key, l.Secret)
}

// Nodes are the servers of a NATS cluster, each a process.
type Nodes struct {
	// URL names all of them.
	URL   string
	parts map[string]*Part
	args  map[string][]string
}

// StartNodes starts a cluster of n servers, which may not be complete yet.
func StartNodes(t *testing.T, n int) *Nodes {
	t.Helper()
	c := &Nodes{parts: map[string]*Part{}, args: map[string][]string{}}
	var others, urls []string
	for range n {
		others = append(others, embeddedtest.SteadyAddress(t))
	}
	for i, other := range others {
		name, client := fmt.Sprintf("n%d", i), embeddedtest.SteadyAddress(t)
		urls = append(urls, "nats://"+client)
		_, port, _ := strings.Cut(client, ":")
		_, clusterPort, _ := strings.Cut(other, ":")
		c.args[name] = append([]string{name, t.TempDir(), port, clusterPort}, others...)
		c.Restart(t, name)
	}
	c.URL = strings.Join(urls, ",")
	return c
}

// Restart starts a server of a name anew.
func (c *Nodes) Restart(t *testing.T, name string) {
	t.Helper()
	c.parts[name] = StartPart(t, "node", false, nil, c.args[name]...)
}

// Kill is kill -9 of a server.
func (c *Nodes) Kill(name string) { c.parts[name].Kill() }

// Connect connects to a NATS server as an agent does, until the test ends.
func Connect(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, js, err := app.ConnectNATS(t.Context(), url, app.NATSAccess{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return js
}

// Commands are commands running in this process.
type Commands struct {
	Buffer // what they print

	cancel context.CancelFunc
	done   sync.WaitGroup
	mu     sync.Mutex
	codes  []int
}

// StartCommands runs commands, each by its arguments; run is the command line as
// a function, given them after its own name.
func StartCommands(
	t *testing.T, run func(ctx context.Context, args []string, stdout, stderr io.Writer) int, commands ...[]string,
) *Commands {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	c := &Commands{cancel: cancel}
	for _, args := range commands {
		c.done.Go(func() {
			code := run(ctx, append([]string{"parley"}, args...), c, c)
			c.mu.Lock()
			defer c.mu.Unlock()
			c.codes = append(c.codes, code)
		})
	}
	return c
}

// Stop ends the commands, which must take 5 s at most and succeed.
func (c *Commands) Stop(t *testing.T) {
	t.Helper()
	clock := enginetest.Start()
	c.cancel()
	c.done.Wait()
	if l := clock.Lapse(); l.Own > 5*time.Second {
		t.Errorf("the commands took %v to end, want at most 5s", l.Took)
	}
	for _, code := range c.codes {
		if code != 0 {
			t.Errorf("exit statuses %v; log:\n%s", c.codes, c.String())
			return
		}
	}
}
