// Package embedded runs the servers Parley needs inside its own process: NATS
// with JetStream on disk, and LiveKit. `parley serve` uses both unless it is
// told of external ones.
package embedded

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/livekit/livekit-server/pkg/config"
	"github.com/livekit/livekit-server/pkg/routing"
	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/livekit-server/pkg/telemetry/prometheus"
	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/utils"

	"parley/room/lk"
)

// Loopback is the only address the embedded servers listen on.
const Loopback = "127.0.0.1"

const (
	// startTimeout bounds the start, which takes 10 to 70 ms.
	startTimeout = 5 * time.Second
	// stopTimeout bounds Close. LiveKit waits 5 s for connections on which nobody has
	// asked for anything yet, such as a browser's spare ones (server.go of LiveKit,
	// Shutdown of net/http).
	stopTimeout = 6 * time.Second
	// departureTimeout is how many seconds a room outlives its last user. Who comes
	// back to one that is still there meets no agent: the call was over, and jobs are
	// given out when a room is made.
	departureTimeout = 1
)

// ErrPort is wrapped by StartLiveKit's error when a port cannot be had.
var ErrPort = errors.New("cannot listen")

// LiveKitConfig says where the embedded LiveKit listens and who may use it.
// The zero value is usable: free ports and a new key.
type LiveKitConfig struct {
	// Port is the TCP port of signalling and of the API; 0 picks a free one.
	Port int
	// UDPPort carries the media of all calls; 0 picks a free one.
	UDPPort int
	// Key and Secret sign tokens; both empty makes a new pair.
	Key, Secret string
	// Log takes the server's own log from warnings up; nil means slog.Default.
	// LiveKit has one log for the whole process: the first server started wins,
	// as those that run already read it without a lock.
	Log *slog.Logger
}

// LiveKit is a LiveKit server in this process.
type LiveKit struct {
	// URL is where clients and workers connect, such as ws://127.0.0.1:7880.
	URL string
	// Key and Secret sign tokens for it.
	Key, Secret string

	server *service.LivekitServer
	stun   *stunServer
	done   chan error // what Start returned

	closing sync.Once
	closed  error
}

var setLog sync.Once

// StartLiveKit starts a server and returns when it answers. A port that is
// taken is an error that wraps ErrPort and names the port and the flag that
// changes it.
func StartLiveKit(c LiveKitConfig) (*LiveKit, error) {
	if c.Key == "" && c.Secret == "" {
		c.Key, c.Secret = utils.NewGuid("API"), utils.RandomSecret()
	}
	var err error
	if c.Port, err = tcpPort(c.Port); err != nil {
		return nil, err
	}
	if c.UDPPort, err = udpPort(c.UDPPort); err != nil {
		return nil, err
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	setLog.Do(func() { config.SetLogger(lk.Logger(c.Log)) })
	l := &LiveKit{
		URL: fmt.Sprintf("ws://%s:%d", Loopback, c.Port),
		Key: c.Key, Secret: c.Secret, done: make(chan error, 1),
	}
	if l.stun, err = startSTUN(); err != nil {
		return nil, err
	}
	if l.server, err = newServer(c, l.stun.addr()); err != nil {
		l.stun.close()
		return nil, fmt.Errorf("create livekit server: %w", err)
	}
	go func() { l.done <- l.server.Start() }()
	if err := l.wait(c.Port); err != nil {
		l.stun.close()
		return nil, fmt.Errorf("start livekit server: %w", err)
	}
	return l, nil
}

func newServer(c LiveKitConfig, stun string) (*service.LivekitServer, error) {
	conf, err := config.NewConfig(fmt.Sprintf("port: %d\nrtc: {node_ip: %s, udp_port: %d, tcp_port: 0}\n",
		c.Port, Loopback, c.UDPPort), true, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("make configuration: %w", err)
	}
	conf.BindAddresses = []string{Loopback}
	conf.Keys = map[string]string{c.Key: c.Secret}
	conf.RTC.EnableLoopbackCandidate = true
	conf.RTC.IPs.Includes = []string{Loopback + "/32"}
	conf.RTC.STUNServers = []string{stun}
	conf.Room.DepartureTimeout = departureTimeout
	if err := conf.ValidateKeys(); err != nil {
		return nil, fmt.Errorf("check key: %w", err)
	}
	node, err := routing.NewLocalNode(conf)
	if err != nil {
		return nil, fmt.Errorf("make node: %w", err)
	}
	if err := prometheus.Init(string(node.NodeID()), livekit.NodeType_SERVER); err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	s, err := service.InitializeServer(conf, node)
	if err != nil {
		return nil, err
	}
	return s, hurryDispatch(s)
}

// wait returns when the server answers. Its own IsRunning comes 100 ms later.
func (l *LiveKit) wait(port int) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s:%d/", Loopback, port), nil)
		if err != nil {
			return err
		}
		if resp, err := client.Do(req); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case err := <-l.done:
			return err
		case <-ctx.Done():
			return errors.New("no answer")
		case <-time.After(time.Millisecond):
		}
	}
}

