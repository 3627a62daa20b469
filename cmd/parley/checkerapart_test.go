package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/llm/openai/openaitest"
)

// partVariable makes the test's own program a part of the product in a process
// of its own, which can be killed: "parley" is the command line, "nats" a NATS
// server.
const partVariable = "PARLEY_TEST_PART"

// playPart is the part this process was started for; it returns if there is none.
func playPart() {
	switch os.Getenv(partVariable) {
	case "parley":
		main()
	case "nats":
		n, err := embedded.ListenNATS(os.Args[1], os.Args[2])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitFailed)
		}
		fmt.Println(n.URL())
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		<-ctx.Done()
		stop()
		if err := n.Close(); err != nil {
			os.Exit(exitFailed)
		}
		os.Exit(exitOK)
	}
}

// part is a process of the product. Its methods are called from one goroutine.
type part struct {
	t       *testing.T
	command *exec.Cmd
	said    *syncBuffer
	// first is the first line it printed.
	first string
}

// startPart starts a process and returns when it has printed a line on standard
// output, if talks, and at once otherwise. It is killed when the test ends.
func startPart(t *testing.T, role string, talks bool, env []string, args ...string) *part {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &part{t: t, said: &syncBuffer{}, command: exec.Command(program, args...)} //nolint:gosec // the test itself
	p.command.Env = append(append(os.Environ(), partVariable+"="+role, "GOCOVERDIR="+t.TempDir()), env...)
	p.command.Stderr = p.said
	out, err := p.command.StdoutPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	if talks {
		if p.first, err = bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%s did not start: %v\n%s", role, err, p.said.String())
		}
		p.first = p.first[:len(p.first)-1]
	}
	return p
}

// kill is kill -9; it returns when the process is gone. It may be called twice.
func (p *part) kill() {
	if p.command.ProcessState != nil {
		return
	}
	_ = p.command.Process.Kill() // it may have ended by itself
	_ = p.command.Wait()
}

// end asks the process to end, waits for that and returns its exit status.
func (p *part) end() int {
	p.t.Helper()
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	var failed *exec.ExitError
	if err := p.command.Wait(); err != nil && !errors.As(err, &failed) {
		p.t.Fatal(err)
	}
	return p.command.ProcessState.ExitCode()
}

// syncBuffer is a buffer that processes write to.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// natsPart is a NATS server in its own process that can come back.
type natsPart struct {
	*part
	dir, url string
}

func startNATSPart(t *testing.T) *natsPart {
	t.Helper()
	n := &natsPart{dir: t.TempDir()}
	n.part = startPart(t, "nats", true, nil, n.dir, embeddedtest.SteadyAddress(t))
	n.url = n.first
	return n
}

// again starts the server anew, with the same port and folder.
func (n *natsPart) again(t *testing.T) {
	t.Helper()
	n.part = startPart(t, "nats", true, nil, n.dir, n.url[len("nats://"):])
}

// reach connects as an agent does.
func (n *natsPart) reach(t *testing.T) jetstream.JetStream {
	t.Helper()
	nc, js, err := connectNATS(t.Context(), n.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return js
}

// startCheckerPart starts `parley checker` with a judge that answers at service.
func startCheckerPart(t *testing.T, nats *natsPart, service *openaitest.Server, more ...string) *part {
	t.Helper()
	env := []string{"PARLEY_CHECKER_KEY=" + openaitest.Key, "OPENAI_API_KEY="}
	args := []string{"checker", "--nats-url", nats.url, "--checker", "openai", "--checker-url", service.URL, "--checker-model", "test-judge"}
	return startPart(t, "parley", false, env, append(args, more...)...)
}

// plainJudge finds progress 3 in everything, after a while.
func plainJudge(wait func() time.Duration) openaitest.Reply {
	return thinking(wait, openaitest.JSON(checker.Finding{Progress: 3, Checks: []string{}, Flags: []string{}}))
}
