package trip

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley"
)

const (
	// DefaultTool is the tool of a server that searches.
	DefaultTool = "search_flights"
	// DefaultTimeout bounds a search: a server that asks airlines takes seconds.
	DefaultTimeout = 20 * time.Second
)

// ErrConfig is of an MCPConfig that names no server, or two.
var ErrConfig = errors.New("an MCP server is a command or an http URL")

// MCPConfig says where a flight server is: Command or URL, not both.
type MCPConfig struct {
	// Command is a program and its arguments. It speaks MCP over its standard input
	// and output; what it writes to its standard error is thrown away.
	Command []string
	// Env are variables for Command, as NAME=value. It is given these and the few of
	// this process that any program needs, such as PATH: none of the keys of others.
	Env []string
	// URL is of a server that speaks streamable HTTP.
	URL string
	// Tool is called with from (if it is known), to, depart and return (if there is
	// one), as parley.Trip has them; empty is DefaultTool.
	Tool string
	// Timeout bounds one search, the server's start included; 0 is DefaultTimeout.
	Timeout time.Duration
	// Log is told how many options were dropped, never what a server wrote; nil is
	// nobody.
	Log *slog.Logger
}

// MCP is a Source that is a tool of an MCP server. It is safe for concurrent use:
// searches share one server.
type MCP struct {
	cfg    MCPConfig
	client *mcp.Client
	http   *http.Client
	// end is Close's first act; onClose has f run then, unless stop is called before.
	end     context.CancelFunc
	onClose func(f func()) (stop func() bool)
	// running are the goroutines of servers, also of those that are being ended.
	running sync.WaitGroup

	mu     sync.Mutex
	server *server // nil until the next search
	closed bool
}

var _ Source = (*MCP)(nil)

// NewMCP returns a Source that starts or reaches its server with the first search,
// and again with a later one if the server went away. It returns ErrConfig. The
// caller closes the MCP.
func NewMCP(cfg MCPConfig) (*MCP, error) {
	if cfg.URL != "" {
		if u, err := url.Parse(cfg.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil, ErrConfig
		}
	}
	if (len(cfg.Command) == 0) == (cfg.URL == "") {
		return nil, ErrConfig
	}
	if cfg.Tool == "" {
		cfg.Tool = DefaultTool
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = DefaultTimeout
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	m := &MCP{
		cfg: cfg,
		// It offers a server nothing: no roots, no sampling, no questions to the user.
		client: mcp.NewClient(&mcp.Implementation{Name: "parley", Version: "1"}, &mcp.ClientOptions{
			Capabilities:   &mcp.ClientCapabilities{},
			MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		}),
		http: &http.Client{Transport: bounded{http.DefaultTransport.(*http.Transport).Clone()}, Timeout: cfg.Timeout},
	}
	life, end := context.WithCancel(context.Background())
	m.end, m.onClose = end, func(f func()) func() bool { return context.AfterFunc(life, f) }
	return m, nil
}

// Search implements Source. It returns at most MaxOptions flights, in the server's
// order; options that are not flights for t as parley.Flight describes them are
// dropped. A server that does not answer in time is ended, and with it the answers
// that others wait for, so a search that a server leaves is made once more with a new
// one. After Close the error wraps os.ErrClosed.
func (m *MCP) Search(ctx context.Context, t parley.Trip) ([]parley.Flight, error) {
	if err := checkTrip(t); err != nil {
		return nil, fmt.Errorf("search flights: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, m.cfg.Timeout)
	defer cancel()
	defer m.onClose(cancel)()
	res, err := m.ask(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("search flights: %w", err)
	}
	flights, dropped, err := readResult(res, t)
	if dropped > 0 {
		m.cfg.Log.Warn("options of the flight source were dropped", "dropped", dropped, "kept", len(flights))
	}
	if err != nil {
		return nil, fmt.Errorf("search flights: %w", err)
	}
	return flights, nil
}

// Close ends the searches and the server, and returns when its process is gone: a
// server that does not end with its input is ended within seconds. Close may be
// called twice.
func (m *MCP) Close() {
	m.mu.Lock()
	s := m.server
	m.server, m.closed = nil, true
	m.mu.Unlock()
	m.end()
	if s != nil {
		s.close()
	}
	m.running.Wait()
	m.http.CloseIdleConnections()
}

// ask calls the tool. A server that was there before and is gone is replaced once.
func (m *MCP) ask(ctx context.Context, t parley.Trip) (*mcp.CallToolResult, error) {
	for again := true; ; again = false {
		s, fresh, err := m.reach(ctx)
		var res *mcp.CallToolResult
		if err == nil {
			res, err = m.call(ctx, s, t)
		}
		var told *jsonrpc.Error
		switch {
		case err == nil:
			return res, nil
		case m.isClosed():
			return nil, fmt.Errorf("%w: %w", ErrSource, os.ErrClosed)
		case errors.Is(ctx.Err(), context.Canceled):
			return nil, ctx.Err()
		case ctx.Err() != nil:
			return nil, fmt.Errorf("%w: %w", ErrSource, ctx.Err())
		case errors.As(err, &told): // whose text is the server's
			return nil, fmt.Errorf("%w: MCP error %d", ErrSource, told.Code)
		case fresh || !again:
			return nil, startError(err)
		}
		m.drop(s)
	}
}

// startError is ErrSource with what the operator can mend; an error of the protocol
// may quote the server, so it is left away.
func startError(err error) error {
	var program *exec.Error
	var path *os.PathError
	if errors.As(err, &program) || errors.As(err, &path) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: start its server: %w", ErrSource, err)
	}
	return fmt.Errorf("%w: its server is gone", ErrSource)
}

// call calls the tool of s, and ends s if it does not answer in time.
func (m *MCP) call(ctx context.Context, s *server, t parley.Trip) (*mcp.CallToolResult, error) {
	// A process that does not read its input could hold up CallTool past ctx.
	defer context.AfterFunc(ctx, func() { m.dropLate(ctx, s) })()
	args := map[string]string{"to": t.To, "depart": t.Depart}
	if t.From != "" {
		args["from"] = t.From
	}
	if t.Return != "" {
		args["return"] = t.Return
	}
	res, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: m.cfg.Tool, Arguments: args})
	if err != nil {
		m.dropLate(ctx, s)
	}
	return res, err
}