// Close ends all rooms and stops the server. It takes at most 6 s and returns
// an error if the server is not down by then. Worker connections end when the
// worker ends them: stop workers first. A second call returns the first's
// result.
func (l *LiveKit) Close() error {
	l.closing.Do(func() {
		l.stun.close()
		if err := l.stop(); err != nil {
			l.closed = fmt.Errorf("stop livekit server: %w", err)
		}
	})
	return l.closed
}

func (l *LiveKit) stop() error {
	deadline := time.After(stopTimeout)
	for !l.server.IsRunning() { // Stop does nothing before
		select {
		case err := <-l.done:
			return err
		case <-deadline:
			return errors.New("it never came up")
		case <-time.After(time.Millisecond):
		}
	}
	go l.server.Stop(true)
	select {
	case err := <-l.done:
		return err
	case <-deadline:
		return fmt.Errorf("still busy after %v", stopTimeout)
	}
}

// tcpPort is want if it is free, and any free port for 0.
func tcpPort(want int) (int, error) {
	ln, err := net.Listen("tcp4", net.JoinHostPort(Loopback, strconv.Itoa(want)))
	if err != nil {
		return 0, portError("TCP", want, "--livekit-port", err)
	}
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).Port, nil
}

// udpPort is want if it is free, and any free port for 0.
func udpPort(want int) (int, error) {
	conn, err := net.ListenPacket("udp4", net.JoinHostPort(Loopback, strconv.Itoa(want)))
	if err != nil {
		return 0, portError("UDP", want, "--livekit-udp-port", err)
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).Port, nil
}

func portError(network string, port int, flag string, err error) error {
	return fmt.Errorf("%w on %s port %d for LiveKit: free it or choose another with %s: %w", ErrPort, network, port, flag, err)
}

// keyName is the API key of the embedded LiveKit; its secret is random.
const keyName = "parley"

// LoadKey reads the LiveKit key and secret kept at path, one line "key:
// secret" as LiveKit's own key files have it, or makes a new pair there,
// readable by this user alone. A pair that survives restarts lets other
// clients of this machine keep theirs.
func LoadKey(path string) (key, secret string, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret = rand.Text() + rand.Text() // 260 bits; LiveKit warns below 256
		if err := os.WriteFile(path, []byte(keyName+": "+secret+"\n"), 0o600); err != nil {
			return "", "", fmt.Errorf("keep the LiveKit key: %w", err)
		}
		return keyName, secret, nil
	}
	if err != nil {
		return "", "", fmt.Errorf("read the LiveKit key: %w", err)
	}
	key, secret, ok := strings.Cut(strings.TrimSpace(string(b)), ": ")
	if !ok || key == "" || secret == "" {
		return "", "", fmt.Errorf("%s does not hold a line \"key: secret\"; delete it and start again", path)
	}
	return key, secret, nil
}
