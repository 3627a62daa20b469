package app

import (
	"context"
	"errors"
	"net"
	"time"

	"parley/app/metrics"
)

// What tests of the running product compare with.
const AllTaken = allTaken

var (
	ErrNoLiveKit = errNoLiveKit
	ErrKey       = errKey
)

// RunWebOn is RunWeb on a listener, with LiveKit asked that often.
func RunWebOn(ctx context.Context, c Config, l net.Listener, every time.Duration) error {
	role, err := newWebRole(ctx, c, metrics.New())
	if err != nil {
		return err
	}
	role.reach.every = every
	return errors.Join(role.run(ctx, l), role.close())
}
