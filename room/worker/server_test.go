package worker_test

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/app/embedded"
	"parley/room/roomtest"
	"parley/room/worker"
)

// dispatches lists a room's dispatches and the state of their jobs.
func dispatches(t *testing.T, name string) []*livekit.AgentDispatch {
	t.Helper()
	api := lksdk.NewAgentDispatchServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	list, err := api.ListDispatch(roomtest.Context(t), &livekit.ListAgentDispatchRequest{Room: name})
	if err != nil {
		t.Fatal(err)
	}
	return list.GetAgentDispatches()
}

func TestDeletedDispatchEndsJob(t *testing.T) {
	t.Parallel()
	jobs, _ := serve(t, &worker.Worker{AgentName: "deleted"})
	roomtest.JoinWith(t, roomtest.Token(t, "delete", "ana", "deleted", ""))
	job := roomtest.Receive(t, jobs)
	roomtest.JoinWith(t, job.Token)
	api := lksdk.NewAgentDispatchServiceClient(roomtest.Server.URL, roomtest.Server.Key, roomtest.Server.Secret)
	_, err := api.DeleteDispatch(roomtest.Context(t), &livekit.DeleteAgentDispatchRequest{
		Room: "delete", DispatchId: dispatches(t, "delete")[0].GetId(),
	})
	if err != nil {
		t.Fatal(err)
	}
	roomtest.Receive(t, job.ctx.Done())
	if cause := context.Cause(job.ctx); !errors.Is(cause, worker.ErrTerminated) {
		t.Errorf("the job's context ended with %v, want ErrTerminated", cause)
	}
}

func TestWorkerReturnsAfterServerWasDown(t *testing.T) {
	t.Parallel()
	s, err := roomtest.StartServer(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	_, registered := serve(t, &worker.Worker{AgentName: "returns", URL: s.URL, Key: s.Key, Secret: s.Secret})
	s.Kill()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	again, err := roomtest.StartServer(embedded.LiveKitConfig{Port: port, Key: s.Key, Secret: s.Secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Kill)
	if id := roomtest.Receive(t, registered); id == "" {
		t.Error("registered again without an id")
	}
}
