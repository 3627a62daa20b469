package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"

	"golang.org/x/sync/errgroup"

	"parley/app/metrics"
	"parley/web"
)

// PageConfig says who may ask the page's server, and how.
type PageConfig struct {
	// Proxies are networks of reverse proxies, Hosts names of the page, Origins
	// other sites that may ask its API.
	Proxies, Hosts, Origins []string
	// Share is how many seats one address may have; 0 leaves some to others.
	Share int
}

// newPage is the web server's side of a configuration; w holds what does not
// come from there.
func newPage(c Config, w web.Config) (*web.Server, error) {
	var err error
	if w.Proxies, err = web.ParseProxies(c.Page.Proxies); err != nil {
		return nil, SetupError{fmt.Errorf("--trusted-proxies: %w", err)}
	}
	w.LiveKitURL = cmp.Or(c.LiveKit.Public, c.LiveKit.URL)
	w.Key, w.Secret, w.Agent = c.LiveKit.Key, c.LiveKit.Secret, c.LiveKit.AgentName()
	w.Hosts, w.Origins = c.Page.Hosts, c.Page.Origins
	if w.Scene, err = defaultScene(c, w.Library); err != nil {
		return nil, err
	}
	s, err := web.New(w)
	if err != nil {
		return nil, SetupError{err}
	}
	return s, nil
}

// RunWeb serves the page for agents in other processes until ctx ends. What keeps
// it from starting is a SetupError.
func RunWeb(ctx context.Context, c Config) error {
	if err := c.checkServers(false); err != nil {
		return err
	}
	m := metrics.New()
	role, err := newWebRole(c, m)
	if err != nil {
		return err
	}
	l, err := listen(c.HTTP)
	if err != nil {
		return err
	}
	ops, err := openOps(c.Ops)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	c.serving("http://" + l.Addr().String())
	return withOps(ctx, ops, m, func(ctx context.Context) error { return role.run(ctx, l) })
}

// webRole is the page for agents in other processes. Which agents there are
// LiveKit tells nobody, so the page is ready while LiveKit answers and takes the
// key.
type webRole struct {
	page  *web.Server
	reach *reach
}

func newWebRole(c Config, m *metrics.Metrics) (*webRole, error) {
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return nil, err
	}
	w := &webRole{reach: newReach(c.LiveKit)}
	w.page, err = newPage(c, web.Config{
		Library: library, Ready: readiness{w.reach.ready}.check, Forget: c.forget, TurnedAway: m.TurnedAway,
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
