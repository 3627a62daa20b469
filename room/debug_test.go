package room_test

import (
	"testing"

	"github.com/livekit/protocol/livekit/agent"
	"google.golang.org/protobuf/proto"

	"parley"
	"parley/room/lk"
	"parley/room/roomtest"
)

// What LiveKit's playground asks every 5 s is answered, and what is not known is
// refused, so that its log stays quiet.
func TestSessionRequestsAreAnswered(t *testing.T) {
	t.Parallel()
	replies := make(chan *agent.SessionResponse, 8)
	ana := roomtest.JoinWith(t, roomtest.Token(t, "debug", "ana", "", ""), func(_ *roomtest.Peer, c *lk.Config) {
		c.Bytes = []string{"lk.agent.session"}
		c.Events.Bytes = func(b lk.Bytes) {
			var m agent.AgentSessionMessage
			if err := proto.Unmarshal(b.Data, &m); err != nil {
				t.Errorf("reply: %v", err)
			}
			replies <- m.GetResponse()
		}
	})
	call := answer(t, agentJob(t, "debug"))
	call.State(parley.Thinking)
	ask := func(r *agent.SessionRequest) *agent.SessionResponse {
		b, err := proto.Marshal(&agent.AgentSessionMessage{Message: &agent.AgentSessionMessage_Request{Request: r}})
		if err != nil {
			t.Fatal(err)
		}
		if err := ana.PostBytes("lk.agent.session", b); err != nil {
			t.Fatal(err)
		}
		reply := roomtest.Receive(t, replies)
		if reply.GetRequestId() != r.GetRequestId() {
			t.Errorf("reply to %q, want to %q", reply.GetRequestId(), r.GetRequestId())
		}
		return reply
	}
	stats := ask(&agent.SessionRequest{RequestId: "1", Request: &agent.SessionRequest_GetRtcStats{}})
	if stats.GetGetRtcStats() == nil || stats.Error != nil {
		t.Errorf("statistics: %v", stats)
	}
	state := ask(&agent.SessionRequest{RequestId: "2", Request: &agent.SessionRequest_GetSessionState_{}})
	if got := state.GetGetSessionState(); got.GetAgentState() != agent.AgentState_AS_THINKING || got.GetAgentId() != "agent-debug" {
		t.Errorf("state: %v", state)
	}
	history := ask(&agent.SessionRequest{RequestId: "3", Request: &agent.SessionRequest_GetChatHistory_{}})
	if history.GetError() == "" {
		t.Errorf("history: %v, want a refusal", history)
	}
}
