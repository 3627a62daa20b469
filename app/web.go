package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"parley/app/metrics"
	"parley/scenarios"
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
	l, err := listen(c.HTTP)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // closed already, if it was served
	ops, err := openOps(c.Ops)
	if err != nil {
		return err
	}
	if ops != nil {
		defer func() { _ = ops.Close() }() // as above
	}
	role, err := newWebRole(ctx, c, m, l, ops)
	if ctx.Err() != nil && err != nil {
		return nil
	}
	if err != nil {
		return err
	}
	c.serving("http://" + l.Addr().String())
	return errors.Join(withOps(ctx, ops, m, func(ctx context.Context) error { return role.run(ctx, l) }), role.close())
}

// webRole is the page for agents in other processes. Which agents there are
// LiveKit tells nobody, so the page is ready while LiveKit answers and takes the
// key.
type webRole struct {
	page  *web.Server
	reach *reach
	// users is nil where no NATS is named.
	users *webUsers
}

// newWebRole opens the role; while it waits for NATS it answers so on those of the
// listeners that are not nil.
func newWebRole(ctx context.Context, c Config, m *metrics.Metrics, shown ...net.Listener) (*webRole, error) {
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return nil, err
	}
	r := &webRole{reach: newReach(c.LiveKit)}
	w := web.Config{
		Library: library, Ready: readiness{r.reach.ready}.check, TurnedAway: m.TurnedAway,
		Forget: func(string) error { return errNoNATS }, // where agents keep what they know of a user
	}
	if c.NATSURL != "" {
		if r.users, err = openWebUsers(ctx, c, library, m, shown...); err != nil {
			return nil, err
		}
		r.users.minds.watchedBy(m)
		w.Forget, w.Assistant = r.users.store.forget, r.users.assistants
	}
	if r.page, err = newPage(c, w); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// run serves the page on l, which it closes, until ctx ends.
func (w *webRole) run(ctx context.Context, l net.Listener) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.reach.run(ctx) })
	if w.users != nil {
		g.Go(func() error { return w.users.assistants.host.Run(ctx) })
	}
	g.Go(func() error { return w.page.Serve(ctx, l) })
	return g.Wait()
}

// close frees what the role holds. run must have returned.
func (w *webRole) close() error {
	if w.users == nil {
		return nil
	}
	return w.users.close()
}

// webUsers are what the page's server needs of a NATS: it is one more host of the
// users whom the agents serve in calls, and deletes all that is kept of one.
type webUsers struct {
	conn       *nats.Conn
	store      *userStore
	minds      *Minds
	assistants *assistants
}

func openWebUsers(
	ctx context.Context, c Config, library *scenarios.Library, m *metrics.Metrics, shown ...net.Listener,
) (u *webUsers, err error) {
	conn, js, err := awaitNATS(ctx, c, shown...)
	if err != nil {
		return nil, err
	}
	u = &webUsers{conn: conn}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.close())
		}
	}()
	if u.store, err = openUserStore(ctx, c, js); err != nil {
		return u, err
	}
	if u.minds, err = openThinking(ctx, c); err != nil {
		return u, err
	}
	if u.assistants, err = openAssistants(ctx, c, js, u.minds.engines, library, u.store.key, m.Damaged); err != nil {
		return u, err
	}
	u.store.assistants = u.assistants.host
	return u, nil
}

func (u *webUsers) close() (err error) {
	if u.assistants != nil {
		err = u.assistants.close()
	}
	if u.minds != nil {
		err = errors.Join(err, u.minds.Close())
	}
	if u.store != nil {
		err = errors.Join(err, u.store.calls.Close())
	}
	u.conn.Close()
	return err
}
