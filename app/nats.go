package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley/checker/queue"
	"parley/scenarios"
	"parley/streams"
	"parley/web"
)

// How soon a NATS server that is back, or one that hangs, is noticed.
const (
	natsReconnect = 250 * time.Millisecond
	natsPing      = 5 * time.Second // two unanswered mean that it hangs
)

const (
	// natsRetry spaces the tries to reach a server at the start, waitingEvery the
	// lines in the log that say so.
	natsRetry    = time.Second
	waitingEvery = 30 * time.Second
)

// Why no call can be taken, as the page and /readyz say it while a role waits.
var errNoNATSYet = errors.New("there is no connection to NATS; calls can begin when it is there")

// errNoNATS is of a role run alone that knows no server.
var errNoNATS = SetupError{errors.New("which NATS? set NATS_URL, or run `parley serve`")}

// ConnectNATS reaches an external NATS server and makes the checker's streams. It
// tries once. The caller closes the connection. An error is a SetupError; it wraps
// ErrNATSAway if it may pass by itself.
func ConnectNATS(ctx context.Context, url string, access NATSAccess) (*nats.Conn, jetstream.JetStream, error) {
	nc, err := DialNATS(url, access)
	if err != nil {
		return nil, nil, err
	}
	js, err := SetupStreams(ctx, nc, streams.Config{Replicas: access.Replicas})
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	return nc, js, nil
}

// SetupStreams makes the streams of the checker, if they are not there. An error wraps
// ErrNATSAway if it may pass by itself.
func SetupStreams(ctx context.Context, nc *nats.Conn, c streams.Config) (jetstream.JetStream, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	if err := queue.Setup(ctx, js, c); err != nil {
		return nil, SetupError{setupWords(err, c.Replicas)}
	}
	return js, nil
}

// setupWords says what an error of setting streams up means.
func setupWords(err error, replicas int) error {
	var refused *jetstream.APIError
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("the NATS server keeps no streams: turn JetStream on there, for this account too (%w)", err)
	case errors.Is(err, streams.ErrReplicas) && errors.As(err, &refused) && refused.ErrorCode == 10074: // no cluster
		return fmt.Errorf("--nats-replicas %d needs a cluster of as many NATS servers, and this one is alone: %w", replicas, err)
	case errors.Is(err, streams.ErrReplicas):
		return fmt.Errorf("%w: --nats-replicas %d needs as many NATS servers of the cluster at work: %w", ErrNATSAway, replicas, err)
	case errors.As(err, &refused) && refused.Code < 500:
		return fmt.Errorf("NATS refuses to make the checker's streams: %w", err)
	}
	return fmt.Errorf("%w: set up the checker's streams: %w", ErrNATSAway, err)
}

// alone is what a role that runs alone begins with.
type alone struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	library *scenarios.Library
	told    ops
	// shown is where the role is told of.
	shown string
}

// runAlone runs a role until ctx ends.
func runAlone(ctx context.Context, c Config, role func(context.Context, Config, alone) error) error {
	library, err := OpenScenarios(c.Scenarios)
	if err != nil {
		return err
	}
	l, err := openOps(c.Ops)
	if err != nil {
		return err
	}
	told := newOps()
	return told.shown(ctx, l, func(ctx context.Context) error {
		nc, js, err := awaitNATS(ctx, c)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		defer nc.Close()
		return role(ctx, c, alone{nc, js, library, told, opsURL(l)})
	})
}

// awaitNATS is ConnectNATS for a role: where the server is away, or its cluster not
// complete, it waits, says so in the log, and answers on those of the listeners that
// are not nil that it is alive and not ready. It returns ctx's error when that ends.
// What waiting cannot mend, such as a wrong password, is a SetupError at once.
func awaitNATS(ctx context.Context, c Config, shown ...net.Listener) (nc *nats.Conn, js jetstream.JetStream, err error) {
	if c.NATSURL == "" {
		return nil, nil, errNoNATS
	}
	nc, js, err = ConnectNATS(ctx, c.NATSURL, c.NATS)
	if !errors.Is(err, ErrNATSAway) {
		return nc, js, err
	}
	waiting, reached := context.WithCancel(ctx)
	g, waiting := errgroup.WithContext(waiting)
	for _, l := range shown {
		if l != nil {
			g.Go(func() error { return web.ServeWaiting(waiting, l, errNoNATSYet) })
		}
	}
	g.Go(func() error {
		defer reached()
		nc, js, err = retryNATS(waiting, c, err)
		return err
	})
	if failed := g.Wait(); failed != nil {
		if nc != nil {
			nc.Close()
		}
		return nil, nil, failed
	}
	return nc, js, err
}

// retryNATS tries until the server is there, ctx ends, or something is found that does
// not pass by itself.
func retryNATS(ctx context.Context, c Config, err error) (*nats.Conn, jetstream.JetStream, error) {
	var said time.Time
	for {
		if time.Since(said) >= waitingEvery {
			slog.Warn("waiting for NATS; nothing is served before it is there", "nats", Redacted(c.NATSURL), "err", err)
			said = time.Now()
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(natsRetry):
		}
		var nc *nats.Conn
		var js jetstream.JetStream
		if nc, js, err = ConnectNATS(ctx, c.NATSURL, c.NATS); !errors.Is(err, ErrNATSAway) {
			if err == nil {
				slog.Info("NATS is there", "nats", Redacted(c.NATSURL))
			}
			return nc, js, err
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
}

// patiently tries until what is set up is there, ctx ends, or something is found that
// does not pass by itself.
func patiently(ctx context.Context, setUp func() error) error {
	for {
		err := setUp()
		if err == nil || !streams.MayPass(err) || ctx.Err() != nil {
			return err
		}
		slog.Warn("waiting for NATS, which answers late", "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(natsRetry):
		}
	}
}
