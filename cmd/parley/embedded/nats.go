package embedded

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// natsReady bounds the start of the server; 30 ms measured on an empty folder.
const natsReady = 10 * time.Second

// ErrFolderBusy means another process holds the data folder.
var ErrFolderBusy = errors.New("another parley process uses this folder; end it or choose another with --data")

// NATS is a NATS server with JetStream inside this process. It is safe for
// concurrent use.
type NATS struct {
	server *server.Server
	lock   *os.File
}

// StartNATS starts a server that keeps its streams under dir, which it creates
// readable by this user alone. It opens no port: only Connect reaches it. It
// returns when the server takes connections. It wraps ErrFolderBusy if another
// process holds dir. The caller closes it.
func StartNATS(dir string) (*NATS, error) { return startNATS(dir, "") }

// ListenNATS is StartNATS for a server that other processes reach too, at
// addr, a host and port; port 0 takes a free one, which URL tells. There is no
// password, so addr should be of the loopback interface.
func ListenNATS(dir, addr string) (*NATS, error) { return startNATS(dir, addr) }

func startNATS(dir, addr string) (*NATS, error) {
	lock, err := claim(dir)
	if err != nil {
		return nil, err
	}
	n, err := runNATS(dir, addr)
	if err != nil {
		_ = lock.Close() // nothing was written through it
		return nil, err
	}
	n.lock = lock
	return n, nil
}

func runNATS(dir, addr string) (*NATS, error) {
	opts := &server.Options{
		ServerName: "parley", DontListen: addr == "", JetStream: true, StoreDir: dir, NoSigs: true,
	}
	if addr != "" {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, fmt.Errorf("read NATS address %q: %w", addr, err)
		}
		if opts.Port, err = strconv.Atoi(port); err != nil {
			return nil, fmt.Errorf("read NATS port %q: %w", port, err)
		}
		opts.Host = host
		if opts.Port == 0 {
			opts.Port = server.RANDOM_PORT
		}
	}
	srv, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("set up NATS: %w", err)
	}
	log := &natsLog{}
	srv.SetLoggerV2(log, false, false, false)
	srv.Start()
	n := &NATS{server: srv}
	if log.fatal.Load() || !srv.ReadyForConnections(natsReady) || !srv.JetStreamEnabled() {
		n.stop()
		return nil, fmt.Errorf("start NATS in %s: %s; check the folder or choose another with --data", dir, log.cause())
	}
	return n, nil
}

// Connect opens an in-process connection. It reconnects for ever, as the server
// lives as long as the process. The caller closes it before Close.
func (n *NATS) Connect() (*nats.Conn, error) {
	conn, err := nats.Connect("", nats.InProcessServer(n.server), nats.Name("parley"), nats.MaxReconnects(-1),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { slog.Warn("nats connection", "error", err) }))
	if err != nil {
		return nil, fmt.Errorf("connect to the embedded NATS: %w", err)
	}
	return conn, nil
}

// URL is where other processes reach a server of ListenNATS.
func (n *NATS) URL() string { return n.server.ClientURL() }

// Close ends the server, waits until its streams are on disk and lets the
// folder go. It may be called twice.
func (n *NATS) Close() error {
	n.stop()
	if err := n.lock.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("let the NATS folder go: %w", err)
	}
	return nil
}

func (n *NATS) stop() {
	n.server.Shutdown()
	n.server.WaitForShutdown()
}

// claim makes dir and takes its lock, which ends with the process at the
// latest: two servers over the same files would destroy them.
func claim(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w; choose one you can write to with --data", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write to the data folder: %w; choose one you can write to with --data", err)
	}
	if err := flock(f); err != nil {
		_ = f.Close() // nothing was written through it
		return nil, fmt.Errorf("claim %s: %w", dir, err)
	}
	return f, nil
}
