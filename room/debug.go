package room

import (
	"github.com/livekit/protocol/livekit/agent"
	"google.golang.org/protobuf/proto"

	"parley"
	"parley/room/lk"
)

// topicDebug is LiveKit's topic of requests about a session, each a message in a
// stream of bytes, which its playground and its command line ask
// (github.com/livekit/protocol, protobufs/agent/livekit_agent_session.proto).
const topicDebug = "lk.agent.session"

var debugStates = map[parley.State]agent.AgentState{
	parley.Initializing: agent.AgentState_AS_INITIALIZING,
	parley.Idle:         agent.AgentState_AS_IDLE,
	parley.Listening:    agent.AgentState_AS_LISTENING,
	parley.Thinking:     agent.AgentState_AS_THINKING,
	parley.Speaking:     agent.AgentState_AS_SPEAKING,
}

// debugged answers a request of the user's: a ping, what the agent does and what
// it is. The statistics that the playground polls are empty. Anything else, such
// as the history, is refused with an error, so that nobody waits for it.
func (c *Call) debugged(b lk.Bytes) {
	var m agent.AgentSessionMessage
	if b.Topic != topicDebug || !c.isUser(b.From) || proto.Unmarshal(b.Data, &m) != nil || m.GetRequest() == nil {
		return
	}
	reply, err := proto.Marshal(&agent.AgentSessionMessage{
		Message: &agent.AgentSessionMessage_Response{Response: c.debugReply(m.GetRequest())},
	})
	if err == nil {
		err = c.room.PostBytes(topicDebug, reply, b.From)
	}
	if err != nil {
		c.log.Debug("debug request not answered", "err", err)
	}
}

func (c *Call) debugReply(r *agent.SessionRequest) *agent.SessionResponse {
	reply := &agent.SessionResponse{RequestId: r.GetRequestId()}
	switch r.GetRequest().(type) {
	case *agent.SessionRequest_Ping_:
		reply.Response = &agent.SessionResponse_Pong_{Pong: &agent.SessionResponse_Pong{}}
	case *agent.SessionRequest_GetRtcStats:
		reply.Response = &agent.SessionResponse_GetRtcStats{GetRtcStats: &agent.SessionResponse_GetRTCStatsResponse{}}
	case *agent.SessionRequest_GetAgentInfo_:
		reply.Response = &agent.SessionResponse_GetAgentInfo{
			GetAgentInfo: &agent.SessionResponse_GetAgentInfoResponse{Id: c.room.Identity()}}
	case *agent.SessionRequest_GetFrameworkInfo_:
		reply.Response = &agent.SessionResponse_GetFrameworkInfo{
			GetFrameworkInfo: &agent.SessionResponse_GetFrameworkInfoResponse{Sdk: "parley"}}
	case *agent.SessionRequest_GetSessionState_:
		now := c.shown.now()
		user := agent.UserState_US_LISTENING
		if now.away {
			user = agent.UserState_US_AWAY
		}
		reply.Response = &agent.SessionResponse_GetSessionState{GetSessionState: &agent.SessionResponse_GetSessionStateResponse{
			AgentState: debugStates[now.state], UserState: user, AgentId: c.room.Identity(),
		}}
	default:
		reply.Error = proto.String("parley does not answer this request")
	}
	return reply
}
