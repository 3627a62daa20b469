package web

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"unicode/utf8"

	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/encoding/protojson"

	"parley"
)

// maxIdentity is the most bytes of an identity a client may choose for itself.
const maxIdentity = 128

// metadataField is where a TokenSource's request says what call it wants.
const metadataField = "room_config.agents.metadata"

// TokenReply is the answer to POST /api/token, as LiveKit's TokenSource reads it.
type TokenReply struct {
	ServerURL        string `json:"server_url"`
	ParticipantToken string `json:"participant_token"`
}

// createToken is LiveKit's token endpoint, which its TokenSource.endpoint asks:
// livekit.TokenSourceRequest in JSON, or nothing at all, brings 201 and a
// TokenReply. What call is wanted stands in the metadata of the first
// agent of room_config, as in a dispatch; whoever says nothing gets the default
// scene, and participant_name is then how the character may call them.
//
// The rest of room_config is not for callers to choose and is left out, and so
// is room_name: every call has a room of its own whose name nobody can guess, or
// one who knows another's could join their call. Unknown fields are ignored.
func (s *Server) createToken(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		refuseBody(w, err)
		return
	}
	var request livekit.TokenSourceRequest
	if len(body) > 0 {
		if !isJSON(w, r) {
			return
		}
		if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(body, &request); err != nil {
			refuse(w, http.StatusBadRequest, "", "the body must be one JSON object, as LiveKit's TokenSource sends it")
			return
		}
	}
	c, fault := s.callerOf(&request)
	if fault != nil {
		answer(w, http.StatusBadRequest, fault)
		return
	}
	if !s.caller(w, r, &c.Dispatch.User) {
		return
	}
	if from := c.Dispatch.From; from != nil {
		refuse(w, http.StatusBadRequest, metadataField, "a fork is asked for by POST /api/calls, which looks whose call it is")
		return
	}
	if token, ok := s.admit(w, r, c, metadataField); ok {
		answer(w, http.StatusCreated, TokenReply{s.browserURL(), token})
	}
}

// callerOf is who a TokenSource asks for, or what is wrong with it.
func (s *Server) callerOf(request *livekit.TokenSourceRequest) (Caller, *ErrorReply) {
	wrong := func(field, reason string, args ...any) (Caller, *ErrorReply) {
		return Caller{}, &ErrorReply{fmt.Sprintf(reason, args...), field}
	}
	var agent livekit.RoomAgentDispatch
	if agents := request.GetRoomConfig().GetAgents(); len(agents) > 0 {
		agent.AgentName, agent.Metadata = agents[0].GetAgentName(), agents[0].GetMetadata()
	}
	switch {
	case len(request.GetParticipantIdentity()) > maxIdentity:
		return wrong("participant_identity", "must be at most %d bytes", maxIdentity)
	case utf8.RuneCountInString(request.GetParticipantName()) > parley.MaxNameRunes:
		return wrong("participant_name", "must be at most %d characters", parley.MaxNameRunes)
	case agent.AgentName != "" && agent.AgentName != s.config.Agent:
		return wrong("room_config.agents.agent_name", "the agent here is %q; leave the name out or name that", s.config.Agent)
	}
	d, err := parley.ParseDispatch(agent.Metadata)
	d.Scenario = cmp.Or(d.Scenario, s.config.Scene)
	if err == nil && d.Username == "" {
		d.Username = request.GetParticipantName()
		d, err = parley.ParseDispatch(d.Metadata())
	}
	if errors.Is(err, parley.ErrUser) {
		return wrong(metadataField, "%v", parley.ErrUser)
	}
	if errors.Is(err, parley.ErrMode) {
		return wrong(metadataField, "%v", parley.ErrMode)
	}
	if err != nil || d.Scenario == "" {
		return wrong(metadataField, "must be the id of a scenario, or an object with it as \"scenario\"")
	}
	c := NewCaller(d)
	if identity := request.GetParticipantIdentity(); identity != "" {
		c.Identity = identity
	}
	c.Name = request.GetParticipantName()
	c.Metadata, c.Attributes = request.GetParticipantMetadata(), request.GetParticipantAttributes()
	return c, nil
}

// refuseBody answers why a body could not be read.
func refuseBody(w http.ResponseWriter, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		refuse(w, http.StatusRequestEntityTooLarge, "", fmt.Sprintf("the body is over %d bytes", large.Limit))
		return
	}
	refuse(w, http.StatusBadRequest, "", "the body could not be read")
}
