package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go"

	"parley"
	"parley/bench"
	"parley/bench/caller"
	"parley/cmd/parley/embedded"
	"parley/scenarios"
	"parley/web"
)

// benchServers are what an agent to be measured needs: LiveKit, NATS and a
// checker, in this process, on free ports of the loopback interface, and a
// folder that goes with them.
type benchServers struct {
	data    string
	library *scenarios.Library
	livekit *embedded.LiveKit
	nats    *embedded.NATS
	conn    *nats.Conn
	checker *benchChecker
}

func startBenchServers(ctx context.Context) (*benchServers, error) {
	s := &benchServers{}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *benchServers) open(ctx context.Context) (err error) {
	if s.data, err = os.MkdirTemp("", "parley-bench-"); err != nil {
		return setupError{err}
	}
	if s.library, err = bench.Library(); err != nil {
		return err
	}
	if s.livekit, err = embedded.StartLiveKit(embedded.LiveKitConfig{}); err != nil { //nolint:contextcheck // it bounds its own start
		return setupError{err}
	}
	if s.nats, err = embedded.ListenNATS(filepath.Join(s.data, "nats"), embedded.Loopback+":0"); err != nil {
		return setupError{err}
	}
	if s.conn, err = s.nats.Connect(); err != nil {
		return err
	}
	js, err := setupStreams(ctx, s.conn)
	if err != nil {
		return err
	}
	s.checker, err = newBenchChecker(js, s.library) //nolint:contextcheck // it outlives ctx, so that calls end first
	return err
}

// call is a room of its own for one call.
func (s *benchServers) call(d parley.Dispatch) (caller.Config, error) {
	token, err := web.CallToken(s.livekit.Key, s.livekit.Secret, agentName, web.NewCaller(d))
	return caller.Config{URL: s.livekit.URL, Token: token, Log: slog.Default()}, err
}

// close ends the servers; the agents must have ended.
func (s *benchServers) close() error {
	var errs []error
	if s.checker != nil {
		errs = append(errs, s.checker.close())
	}
	if s.conn != nil {
		s.conn.Close()
	}
	if s.nats != nil {
		errs = append(errs, s.nats.Close())
	}
	if s.livekit != nil {
		errs = append(errs, s.livekit.Close())
	}
	if s.data != "" {
		errs = append(errs, os.RemoveAll(s.data))
	}
	return errors.Join(errs...)
}
