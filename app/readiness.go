package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/twitchtv/twirp"
	"golang.org/x/sync/errgroup"

	"parley/app/metrics"
	"parley/web"
)

// Why a part is not ready, and with it calls or assistants, as the page and /readyz
// say it to users and operators.
var (
	errStarting  = errors.New("it is starting")
	errNoLiveKit = errors.New("there is no connection to LiveKit; calls can begin when it is back")
	errKey       = errors.New("LiveKit does not take the API key; calls can begin when the key is put right")
	errNoNATSNow = errors.New("there is no connection to NATS; verdicts and assistants wait until it is back")
	errStore     = errors.New("NATS does not answer for what is stored; verdicts and assistants wait until it does")
)

// readiness is what a role needs, by parts. The role adds them as it opens and then
// begins; until it has begun it is not ready. It is safe for concurrent use.
type readiness struct {
	mu    sync.Mutex
	parts []part
	begun bool
}

// part is one thing a role needs. state is nil while it is well, else why not; it must
// not block.
type part struct {
	name, well string
	state      func() error
	// calls is set for what no call can do without.
	calls bool
}

// need adds parts.
func (r *readiness) need(parts ...part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parts = append(r.parts, parts...)
}

// begin adds the last parts: the role is at work.
func (r *readiness) begin(parts ...part) {
	r.need(parts...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begun = true
}

// now are the parts, and before all others that the role is starting, if it is.
func (r *readiness) now() []part {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []part
	if !r.begun {
		all = append(all, part{name: "process", state: func() error { return errStarting }, calls: true})
	}
	return append(all, r.parts...)
}

// report is what /readyz says.
func (r *readiness) report() web.Readiness {
	var told []web.Part
	for _, p := range r.now() {
		err := p.state()
		t := web.Part{Name: p.name, Ready: err == nil, State: p.well}
		if err != nil {
			t.State = err.Error()
		}
		told = append(told, t)
	}
	return web.NewReadiness(told...)
}

// takesCalls is nil while a call can be taken, else the first reason why not.
func (r *readiness) takesCalls() error {
	for _, p := range r.now() {
		if !p.calls {
			continue
		}
		if err := p.state(); err != nil {
			return err
		}
	}
	return nil
}

// natsPart is a connection to an external NATS.
func natsPart(nc *nats.Conn) part {
	return part{name: "nats", well: "connected", state: func() error {
		if !nc.IsConnected() {
			return errNoNATSNow
		}
		return nil
	}}
}

// reachTimeout is how long a server may take to answer.
const reachTimeout = 3 * time.Second

// reachEvery is how often a server is asked; tests set it before anything runs.
var reachEvery = 3 * time.Second

// reach asks a server again and again how it is, and logs it at the start and when
// that changes.
type reach struct {
	server string
	// ask returns no why if the server does its work; else that is for users and
	// operators, and cause for the log.
	ask func(context.Context) (why, cause error)

	mu    sync.Mutex
	why   error // what ready says
	asked bool
}

// ready is what the server's last answer means; before the first it is not.
func (r *reach) ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why
}

// run asks until ctx ends.
func (r *reach) run(ctx context.Context) error {
	tick := time.NewTicker(reachEvery)
	defer tick.Stop()
	for {
		r.look(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (r *reach) look(ctx context.Context) {
	asking, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	why, cause := r.ask(asking)
	if ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	changed := !r.asked || !errors.Is(why, r.why)
	r.why, r.asked = why, true
	r.mu.Unlock()
	switch {
	case !changed:
	case why != nil:
		slog.Warn("a server is not ready", "server", r.server, "reason", why, "err", cause)
	default:
		slog.Info("a server answers", "server", r.server)
	}
}

// newReach asks LiveKit whether it answers and takes the key. What it cannot know is
// whether an agent waits there.
func newReach(l LiveKitConfig) *reach {
	rooms := lksdk.NewRoomServiceClient(l.URL, l.Key, l.Secret)
	return &reach{
		server: "LiveKit", why: errNoLiveKit,
		ask: func(ctx context.Context) (why, cause error) {
			// The rooms of a name that none has: the smallest question that only a
			// server that takes the key answers.
			_, err := rooms.ListRooms(ctx, &livekit.ListRoomsRequest{Names: []string{"parley-readiness"}})
			var refused twirp.Error
			switch {
			case err == nil:
				return nil, nil
			case errors.As(err, &refused) && (refused.Code() == twirp.Unauthenticated || refused.Code() == twirp.PermissionDenied):
				return errKey, err
			}
			return errNoLiveKit, err
		},
	}
}

// newStoreReach asks a NATS server for its streams of those names.
func newStoreReach(js jetstream.JetStream, streams ...string) *reach {
	return &reach{
		server: "the store in NATS", why: errStore,
		ask: func(ctx context.Context) (why, cause error) {
			if !js.Conn().IsConnected() {
				return errStore, nats.ErrDisconnected
			}
			for _, name := range streams {
				if _, err := js.Stream(ctx, name); err != nil {
					return errStore, fmt.Errorf("stream %s: %w", name, err)
				}
			}
			return nil, nil
		},
	}
}

// watching runs a role and, until it has ended, asks servers how they are.
func watching(ctx context.Context, role func(context.Context) error, servers ...*reach) error {
	asking, stop := context.WithCancel(context.WithoutCancel(ctx))
	var g errgroup.Group
	for _, r := range servers {
		g.Go(func() error { return r.run(asking) })
	}
	err := role(ctx)
	stop()
	return errors.Join(err, g.Wait())
}

// OpsConfig says where operators look at a process.
type OpsConfig struct {
	// Address is empty for nowhere.
	Address string
	// Chosen is set if a person chose the address: it must then be free.
	Chosen bool
}

// openOps listens at the address; no listener means that nothing is shown.
// Where nobody chose the address, as with a second process on one machine, it
// being taken is no reason not to start.
func openOps(o OpsConfig) (net.Listener, error) {
	if o.Address == "" {
		return nil, nil //nolint:nilnil // no address, no listener
	}
	l, err := net.Listen("tcp", o.Address)
	switch {
	case err != nil && o.Chosen:
		return nil, SetupError{fmt.Errorf("cannot serve operators: %w; choose another address with --ops, or none with --ops=", err)}
	case err != nil:
		slog.Warn("no metrics and no health of this process: their address is taken; choose one with --ops", "err", err)
		return nil, nil //nolint:nilnil // as above
	}
	if a, ok := l.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() {
		slog.Warn("metrics and profiles can be reached from other machines", "ops", l.Addr())
	}
	return l, nil
}

// opsURL is the address of what l serves, empty without l.
func opsURL(l net.Listener) string {
	if l == nil {
		return ""
	}
	return "http://" + l.Addr().String()
}

// ops is what a process tells its operators, from its start to its end.
type ops struct {
	metrics *metrics.Metrics
	ready   *readiness
}

func newOps() ops { return ops{metrics.New(), &readiness{}} }

// shown runs a role and tells of it on l, if there is one, until the role has
// ended: how it begins and ends is told too.
func (o ops) shown(ctx context.Context, l net.Listener, role func(context.Context) error) error {
	if l == nil {
		return role(ctx)
	}
	shown, hide := context.WithCancel(context.WithoutCancel(ctx))
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return web.ServeOps(shown, l, o.metrics.Handler(), o.ready.report) })
	g.Go(func() error {
		defer hide()
		return role(ctx)
	})
	return g.Wait()
}
