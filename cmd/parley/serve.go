package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/urfave/cli/v3"
	"golang.org/x/sync/errgroup"

	"parley/app/embedded"
	"parley/app/engineconfig"
	"parley/web"
)

func serveCommand() *cli.Command {
	flags := append(dataFlags(), pageFlags()...)
	flags = append(flags, livekitFlags()...)
	flags = append(flags, embeddedFlags()...)
	flags = append(flags, publicFlag(), natsFlag())
	flags = append(flags, agentFlags()...)
	flags = append(flags, shareFlag())
	flags = append(flags, engineFlags(engineconfig.Roles()...)...)
	return &cli.Command{
		Name:  "serve",
		Usage: "run everything in this process",
		Description: "LiveKit and NATS run inside unless --livekit-url or --nats-url name others.\n" +
			"Engines are chosen by flags, the environment and a file, in that order (docs/engines.md); with none of them,\n" +
			"by what there is: OpenAI if OPENAI_API_KEY is set, an Ollama that answers, else the offline engines.",
		Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			cfg, err := configOf(c)
			if err != nil {
				return err
			}
			s, err := startServe(ctx, cfg)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Root().Writer, "Parley is at %s\n", s.URL)
			return s.Wait()
		},
	}
}

// served is the whole product running in this process.
type served struct {
	// URL is the address of the page, ops that of the metrics or empty; livekit
	// and js are the servers in use.
	URL, ops string
	livekit  livekitConfig
	js       jetstream.JetStream

	stop context.CancelFunc
	done chan struct{}
	err  error
}

// Wait returns when the product has ended: its context did, or a role failed.
func (s *served) Wait() error {
	<-s.done
	return s.err
}

// Close ends the product, calls told first, and waits for it.
func (s *served) Close() error {
	s.stop()
	return s.Wait()
}

