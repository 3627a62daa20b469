package lk_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

func TestCallEndsWithItsContextAndRoom(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "patient", "ana")
	block := make(chan struct{})
	entered := make(chan struct{}, 2)
	ben := roomtest.Join(t, "patient", "ben", func(_ *roomtest.Peer, c *lk.Config) {
		c.Methods = map[string]lk.Method{"wait": func(string, string) (string, error) {
			entered <- struct{}{}
			<-block
			return "", nil
		}}
	})
	t.Cleanup(func() { close(block) }) // before ben leaves
	roomtest.Await(t, ana, func(j roomtest.Joined) bool { return j.Who == ben.Identity() })
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		_, err := ana.PerformRPC(ctx, "ben", "wait", "")
		result <- err
	}()
	roomtest.Receive(t, entered)
	clock := enginetest.Start()
	cancel()
	err, l := roomtest.Receive(t, result), clock.Lapse()
	if !errors.Is(err, context.Canceled) || l.Own > time.Second {
		t.Errorf("cancelled call: %v after %v, want Canceled at once", err, l.Took)
	}
	go func() {
		_, err := ana.PerformRPC(t.Context(), "ben", "wait", "")
		result <- err
	}()
	ana.Leave()
	if err := roomtest.Receive(t, result); !errors.Is(err, lk.ErrLeft) {
		t.Errorf("call of a room that was left: %v, want ErrLeft", err)
	}
}

func TestCallToSomeoneWhoLeavesEnds(t *testing.T) {
	t.Parallel()
	ana := roomtest.Join(t, "leaver", "ana")
	entered, hold := make(chan struct{}), make(chan struct{})
	ben := roomtest.Join(t, "leaver", "ben", func(_ *roomtest.Peer, c *lk.Config) {
		c.Methods = map[string]lk.Method{"wait": func(string, string) (string, error) {
			close(entered)
			<-hold
			return "", nil
		}}
	})
	t.Cleanup(func() { close(hold) })
	roomtest.Await(t, ana, func(j roomtest.Joined) bool { return j.Who == "ben" })
	result := make(chan error, 1)
	go func() {
		_, err := ana.PerformRPC(t.Context(), "ben", "wait", "")
		result <- err
	}()
	roomtest.Receive(t, entered)
	ben.Leave()
	if err := roomtest.Receive(t, result); !errors.Is(err, &rpc.Error{Code: rpc.CodeRecipientDisconnected}) {
		t.Errorf("call of someone who left: %v, want CodeRecipientDisconnected", err)
	}
}
