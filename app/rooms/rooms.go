// Package rooms sees that nobody waits in a room of a LiveKit server for an agent that
// will not come. LiveKit asks for one once, when a room is made.
package rooms

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/twitchtv/twirp"

	"parley"
	"parley/rpc"
)

// timeout bounds each question to the server.
const timeout = 3 * time.Second

// Keeper keeps the rooms that ask for one agent by name. Its methods block on the
// server and are safe for concurrent use.
type Keeper struct {
	rooms      *lksdk.RoomServiceClient
	dispatches *lksdk.AgentDispatchClient
	agent      string
}

// New is a keeper of the rooms that ask a server for an agent.
func New(url, key, secret, agent string) *Keeper {
	return &Keeper{
		rooms:      lksdk.NewRoomServiceClient(url, key, secret),
		dispatches: lksdk.NewAgentDispatchServiceClient(url, key, secret), agent: agent,
	}
}

// Close deletes a room that its last person has left, if it is still there. One that
// an agent made, coming back first to a server that was restarted, asks for nobody, and
// is kept for minutes: who came back later would sit in it alone.
func (k *Keeper) Close(ctx context.Context, room string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, err := k.rooms.DeleteRoom(ctx, &livekit.DeleteRoomRequest{Room: room})
	var refused twirp.Error
	if errors.As(err, &refused) && refused.Code() == twirp.NotFound {
		return nil
	}
	if err != nil {
		return fmt.Errorf("delete room: %w", err)
	}
	return nil
}

// Held reports whether an agent in a room says that it holds that call there.
func (k *Keeper) Held(ctx context.Context, room string, call parley.CallID) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	there, err := k.rooms.ListParticipants(ctx, &livekit.ListParticipantsRequest{Room: room})
	var refused twirp.Error
	if errors.As(err, &refused) && refused.Code() == twirp.NotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("list participants: %w", err)
	}
	return slices.ContainsFunc(there.GetParticipants(), func(p *livekit.ParticipantInfo) bool {
		return p.GetKind() == livekit.ParticipantInfo_AGENT && call != "" && p.GetAttributes()[rpc.AttrCall] == string(call)
	}), nil
}

// inVain is how long a room must be without an agent and a job to be asked for again:
// far above what LiveKit takes to give a job, so that it is not just being given.
const inVain = 2 * time.Second

// Recall asks once more for the agent in every room where a person waits for one that
// nobody took the job of, and returns how many there are. It takes 2 s and more.
func (k *Keeper) Recall(ctx context.Context) (n int, err error) {
	before, err := k.waiting(ctx)
	if len(before) == 0 {
		return 0, err // of rooms that were not seen
	}
	select {
	case <-time.After(inVain):
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
	now, err := k.waiting(ctx)
	errs := []error{err}
	for room, metadata := range now {
		if _, both := before[room]; both {
			errs = append(errs, k.ask(ctx, room, metadata))
			n++
		}
	}
	return n, errors.Join(errs...)
}

// waiting are the rooms where a person waits and no job was given, and what the agent
// was asked for with.
func (k *Keeper) waiting(ctx context.Context) (metadata map[string]string, err error) {
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	all, err := k.rooms.ListRooms(asking, &livekit.ListRoomsRequest{})
	if err != nil {
		return nil, fmt.Errorf("list rooms: %w", err)
	}
	metadata = map[string]string{}
	var errs []error
	for _, room := range all.GetRooms() {
		what, waits, err := k.waits(ctx, room.GetName())
		if waits {
			metadata[room.GetName()] = what
		}
		errs = append(errs, err)
	}
	return metadata, errors.Join(errs...)
}

// ask asks for the agent in a room.
func (k *Keeper) ask(ctx context.Context, room, metadata string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, err := k.dispatches.CreateDispatch(ctx, &livekit.CreateAgentDispatchRequest{
		Room: room, AgentName: k.agent, Metadata: metadata,
	})
	if err != nil {
		return fmt.Errorf("ask for an agent: %w", err)
	}
	return nil
}

// waits reports whether a person waits in a room for an agent whose job was not given.
func (k *Keeper) waits(ctx context.Context, room string) (metadata string, waits bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	list, err := k.dispatches.ListDispatch(ctx, &livekit.ListAgentDispatchRequest{Room: room})
	if err != nil {
		return "", false, fmt.Errorf("list dispatches: %w", err)
	}
	ours := slices.DeleteFunc(list.GetAgentDispatches(), func(d *livekit.AgentDispatch) bool { return d.GetAgentName() != k.agent })
	taken := func(d *livekit.AgentDispatch) bool { return len(d.GetState().GetJobs()) > 0 }
	if len(ours) == 0 || slices.ContainsFunc(ours, taken) {
		return "", false, nil
	}
	there, err := k.rooms.ListParticipants(ctx, &livekit.ListParticipantsRequest{Room: room})
	if err != nil {
		return "", false, fmt.Errorf("list participants: %w", err)
	}
	person, agent := false, false
	for _, p := range there.GetParticipants() {
		person = person || p.GetKind() == livekit.ParticipantInfo_STANDARD
		agent = agent || p.GetKind() == livekit.ParticipantInfo_AGENT && p.GetAttributes()[rpc.AttrAgentName] == k.agent
	}
	return ours[0].GetMetadata(), person && !agent, nil
}
