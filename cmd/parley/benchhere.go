package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"parley"
	"parley/bench"
	"parley/bench/caller"
	"parley/cmd/parley/lineup"
	"parley/engine/failover"
	"parley/media/vad"
)

const (
	// benchCalls is far above what one machine holds: what limits the calls is to
	// be measured.
	benchCalls = 1000
	// benchStart bounds the start of an agent, which takes half a second.
	benchStart = 15 * time.Second
)

// benchHere is a product to be measured whose agent runs in this process.
type benchHere struct {
	servers *benchServers
	agent   *agentRole
	stop    context.CancelFunc
	served  chan error
}

var _ bench.Product = (*benchHere)(nil)

// startBench returns when the agent takes calls.
func startBench(ctx context.Context, models string, e bench.Engines) (*benchHere, error) {
	servers, err := startBenchServers(ctx)
	if err != nil {
		return nil, err
	}
	b := &benchHere{servers: servers, served: make(chan error, 1)}
	if b.agent, err = newBenchAgent(ctx, models, e, servers); err != nil {
		return nil, errors.Join(err, servers.close())
	}
	registered := make(chan struct{}, 1)
	b.agent.worker.Registered = func(string) {
		select {
		case registered <- struct{}{}:
		default: // again, after a lost connection
		}
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	b.stop = stop
	go func() { b.served <- b.agent.run(serving) }()
	starting, cancel := context.WithTimeoutCause(ctx, benchStart, errors.New("the agent does not come up"))
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

// newBenchAgent is an agent with those engines beside the real voice detector.
func newBenchAgent(ctx context.Context, models string, e bench.Engines, s *benchServers) (*agentRole, error) {
	loaded, err := openBenchEngines(models, e)
	if err != nil {
		return nil, err
	}
	c := config{
		data: s.data, maxCalls: benchCalls,
		livekit: livekitConfig{url: s.livekit.URL, key: s.livekit.Key, secret: s.livekit.Secret},
	}
	a, err := newAgentRoleWith(ctx, loaded, c, s.checker.JS, s.library)
	if err != nil {
		return nil, errors.Join(err, loaded.close())
	}
	return a, nil
}

func openBenchEngines(models string, e bench.Engines) (*engines, error) {
	detector, err := vad.OpenModel(filepath.Join(models, vad.ModelFile))
	if err != nil {
		return nil, setupError{err}
	}
	thinking := failover.NewThinking(failover.Options{}, e.LLM)
	return &engines{
		hearing: failover.NewHearing(failover.Options{}, e.STT), hear: e.Hear,
		thinking: thinking, services: thinking,
		speaking: failover.NewSpeaking(failover.Options{}, e.TTS), vad: detector, opened: &lineup.Engines{},
	}, nil
}

// Call implements bench.Product.
func (b *benchHere) Call(d parley.Dispatch) (caller.Config, error) { return b.servers.call(d) }

// Usage implements bench.Product.
func (*benchHere) Usage() (bench.Usage, error) { return bench.Usage{}, nil }

// Checker implements bench.Product.
func (b *benchHere) Checker() bench.Checker { return b.servers.checker }

// Close implements bench.Product.
func (b *benchHere) Close() error {
	b.stop()
	err := errors.Join(<-b.served, b.agent.close(), b.servers.close())
	if err != nil {
		return fmt.Errorf("end the product: %w", err)
	}
	return nil
}
