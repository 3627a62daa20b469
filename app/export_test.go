package app

import (
	"context"
	"errors"
	"net"
	"time"
)

// What tests of the running product compare with.
var (
	ErrNoLiveKit = errNoLiveKit
	ErrKey       = errKey
)

func init() { reachEvery = 50 * time.Millisecond }

// DialWords is what is said of a NATS server that gives err when it is dialled.
func DialWords(servers string, access NATSAccess, err error) error {
	return dialWords(servers, access, err)
}

// RunWebOn is RunWeb on a listener.
func RunWebOn(ctx context.Context, c Config, l net.Listener) error {
	role, err := newWebRole(ctx, c, newOps(), nil)
	if err != nil {
		return err
	}
	return errors.Join(role.run(ctx, l), role.close())
}