// reach returns the server once it is ready, and whether this search started it.
func (m *MCP) reach(ctx context.Context) (s *server, fresh bool, err error) {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, false, os.ErrClosed
	}
	if s = m.server; s == nil {
		s, fresh = m.start(ctx), true
		m.server = s
	}
	m.mu.Unlock()
	select {
	case <-s.ready:
		return s, fresh, s.err
	case <-ctx.Done():
		return s, fresh, ctx.Err()
	}
}

func (m *MCP) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

// drop ends s; the next search has another server.
func (m *MCP) drop(s *server) {
	m.mu.Lock()
	if m.server == s {
		m.server = nil
	}
	m.mu.Unlock()
	s.kill()
}

// dropLate ends s if ctx ended because its time is over.
func (m *MCP) dropLate(ctx context.Context, s *server) {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		m.drop(s)
	}
}

// readResult reads what the tool answered.
func readResult(res *mcp.CallToolResult, t parley.Trip) (flights []parley.Flight, dropped int, err error) {
	texts := slices.DeleteFunc(slices.Clone(res.Content), func(c mcp.Content) bool { _, text := c.(*mcp.TextContent); return !text })
	text := ""
	if len(texts) > 0 {
		text = texts[0].(*mcp.TextContent).Text
	}
	if res.IsError {
		return nil, 0, &Refusal{short(text, maxRefusal)}
	}
	data := []byte(text)
	if res.StructuredContent != nil {
		if data, err = json.Marshal(res.StructuredContent); err != nil {
			return nil, 0, fmt.Errorf("%w: %w", ErrSource, errAnswer)
		}
	}
	flights, dropped, err = readAnswer(data, t)
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("%w: %w", ErrSource, err)
	case len(flights) == 0 && dropped > 0:
		return nil, dropped, fmt.Errorf("%w: none of its options is a flight for this trip", ErrSource)
	}
	return flights, dropped, nil
}