// startServe starts everything and returns when the page answers. What keeps
// it from starting is a setupError. ctx or Close ends it within 5 s.
func startServe(ctx context.Context, c config) (*served, error) {
	begun := time.Now()
	if err := writable(c.data); err != nil {
		return nil, setupError{err}
	}
	p := &product{config: c}
	if err := p.open(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	ctx, stop := context.WithCancel(ctx)
	s := &served{
		URL: "http://" + p.listener.Addr().String(), ops: opsURL(p.ops), livekit: p.config.livekit, js: p.js,
		stop: stop, done: make(chan struct{}),
	}
	go func() {
		defer close(s.done)
		defer stop()
		s.err = errors.Join(withOps(ctx, p.ops, p.agent.metrics, p.run), p.close())
	}()
	slog.Info("serving", "page", s.URL, "ops", s.ops, "engines", p.names, "took", time.Since(begun).Round(time.Millisecond))
	return s, nil
}

// product is what startServe has opened so far.
type product struct {
	config   config
	listener net.Listener
	ops      net.Listener // nil for none
	livekit  *embedded.LiveKit
	nats     *embedded.NATS
	conn     *nats.Conn
	js       jetstream.JetStream
	agent    *agentRole
	check    *checkerRole
	page     *web.Server
	// reach watches a LiveKit that is not ours; nil for the embedded one.
	reach *reach
	// names says which engine serves which role.
	names map[string]string
}

func (p *product) open(ctx context.Context) (err error) {
	c := &p.config
	library, err := openScenarios(*c)
	if err != nil {
		return err
	}
	if p.listener, err = listen(c.http); err != nil {
		return err
	}
	if p.ops, err = openOps(c.ops); err != nil {
		return err
	}
	if err := p.openNATS(ctx); err != nil {
		return err
	}
	if c.livekit.url == "" {
		if err := p.openLiveKit(); err != nil { //nolint:contextcheck // it bounds its own start
			return err
		}
	} else {
		p.reach = newReach(c.livekit)
	}
	if p.agent, err = newAgentRole(ctx, *c, p.js, library); err != nil {
		return err
	}
	if p.check, err = newCheckerRole(ctx, *c, p.js, library); err != nil {
		return err
	}
	p.agent.metrics.engines.ofJudges(p.check.judges)
	p.agent.metrics.registry.MustRegister(p.check.metrics)
	p.names = p.agent.engines.names()
	p.names["checker"] = p.check.judges.name()
	p.page, err = newPage(*c, web.Config{
		Library: library, Engines: p.names, Plays: p.agent.engines.plays, Ready: p.readiness().check,
		Seats:  p.agent.bookings,
		Forget: p.agent.memory.forget, TurnedAway: p.agent.metrics.turnedAway,
	})
	return err
}

// readiness is what must hold for calls to be taken.
func (p *product) readiness() readiness {
	r := readiness{p.agent.ready}
	if p.reach != nil {
		r = append(r, p.reach.ready)
	}
	if p.nats != nil {
		r = append(r, p.nats.Ready)
	}
	return r
}

func (p *product) openNATS(ctx context.Context) (err error) {
	if p.config.natsURL != "" {
		p.conn, p.js, err = connectNATS(ctx, p.config.natsURL)
		return err
	}
	if p.nats, err = embedded.StartNATS(filepath.Join(p.config.data, "nats")); err != nil {
		return setupError{err}
	}
	if p.conn, err = p.nats.Connect(); err != nil {
		return err
	}
	p.js, err = setupStreams(ctx, p.conn)
	return err
}

// openLiveKit starts the embedded server; its key is kept in the data folder
// for other clients, such as the LiveKit CLI.
func (p *product) openLiveKit() (err error) {
	l := &p.config.livekit
	if l.key == "" {
		if l.key, l.secret, err = embedded.LoadKey(filepath.Join(p.config.data, "livekit.key")); err != nil {
			return setupError{err}
		}
	}
	p.livekit, err = embedded.StartLiveKit(embedded.LiveKitConfig{
		Port: l.port, UDPPort: l.udpPort, Key: l.key, Secret: l.secret,
	})
	if err != nil {
		return setupError{err}
	}
	l.url = p.livekit.URL
	return nil
}

// run runs all roles until ctx ends or one fails. The agent ends first, so that
// calls can still say goodbye; then the rest.
func (p *product) run(ctx context.Context) error {
	rest, stopRest := context.WithCancel(context.WithoutCancel(ctx))
	defer stopRest()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer stopRest()
		return p.agent.run(ctx)
	})
	g.Go(func() error { return p.check.Run(rest) })
	if p.reach != nil {
		g.Go(func() error { return p.reach.run(rest) })
	}
	g.Go(func() error { return p.page.Serve(rest, p.listener) })
	return g.Wait()
}

func (p *product) close() error {
	var errs []error
	if p.agent != nil {
		errs = append(errs, p.agent.close())
	}
	if p.check != nil {
		errs = append(errs, p.check.close())
	}
	if p.conn != nil {
		p.conn.Close()
	}
	if p.nats != nil {
		errs = append(errs, p.nats.Close())
	}
	if p.livekit != nil {
		errs = append(errs, p.livekit.Close())
	}
	for _, l := range []net.Listener{p.listener, p.ops} {
		if l != nil {
			_ = l.Close() // closed already, if it was served
		}
	}
	return errors.Join(errs...)
}

// leastSpace is what a start wants free in the data folder: room for the
// checker's streams and the journals of some hundred calls.
const leastSpace = 32 << 20

// writable makes the data folder, readable by this user alone, and sees that
// there is room in it.
func writable(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".probe-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk of the data folder %s is full: free %d MiB or choose another with --data", dir, leastSpace>>20)
	}
	if err != nil {
		return fmt.Errorf("cannot write to the data folder %s: %w; choose another with --data", dir, err)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return nil //nolint:nilerr // a disk that does not tell is found out by writing
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < leastSpace { //nolint:gosec // a size
		return fmt.Errorf("the disk of the data folder %s has only %d MiB free, Parley needs %d: free some or choose another with --data",
			dir, free>>20, leastSpace>>20)
	}
	return nil
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, setupError{fmt.Errorf("cannot serve the page: %w; choose another address with --http", err)}
	}
	return l, nil
}
