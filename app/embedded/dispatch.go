package embedded

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/livekit/livekit-server/pkg/service"
	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/rpc"
	"github.com/livekit/psrpc"
)

// dispatcher gives a job to the first server that has a worker for it. LiveKit's
// own waits 200 ms for offers of other nodes (psrpc.DefaultAffinityShortCircuit),
// and here there is one node: measured from outside, the user hears the character
// that much sooner.
type dispatcher struct{ rpc.AgentInternalClient }

// leastAffinity is that of a node without a free worker, excluded.
const leastAffinity = 1e-6

// JobRequest implements rpc.AgentInternalClient.
func (d dispatcher) JobRequest(
	ctx context.Context, namespace, jobType string, job *livekit.Job, opts ...psrpc.RequestOption,
) (*rpc.JobRequestResponse, error) {
	first := psrpc.WithSelectionOpts(psrpc.SelectionOpts{
		MinimumAffinity: leastAffinity, AcceptFirstAvailable: true, AffinityTimeout: psrpc.DefaultAffinityTimeout,
	})
	return d.AgentInternalClient.JobRequest(ctx, namespace, jobType, job, append(opts, first)...)
}

// hurryDispatch puts a dispatcher into s, through reflection, as there is no
// setting for it. Before the server is started only. The error says what a new
// version of LiveKit has moved.
func hurryDispatch(s *service.LivekitServer) error {
	v := reflect.ValueOf(s).Elem()
	for _, name := range []string{"roomManager", "agentClient", "client"} {
		if v = v.FieldByName(name); !v.IsValid() {
			return fmt.Errorf("the livekit server has no %s", name)
		}
		for name != "client" && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
			if v.IsNil() {
				return fmt.Errorf("the livekit server's %s is not set", name)
			}
			v = v.Elem()
		}
	}
	if v.Type() != reflect.TypeFor[rpc.AgentInternalClient]() || !v.CanAddr() {
		return errors.New("the livekit server's agent client is of another type")
	}
	client := (*rpc.AgentInternalClient)(unsafe.Pointer(v.UnsafeAddr()))
	*client = dispatcher{*client}
	return nil
}
