package trip

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// grace is how long a command has to end after its input is closed, and again
	// after SIGTERM, before it is killed.
	grace = time.Second
	// maxBody bounds an HTTP answer, in bytes: 50 options are some 30 kB. The SDK
	// bounds what a command writes, at 16 MiB a message.
	maxBody = 4 << 20
)

// server is one process, or one session over HTTP. Its goroutine is start's.
type server struct {
	ready chan struct{} // closed when session or err is set
	// session is of the SDK; err is why there is none.
	session *mcp.ClientSession
	err     error
	// kill ends it at once, and may be called at any time. It does not wait.
	kill context.CancelFunc
}

// start starts a server, which outlives ctx. Its goroutine runs until it is gone.
func (m *MCP) start(ctx context.Context) *server {
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	s := &server{ready: make(chan struct{}), kill: kill}
	m.running.Go(func() {
		defer m.drop(s)
		transport, sweep := m.transport(life)
		defer sweep()
		s.open(life, m, transport)
		if s.err != nil {
			return
		}
		// SIGKILL ends the session of a command; one over HTTP ends by itself.
		defer context.AfterFunc(life, func() { _ = s.session.Close() })()
		_ = s.session.Wait()
	})
	return s
}

// open opens the session, within the time of a search.
func (s *server) open(life context.Context, m *MCP, transport mcp.Transport) {
	defer close(s.ready)
	ctx, cancel := context.WithTimeout(life, m.cfg.Timeout)
	defer cancel()
	// The SDK waits for a process to end; one that hangs would not.
	defer context.AfterFunc(ctx, s.kill)()
	s.session, s.err = m.client.Connect(ctx, transport, nil)
	if s.err != nil && ctx.Err() != nil {
		s.err = ctx.Err()
	}
}

// close ends the server as it should be: a command by the end of its input first.
func (s *server) close() {
	select {
	case <-s.ready:
		if s.err == nil {
			_ = s.session.Close() // an exit status is nobody's concern
		}
	default:
	}
	s.kill()
}

// transport returns the way to a server and what to do when the server is gone. The
// process dies with life.
func (m *MCP) transport(life context.Context) (t mcp.Transport, sweep func()) {
	if m.cfg.URL != "" {
		return &mcp.StreamableClientTransport{
			Endpoint: m.cfg.URL, HTTPClient: m.http, MaxRetries: -1, DisableStandaloneSSE: true,
		}, func() {}
	}
	cmd := exec.CommandContext(life, m.cfg.Command[0], m.cfg.Command[1:]...)
	cmd.Env = append(passedOn(), m.cfg.Env...)
	// A group of its own, so that what the command starts ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	killGroup := func() {
		if cmd.Process != nil {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may be gone
		}
	}
	cmd.Cancel = func() error {
		killGroup()
		return os.ErrProcessDone // Wait then reports the exit alone
	}
	return &mcp.CommandTransport{Command: cmd, TerminateDuration: grace}, killGroup
}

// passedOn are the variables of this process that a command is given.
func passedOn() (env []string) {
	for _, name := range []string{"PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ", "TMPDIR"} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// bounded is a transport whose answers end after maxBody.
type bounded struct{ *http.Transport }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := b.Transport.RoundTrip(r)
	if err == nil {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(resp.Body, maxBody), resp.Body}
	}
	return resp, err
}
