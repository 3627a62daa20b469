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

// RunWebOn is RunWeb on a listener.
func RunWebOn(ctx context.Context, c Config, l net.Listener) error {
	role, err := newWebRole(ctx, c, newOps(), nil)
	if err != nil {
		return err
	}
	return errors.Join(role.run(ctx, l), role.close())
}
