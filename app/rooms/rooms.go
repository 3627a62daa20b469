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

// Recall asks once more for the agent in every room where a person waits for one that
// nobody took the job of, and returns how many there are. That a room's agent is just
// coming does no harm: of two, one gives way.
func (k *Keeper) Recall(ctx context.Context) (n int, err error) {
	asking, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	all, err := k.rooms.ListRooms(asking, &livekit.ListRoomsRequest{})
	if err != nil {
		return 0, fmt.Errorf("list rooms: %w", err)
	}
	var errs []error
	for _, room := range all.GetRooms() {
		asked, err := k.recall(ctx, room.GetName())
		if asked {
			n++
		}
		errs = append(errs, err)
	}
	return n, errors.Join(errs...)
}

// recall asks for the agent of one room, if it was asked for in vain.
func (k *Keeper) recall(ctx context.Context, room string) (asked bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	list, err := k.dispatches.ListDispatch(ctx, &livekit.ListAgentDispatchRequest{Room: room})
	if err != nil {
		return false, fmt.Errorf("list dispatches: %w", err)
	}
	ours := slices.DeleteFunc(list.GetAgentDispatches(), func(d *livekit.AgentDispatch) bool { return d.GetAgentName() != k.agent })
	taken := func(d *livekit.AgentDispatch) bool { return len(d.GetState().GetJobs()) > 0 }
	if len(ours) == 0 || slices.ContainsFunc(ours, taken) {
		return false, nil
	}
	there, err := k.rooms.ListParticipants(ctx, &livekit.ListParticipantsRequest{Room: room})
	if err != nil {
		return false, fmt.Errorf("list participants: %w", err)
	}
	person, agent := false, false
	for _, p := range there.GetParticipants() {
		person = person || p.GetKind() == livekit.ParticipantInfo_STANDARD
		agent = agent || p.GetKind() == livekit.ParticipantInfo_AGENT && p.GetAttributes()[rpc.AttrAgentName] == k.agent
	}
	if !person || agent {
		return false, nil
	}
	_, err = k.dispatches.CreateDispatch(ctx, &livekit.CreateAgentDispatchRequest{
		Room: room, AgentName: k.agent, Metadata: ours[0].GetMetadata(),
	})
	if err != nil {
		return false, fmt.Errorf("ask for an agent: %w", err)
	}
	return true, nil
}
