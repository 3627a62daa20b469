package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/urfave/cli/v3"
	"golang.org/x/sync/errgroup"

	"parley/app/engineconfig"
	"parley/web"
)

// The commands below run one role each, against external servers.

func agentCommand() *cli.Command {
	flags := append(dataFlags(), livekitFlags()...)
	flags = append(flags, natsFlag())
	flags = append(flags, agentFlags()...)
	flags = append(flags, engineFlags(engineconfig.STT, engineconfig.LLM, engineconfig.TTS)...)
	flags = append(flags, opsFlag())
	return &cli.Command{
		Name: "agent", Usage: "hold calls for an external LiveKit and NATS", Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			cfg, err := configOf(c)
			if err == nil {
				err = cfg.external(true)
			}
			if err != nil {
				return err
			}
			return agentAlone(ctx, cfg)
		},
	}
}

func agentAlone(ctx context.Context, c config) error {
	if err := writable(c.data); err != nil {
		return setupError{err}
	}
	library, err := openScenarios(c)
	if err != nil {
		return err
	}
	l, err := openOps(c.ops)
	if err != nil {
		return err
	}
	if l != nil {
		defer func() { _ = l.Close() }() // closed already, if it was served
	}
	nc, js, err := connectNATS(ctx, c.natsURL)
	if err != nil {
		return err
	}
	defer nc.Close()
	a, err := newAgentRole(ctx, c, js, library)
	if err != nil {
		return err
	}
	return errors.Join(withOps(ctx, l, a.metrics, a.run), a.close())
}

func webCommand() *cli.Command {
	flags := append(dataFlags(), pageFlags()...)
	flags = append(flags, livekitFlags()...)
	flags = append(flags, publicFlag(), natsFlag(), sceneFlag())
	return &cli.Command{
		Name: "web", Usage: "serve the page for an external LiveKit", Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			cfg, err := configOf(c)
			if err == nil {
				err = cfg.external(false)
			}
			if err != nil {
				return err
			}
			return webAlone(ctx, cfg, c.Root().Writer)
		},
	}
}

// webAlone serves the page for agents in other processes.
func webAlone(ctx context.Context, c config, told io.Writer) error {
	m := newMetrics()
	role, err := newWebRole(c, m)
	if err != nil {
		return err
	}
	l, err := listen(c.http)
	if err != nil {
		return err
	}
	ops, err := openOps(c.ops)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	fmt.Fprintf(told, "Parley is at http://%s\n", l.Addr())
	return withOps(ctx, ops, m, func(ctx context.Context) error { return role.run(ctx, l) })
}

// webRole is the page for agents in other processes. Which agents there are
// LiveKit tells nobody, so the page is ready while LiveKit answers and takes the
// key.
type webRole struct {
	page  *web.Server
	reach *reach
}

func newWebRole(c config, m *metrics) (*webRole, error) {
	library, err := openScenarios(c)
	if err != nil {
		return nil, err
	}
	w := &webRole{reach: newReach(c.livekit)}
	w.page, err = newPage(c, web.Config{
		Library: library, Ready: readiness{w.reach.ready}.check, Forget: c.forget, TurnedAway: m.turnedAway,
	})
	return w, err
}

// run serves the page on l, which it closes, until ctx ends.
func (w *webRole) run(ctx context.Context, l net.Listener) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.reach.run(ctx) })
	g.Go(func() error { return w.page.Serve(ctx, l) })
	return g.Wait()
}
