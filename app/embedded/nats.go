package embedded

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"parley/app/embedded/scrub"
)

// natsReady bounds the start of the server; 30 ms measured on an empty folder.
const natsReady = 10 * time.Second

// reconnectWait spaces the tries of a connection to reach a server that is
// started anew, which takes some 50 ms.
const reconnectWait = 100 * time.Millisecond

// ErrFolderBusy means another process holds the data folder.
var ErrFolderBusy = errors.New("another parley process uses this folder; end it or choose another with --data")

// storeLimit is what all streams together may take. It is fixed, as a limit
// taken from the disk's free space would refuse streams on a disk that is nearly
// full, where those of the checker take less than a megabyte.
const storeLimit = 16 << 30

// NATS is a NATS server with JetStream inside this process. A server that could
// not write, as on a full disk, is ended and started anew when the disk takes
// writes again; connections of Connect ride that out. It is safe for concurrent
// use.
type NATS struct {
	options *server.Options
	lock    *os.File
	damage  []scrub.Damage

	mu     sync.Mutex
	server *server.Server
	fault  error // why nothing can be stored, nil if all is well

	hurt chan struct{} // the server could not write
	stop chan struct{}
	done chan struct{}
}

// StartNATS starts a server that keeps its streams under dir, which it creates
// readable by this user alone. It opens no port: only Connect reaches it. It
// returns when the server takes connections. Before that it puts right what it can of
// what is damaged, see Damage. It wraps ErrFolderBusy if another process holds dir, and
// scrub.ErrStream. The caller closes it.
func StartNATS(dir string) (*NATS, error) { return startNATS(dir, "") }

// ListenNATS is StartNATS for a server that other processes reach too, at
// addr, a host and port; port 0 takes a free one, which URL tells. There is no
// password, so addr should be of the loopback interface.
func ListenNATS(dir, addr string) (*NATS, error) { return startNATS(dir, addr) }

func startNATS(dir, addr string) (*NATS, error) {
	opts, err := natsOptions(dir, addr)
	if err != nil {
		return nil, err
	}
	lock, err := claim(dir)
	if err != nil {
		return nil, err
	}
	n := &NATS{options: opts, lock: lock, hurt: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{})}
	if n.damage, err = scrub.Store(dir, sealed); err != nil {
		_ = lock.Close() // nothing was written through it
		return nil, err
	}
	if n.server, err = n.run(); err != nil {
		_ = lock.Close() // nothing was written through it
		return nil, err
	}
	if at, ok := n.server.Addr().(*net.TCPAddr); ok {
		opts.Port = at.Port // the next server is to be found where this one was
	}
	go n.watch()
	return n, nil
}

func natsOptions(dir, addr string) (*server.Options, error) {
	opts := &server.Options{
		ServerName: "parley", DontListen: addr == "", JetStream: true, StoreDir: dir, JetStreamMaxStore: storeLimit, NoSigs: true,
		// What users are told is saved outlives a loss of power. It costs a write some
		// 2 ms (docs/assistants.md).
		SyncAlways: true,
	}
	if addr == "" {
		return opts, nil
	}
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
	return opts, nil
}

// sealed reports whether all that a stream holds of users is sealed with keys that lie
// elsewhere (journal.Log).
func sealed(stream string) bool {
	return stream == "PARLEY_USERS" || stream == "PARLEY_USERS_SNAPSHOTS"
}

// Damage is what was not in the folder as it was written, when the server was started.
func (n *NATS) Damage() []scrub.Damage { return n.damage }

// run starts a server over the folder.
func (n *NATS) run() (*server.Server, error) {
	srv, err := server.NewServer(n.options.Clone())
	if err != nil {
		return nil, fmt.Errorf("set up NATS: %w", err)
	}
	log := &natsLog{hurt: n.hurt}
	srv.SetLoggerV2(log, false, false, false)
	srv.Start()
	if log.fatal.Load() || !srv.ReadyForConnections(natsReady) || !srv.JetStreamEnabled() {
		end(srv)
		return nil, fmt.Errorf("start NATS in %s: %s; check the folder or choose another with --data", n.options.StoreDir, log.cause())
	}
	return srv, nil
}

// Connect opens an in-process connection. It reconnects for ever, as the server
// lives as long as the process. The caller closes it before Close.
func (n *NATS) Connect() (*nats.Conn, error) {
	conn, err := nats.Connect("", nats.InProcessServer(n), nats.Name("parley"), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait/10, reconnectWait/10),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { slog.Warn("nats connection", "error", err) }))
	if err != nil {
		return nil, fmt.Errorf("connect to the embedded NATS: %w", err)
	}
	return conn, nil
}

// InProcessConn implements nats.InProcessConnProvider: a way to the server that
// runs now.
func (n *NATS) InProcessConn() (net.Conn, error) { return n.now().InProcessConn() }

func (n *NATS) now() *server.Server {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.server
}

// URL is where other processes reach a server of ListenNATS.
func (n *NATS) URL() string { return n.now().ClientURL() }

// Close ends the server, waits until its streams are on disk and lets the
// folder go. It may be called twice.
func (n *NATS) Close() error {
	n.mu.Lock()
	select {
	case <-n.stop:
	default:
		close(n.stop)
	}
	n.mu.Unlock()
	<-n.done
	end(n.now())
	if err := n.lock.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("let the NATS folder go: %w", err)
	}
	return nil
}

func end(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
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

// flock takes f's lock for this process without waiting; ErrFolderBusy means
// another holder has it.
func flock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrFolderBusy
	}
	return err
}
