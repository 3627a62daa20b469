package embedded

import (
	"context"
	"testing"

	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/rpc"
	"github.com/livekit/psrpc"
)

// asked is an agent client that notes how it was asked.
type asked struct {
	rpc.AgentInternalClient
	opts psrpc.RequestOpts
}

func (a *asked) JobRequest(
	_ context.Context, _, _ string, _ *livekit.Job, opts ...psrpc.RequestOption,
) (*rpc.JobRequestResponse, error) {
	for _, o := range opts {
		o(&a.opts)
	}
	return &rpc.JobRequestResponse{}, nil
}

func TestFirstNodeWithAWorkerGetsTheJob(t *testing.T) {
	a := &asked{}
	if _, err := (dispatcher{a}).JobRequest(t.Context(), "", "", &livekit.Job{}); err != nil {
		t.Fatal(err)
	}
	if s := a.opts.SelectionOpts; !s.AcceptFirstAvailable || s.MinimumAffinity <= 0 || s.AffinityTimeout <= 0 {
		t.Errorf("a node is selected by %+v, want the first with a worker", s)
	}
}

// This version of LiveKit still keeps its agent client where it is replaced, and
// other servers are refused and not broken.
func TestDispatcherFits(t *testing.T) {
	l, err := StartLiveKit(LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := hurryDispatch(l.server); err != nil {
		t.Errorf("the dispatcher does not fit this version of LiveKit: %v", err)
	}
	if err := hurryDispatch(&service.LivekitServer{}); err == nil {
		t.Error("a server without rooms takes a dispatcher")
	}
}
