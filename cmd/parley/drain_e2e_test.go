//go:build !race

// Agents give each other and their users some seconds of real time here: processes as
// users have them, with nothing beside them. What runs in them is watched by the race
// detector in the tests of app, room and room/worker.

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/caller"
	"parley/engine/enginetest"
	"parley/web"
)

// fleet is a LiveKit and a NATS server with agents in processes of their own.
type fleet struct {
	t *testing.T
	// livekit is how LiveKit is reached, nats where NATS is.
	livekit app.LiveKitConfig
	nats    string
}

func newFleet(t *testing.T) *fleet {
	t.Helper()
	livekit, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := livekit.Close(); err != nil {
			t.Error(err)
		}
	})
	l := app.LiveKitConfig{URL: livekit.URL, Key: livekit.Key, Secret: livekit.Secret}
	return &fleet{t, l, listenNATS(t)}
}

// listenNATS is the address of a NATS server that ends with the test.
func listenNATS(t *testing.T) string {
	t.Helper()
	nats, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
	})
	return nats.URL()
}

// agent starts an agent, whose journals are in the folder data, and waits until it
// takes calls.
func (f *fleet) agent(more ...string) (p *apptest.Part, data string) {
	f.t.Helper()
	data = f.t.TempDir()
	args := append([]string{
		"agent", "--data", data, "--nats-url", f.nats, "--models", apptest.Models(f.t), "--decoders", "1", "--ops", "",
		"--livekit-url", f.livekit.URL, "--livekit-api-key", f.livekit.Key, "--livekit-api-secret", f.livekit.Secret,
		"--stt", "sphinx", "--llm", "understudy", "--tts", "flite",
	}, more...)
	p = apptest.StartPart(f.t, "parley", false, nil, args...)
	f.t.Cleanup(func() {
		if said := p.Said.String(); f.t.Failed() {
			f.t.Logf("the agent said last:\n%s", said[max(0, len(said)-8_000):])
		}
	})
	apptest.Eventually(f.t, func() bool { return strings.Contains(p.Said.String(), "agent registered") })
	return p, data
}

// call joins a room of its own and waits until the character is heard.
func (f *fleet) call(ctx context.Context) (*caller.Caller, error) {
	token, err := web.CallToken(f.livekit.Key, f.livekit.Secret, app.DefaultAgent, web.NewCaller(parley.Dispatch{Scenario: apptest.Scene}))
	if err != nil {
		return nil, err
	}
	c, err := caller.Join(ctx, caller.Config{URL: f.livekit.URL, Token: token})
	if err != nil {
		return nil, err
	}
	f.t.Cleanup(c.Leave)
	return c, c.Until(ctx, func(v caller.View) bool { return v.State().State == parley.Speaking })
}

// calls are n of them at once.
func (f *fleet) calls(n int) []*caller.Caller {
	f.t.Helper()
	all := make([]*caller.Caller, n)
	f.each(all, func(ctx context.Context, i int) (err error) {
		all[i], err = f.call(ctx)
		return err
	})
	return all
}

// each does something for every caller at once.
func (f *fleet) each(all []*caller.Caller, do func(ctx context.Context, i int) error) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), apptest.Patience)
	defer cancel()
	errs := make([]error, len(all))
	var wg sync.WaitGroup
	for i := range all {
		wg.Go(func() { errs[i] = do(ctx, i) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			f.t.Errorf("caller %d: %v", i, err)
		}
	}
	if f.t.Failed() {
		f.t.FailNow()
	}
}

// answered types a line and waits until the answer to it is over.
func answered(ctx context.Context, c *caller.Caller, text string) error {
	begun := len(c.View().Latencies)
	if err := c.Type(ctx, text); err != nil {
		return err
	}
	return c.Until(ctx, func(v caller.View) bool {
		return len(v.Latencies) > begun && v.State().State == parley.Listening
	})
}

// ended waits for the agent's goodbye.
func ended(ctx context.Context, c *caller.Caller) (outcome parley.Outcome, reason string) {
	_ = c.Until(ctx, func(v caller.View) bool { return v.Ended != nil })
	if e := c.View().Ended; e != nil {
		return e.Outcome, e.Reason
	}
	return "", ""
}

func signal(t *testing.T, p *apptest.Part) {
	t.Helper()
	if err := p.Command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}

// exits is the status of a process that ends, and how long that takes, without the time
// for which others had the processors.
func exits(t *testing.T, p *apptest.Part) (status int, took time.Duration) {
	t.Helper()
	begun, done := enginetest.Start(), make(chan struct{})
	go func() { defer close(done); _ = p.Command.Wait() }()
	select {
	case <-done:
		return p.Command.ProcessState.ExitCode(), begun.Lapse().Own
	case <-time.After(apptest.Patience):
		t.Fatalf("the process does not end; it said:\n%s", p.Said.String())
		return 0, 0
	}
}

