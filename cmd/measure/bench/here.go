package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app"
	"parley/bench"
	"parley/caller"
	"parley/scenarios"
)

const (
	// maxCalls is far above what one machine holds: what limits the calls is to
	// be measured.
	maxCalls = 1000
	// startTimeout bounds the start of an agent, which takes half a second.
	startTimeout = 15 * time.Second
)

// productHere is a product to be measured whose agent runs in this process.
type productHere struct {
	servers *servers
	agent   *app.Agent
	stop    context.CancelFunc
	served  chan error
}

var _ bench.Product = (*productHere)(nil)

// startHere returns when the agent takes calls.
func startHere(ctx context.Context, models string, e bench.Engines) (*productHere, error) {
	servers, err := startServers(ctx)
	if err != nil {
		return nil, err
	}
	b := &productHere{servers: servers, served: make(chan error, 1)}
	c := app.Config{
		Data:    servers.data,
		LiveKit: app.LiveKitConfig{URL: servers.livekit.URL, Key: servers.livekit.Key, Secret: servers.livekit.Secret},
	}
	if b.agent, err = newAgent(ctx, models, e, c, servers.checker.js, servers.library); err != nil {
		return nil, errors.Join(err, servers.close())
	}
	registered := make(chan struct{}, 1)
	b.agent.OnRegistered(func() {
		select {
		case registered <- struct{}{}:
		default: // again, after a lost connection
		}
	})
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	b.stop = stop
	go func() { b.served <- b.agent.Run(serving) }()
	starting, cancel := context.WithTimeoutCause(ctx, startTimeout, errors.New("the agent does not come up"))
	defer cancel()
	select {
	case <-registered:
		return b, nil
	case err = <-b.served:
		b.served <- nil // for Close
	case <-starting.Done():
		err = context.Cause(starting)
	}
	return nil, errors.Join(err, b.Close())
}

// newAgent is an agent with those engines beside the real voice detector, for
// more calls than one machine holds.
func newAgent(
	ctx context.Context, models string, e bench.Engines, c app.Config, js jetstream.JetStream, library *scenarios.Library,
) (*app.Agent, error) {
	loaded, err := app.OpenGiven(models, app.GivenEngines(e))
	if err != nil {
		return nil, err
	}
	c.MaxCalls = maxCalls
	a, err := app.NewAgent(ctx, loaded, c, js, library)
	if err != nil {
		return nil, errors.Join(err, loaded.Close())
	}
	return a, nil
}

// Call implements bench.Product.
func (b *productHere) Call(d parley.Dispatch) (caller.Config, error) { return b.servers.call(d) }

// Usage implements bench.Product.
func (*productHere) Usage() (bench.Usage, error) { return bench.Usage{}, nil }

// Checker implements bench.Product.
func (b *productHere) Checker() bench.Checker { return b.servers.checker }

// Close implements bench.Product.
func (b *productHere) Close() error {
	b.stop()
	err := errors.Join(<-b.served, b.agent.Close(), b.servers.close())
	if err != nil {
		return fmt.Errorf("end the product: %w", err)
	}
	return nil
}
