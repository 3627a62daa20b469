package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/twitchtv/twirp"
)

// readiness is what must hold for a call to be taken. Each check is nil while it
// holds, else why not in words for users and operators; it must not block.
type readiness []func() error

// check is the first reason why no call can be taken, or nil.
func (r readiness) check() error {
	for _, ready := range r {
		if err := ready(); err != nil {
			return err
		}
	}
	return nil
}

// Why no call can be taken, as the page and /readyz say it.
var (
	errNoLiveKit = errors.New("there is no connection to LiveKit; calls can begin when it is back")
	errKey       = errors.New("LiveKit does not take the API key; calls can begin when the key is put right")
)

const (
	// reachEvery is how often LiveKit is asked, reachTimeout how long it may take
	// to answer.
	reachEvery   = 3 * time.Second
	reachTimeout = 3 * time.Second
)

// reach asks a LiveKit server again and again whether it answers and takes the
// key. What it cannot know is whether an agent waits there.
type reach struct {
	rooms *lksdk.RoomServiceClient
	every time.Duration

	mu  sync.Mutex
	why error // nil while the server answers
}

func newReach(l LiveKitConfig) *reach {
	return &reach{rooms: lksdk.NewRoomServiceClient(l.URL, l.Key, l.Secret), every: reachEvery, why: errNoLiveKit}
}

// ready is what LiveKit's last answer means.
func (r *reach) ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.why
}

// run asks until ctx ends.
func (r *reach) run(ctx context.Context) error {
	tick := time.NewTicker(r.every)
	defer tick.Stop()
	for {
		r.ask(ctx)
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// ask lists the rooms of a name that none has: the smallest question that only
// a server that takes the key answers.
func (r *reach) ask(ctx context.Context) {
	asking, cancel := context.WithTimeout(ctx, reachTimeout)
	defer cancel()
	_, err := r.rooms.ListRooms(asking, &livekit.ListRoomsRequest{Names: []string{"parley-readiness"}})
	if ctx.Err() != nil {
		return
	}
	why := reachOf(err)
	r.mu.Lock()
	changed := !errors.Is(why, r.why)
	r.why = why
	r.mu.Unlock()
	switch {
	case !changed:
	case why != nil:
		slog.Warn("no calls can be taken", "reason", why, "err", err)
	default:
		slog.Info("livekit answers")
	}
}

// reachOf is what an answer of the server's API means for calls.
func reachOf(err error) error {
	var refused twirp.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused) && (refused.Code() == twirp.Unauthenticated || refused.Code() == twirp.PermissionDenied):
		return errKey
	}
	return errNoLiveKit
}
