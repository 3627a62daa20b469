package app

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"golang.org/x/sync/errgroup"

	"parley/app/metrics"
	"parley/web"
)

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
