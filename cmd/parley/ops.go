package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"github.com/urfave/cli/v3"
	"golang.org/x/sync/errgroup"

	"parley/web"
)

// opsConfig says where operators look at a process.
type opsConfig struct {
	// address is empty for nowhere.
	address string
	// asked is set if a person chose the address.
	asked bool
}

func opsFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "ops", Value: "127.0.0.1:9090",
		Usage:   "private address of /metrics and /debug/pprof/; empty for none",
		Sources: env("PARLEY_OPS"),
	}
}

func opsOf(c *cli.Command) opsConfig {
	return opsConfig{address: c.String("ops"), asked: c.IsSet("ops")}
}

// openOps listens at the address; no listener means that nothing is shown.
// Where nobody chose the address, as with a second process on one machine, it
// being taken is no reason not to start.
func openOps(o opsConfig) (net.Listener, error) {
	if o.address == "" {
		return nil, nil //nolint:nilnil // no address, no listener
	}
	l, err := net.Listen("tcp", o.address)
	switch {
	case err != nil && o.asked:
		return nil, setupError{fmt.Errorf("cannot serve the metrics: %w; choose another address with --ops, or none with --ops=", err)}
	case err != nil:
		slog.Warn("no metrics of this process: their address is taken; choose one with --ops", "err", err)
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

// withOps runs a role and shows m on l, if there is one, until the role has
// ended: how it ends is shown too.
func withOps(ctx context.Context, l net.Listener, m *metrics, role func(context.Context) error) error {
	if l == nil {
		return role(ctx)
	}
	shown, hide := context.WithCancel(context.WithoutCancel(ctx))
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return web.ServeOps(shown, l, m.handler()) })
	g.Go(func() error {
		defer hide()
		return role(ctx)
	})
	return g.Wait()
}
