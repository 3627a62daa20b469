package room_test

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/app/embedded"
	"parley/room"
)

// dispatches lists a room's dispatches and the state of their jobs.
func dispatches(t *testing.T, name string) []*livekit.AgentDispatch {
	t.Helper()
	api := lksdk.NewAgentDispatchServiceClient(server.URL, server.Key, server.Secret)
	list, err := api.ListDispatch(testContext(t), &livekit.ListAgentDispatchRequest{Room: name})
	if err != nil {
		t.Fatal(err)
	}
	return list.GetAgentDispatches()
}

func TestDeletedDispatchEndsJob(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &room.Worker{AgentName: "deleted"})
	joinWith(t, token(t, "delete", "ana", "deleted", ""))
	job := receive(t, jobs)
	joinWith(t, job.Token)
	api := lksdk.NewAgentDispatchServiceClient(server.URL, server.Key, server.Secret)
	_, err := api.DeleteDispatch(testContext(t), &livekit.DeleteAgentDispatchRequest{
		Room: "delete", DispatchId: dispatches(t, "delete")[0].GetId(),
	})
	if err != nil {
		t.Fatal(err)
	}
	receive(t, job.ctx.Done())
	if cause := context.Cause(job.ctx); !errors.Is(cause, room.ErrTerminated) {
		t.Errorf("the job's context ended with %v, want ErrTerminated", cause)
	}
}

func TestWorkerReturnsAfterServerWasDown(t *testing.T) {
	t.Parallel()
	s, err := startServer(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	_, registered := serve(t, &room.Worker{AgentName: "returns", URL: s.URL, Key: s.Key, Secret: s.Secret})
	s.kill()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	again, err := startServer(embedded.LiveKitConfig{Port: port, Key: s.Key, Secret: s.Secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.kill)
	if id := receive(t, registered); id == "" {
		t.Error("registered again without an id")
	}
}

func TestLostRoomIsTold(t *testing.T) {
	t.Parallel()
	join(t, "lost", "ana")
	agent := answer(t, agentJob(t, "lost"))
	api := lksdk.NewRoomServiceClient(server.URL, server.Key, server.Secret)
	if _, err := api.DeleteRoom(testContext(t), &livekit.DeleteRoomRequest{Room: "lost"}); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, agent.did); got != "gone: The user left." && got != "gone: The connection to the room was lost." {
		t.Errorf("the handlers were told %q, want that the call is gone", got)
	}
}