func journals(t *testing.T, data string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(data, "calls", "call_*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// TestDeployEndsNoCall tells an agent with eight calls to end: they go on until their
// callers hang up, new callers meet the other agent, and the process then ends by
// itself.
func TestDeployEndsNoCall(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	old, oldData := f.agent("--max-calls", "12") // a seat each for the late ones
	calls := f.calls(8)
	_, newData := f.agent()
	signal(t, old)
	apptest.Eventually(t, func() bool { return strings.Contains(old.Said.String(), "msg=draining calls=8 up_to=10m0s") })
	late := f.calls(3)
	if n, m := journals(t, oldData), journals(t, newData); n != 8 || m != 3 {
		t.Errorf("the old agent held %d calls and the new one %d, want 8 and 3", n, m)
	}
	f.each(calls, func(ctx context.Context, i int) error {
		return answered(ctx, calls[i], "The biggest risk is that our supplier is late this year.")
	})
	f.each(append(calls, late...), func(ctx context.Context, i int) error {
		c := append(calls, late...)[i]
		if err := c.HangUp(ctx); err != nil {
			return err
		}
		if outcome, reason := ended(ctx, c); outcome != parley.Left || reason != "You ended the call." {
			return fmt.Errorf("ended %s: %s", outcome, reason)
		}
		return nil
	})
	if status, took := exits(t, old); status != 0 {
		t.Errorf("the agent ended with status %d", status)
	} else {
		t.Logf("the old agent ended %v after its last call", took)
	}
}

// TestDrainSaysGoodbyeInWholeWords gives eight calls five seconds: the character finishes
// what it says, and the user is told why the call is over.
func TestDrainSaysGoodbyeInWholeWords(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	old, _ := f.agent("--drain", "5s", "--max-calls", "12")
	calls := f.calls(8)
	signal(t, old)
	wantGoodbyes(f, calls)
	if status, took := exits(t, old); status != 0 {
		t.Errorf("the agent ended with status %d", status)
	} else {
		t.Logf("the agent ended %v after the last goodbye", took)
	}
}

func wantGoodbyes(f *fleet, calls []*caller.Caller) {
	f.t.Helper()
	f.each(calls, func(ctx context.Context, i int) error {
		outcome, reason := ended(ctx, calls[i])
		if outcome != parley.Failed || !strings.Contains(reason, "shutting down") {
			return fmt.Errorf("ended %s: %s", outcome, reason)
		}
		said := ""
		for _, s := range calls[i].View().Captions {
			if s.Role == parley.Character {
				said = s.Text
			}
		}
		if said == "" || strings.HasSuffix(said, "—") {
			return fmt.Errorf("the character was cut off: %q", said)
		}
		return nil
	})
}

// TestSignals: a second signal says goodbye at once, a third ends at once; one without
// calls, and one while starting, end at once too.
func TestSignals(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	t.Run("second", func(t *testing.T) {
		p, _ := f.agent()
		calls := f.calls(1)
		signal(t, p)
		apptest.Eventually(t, func() bool { return strings.Contains(p.Said.String(), "msg=draining calls=1 up_to=10m0s") })
		signal(t, p)
		wantGoodbyes(f, calls)
		if status, _ := exits(t, p); status != 0 {
			t.Errorf("status %d", status)
		}
	})
	t.Run("third", func(t *testing.T) {
		p, _ := f.agent()
		calls := f.calls(1)
		for _, said := range []string{"msg=draining calls=1", `msg="saying goodbye" calls=1`} {
			signal(t, p)
			apptest.Eventually(t, func() bool { return strings.Contains(p.Said.String(), said) })
		}
		signal(t, p)
		f.each(calls, func(ctx context.Context, i int) error {
			if outcome, reason := ended(ctx, calls[i]); outcome != parley.Failed || !strings.Contains(reason, "shutting down") {
				return fmt.Errorf("ended %s: %s", outcome, reason)
			}
			return nil
		})
		if status, took := exits(t, p); status != 0 || took > 5*time.Second {
			t.Errorf("status %d after %v", status, took)
		}
	})
	t.Run("no calls", func(t *testing.T) {
		p, _ := f.agent()
		signal(t, p)
		if status, took := exits(t, p); status != 0 || took > 5*time.Second {
			t.Errorf("status %d after %v", status, took)
		}
	})
	t.Run("while starting", func(t *testing.T) {
		p := apptest.StartPart(t, "parley", false, nil, "serve", "--data", t.TempDir(), "--http", "127.0.0.1:0", "--ops", "",
			"--livekit-port", "0", "--livekit-udp-port", "0", "--models", apptest.Models(t))
		apptest.Eventually(t, func() bool { return p.Said.String() != "" })
		signal(t, p)
		if status, took := exits(t, p); status != 0 || took > 5*time.Second {
			t.Errorf("status %d after %v; it said:\n%s", status, took, p.Said.String())
		}
	})
}
