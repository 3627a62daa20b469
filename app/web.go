package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley/app/rooms"
	"parley/calls"
	"parley/scenarios"
	"parley/web"
)

// PageConfig says who may ask the page's server, and how.
type PageConfig struct {
	// Proxies are networks of reverse proxies, Hosts names of the page beside
	// this machine's own, Origins other sites that may ask its API.
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
	w.Held = rooms.New(c.LiveKit.URL, c.LiveKit.Key, c.LiveKit.Secret, c.LiveKit.AgentName()).Held
	w.Hosts, w.Origins = append(ownNames(), c.Page.Hosts...), c.Page.Origins
	if w.Scene, err = defaultScene(c, w.Library); err != nil {
		return nil, err
	}
	s, err := web.New(w)
	if err != nil {
		return nil, SetupError{err}
	}
	return s, nil
}

// ownNames are those under which a local network knows this machine.
func ownNames() []string {
	name, err := os.Hostname()
	if err != nil || web.CheckHosts([]string{name}) != nil {
		return nil
	}
	return []string{name, name + ".local"}
}

// RunWeb serves the page for agents in other processes until ctx ends. What keeps
// it from starting is a SetupError.
func RunWeb(ctx context.Context, c Config) error {
	if err := c.checkServers(false); err != nil {
		return err
	}
	c, err := c.forRole(c.HTTP)
	if err != nil {
		return err
	}
	l, err := listen(c.HTTP)
	if err != nil {
		return err
	}
	shown, err := openOps(c.Ops)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	told := newOps()
	return told.shown(ctx, shown, func(ctx context.Context) error {
		defer func() { _ = l.Close() }() // closed already, if it was served
		role, err := newWebRole(ctx, c, told, l)
		if ctx.Err() != nil && err != nil {
			return nil
		}
		if err != nil {
			return err
		}
		c.serving("http://" + l.Addr().String())
		return errors.Join(role.run(ctx, l), role.close())
	})
}

// webRole is the page for agents in other processes. Which agents there are
// LiveKit tells nobody, so calls can be taken while LiveKit answers and takes the
// key.
type webRole struct {
	page  *web.Server
	reach *reach
	// users is nil where no NATS is named, and so is their store.
	users *webUsers
	store *reach
}

// newWebRole opens the role; while it waits for NATS it answers so on l, the page's
// listener, if that is not nil.
func newWebRole(ctx context.Context, c Config, told ops, l net.Listener) (*webRole, error) {
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return nil, err
	}
	r := &webRole{reach: newReach(c.LiveKit)}
	w := web.Config{
		Library: library, Ready: told.ready.takesCalls, Readiness: told.ready.report, TurnedAway: told.metrics.TurnedAway,
		Forget:    func(string) (calls.Receipt, error) { return calls.Receipt{}, errNoNATS }, // where agents keep what they know of a user
		PersonKey: personKey(c), KeepDays: days(c.KeepCalls),
	}
	if c.NATSURL != "" {
		if r.users, err = openWebUsers(ctx, c, library, told, l); err != nil {
			return nil, err
		}
		r.users.minds.watchedBy(told.metrics)
		r.store = newStoreReach(r.users.js, usersStream)
		told.ready.need(natsPart(r.users.js.Conn()), part{name: "store", well: "it answers", state: r.store.ready})
		r.users.store.serve(&w, c, library, r.users.assistants)
		w.Assistant = r.users.assistants
	}
	if c.NATSURL == "" {
		slog.Warn("no assistants are served and nobody is forgotten: set NATS_URL to the agents' NATS")
	}
	if r.page, err = newPage(c, w); err != nil {
		return nil, errors.Join(err, r.close())
	}
	told.ready.begin(part{name: "livekit", well: "it answers and takes the key", state: r.reach.ready, calls: true})
	return r, nil
}

// run serves the page on l, which it closes, until ctx ends.
func (w *webRole) run(ctx context.Context, l net.Listener) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.reach.run(ctx) })
	if w.users != nil {
		g.Go(func() error { return w.users.assistants.host.Run(ctx) })
		g.Go(func() error { return w.store.run(ctx) })
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
	js         jetstream.JetStream
	store      *userStore
	minds      *Minds
	assistants *assistants
}

func openWebUsers(
	ctx context.Context, c Config, library *scenarios.Library, told ops, l net.Listener,
) (u *webUsers, err error) {
	_, js, err := awaitNATS(ctx, c, l)
	if err != nil {
		return nil, err
	}
	u = &webUsers{js: js}
	defer func() {
		if err != nil {
			err = errors.Join(err, u.close())
		}
	}()
	if u.store, err = openUserStore(ctx, c, js); err != nil {
		return u, err
	}
	if u.minds, err = OpenMinds(ctx, c); err != nil {
		return u, err
	}
	if u.assistants, err = openAssistants(ctx, c, js, u.minds.engines, library, u.store.key, told.metrics.Damaged); err != nil {
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
	u.js.Conn().Close()
	return err
}
