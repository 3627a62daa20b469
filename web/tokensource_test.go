package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/livekit/protocol/auth"

	"parley"
)

// tokenServer has riskyProjectApproval as its default scene.
func tokenServer(t *testing.T) *Server {
	t.Helper()
	return serverWith(t, func(c *Config) { c.Scene = "riskyProjectApproval" })
}

// grantsOf asks for a token with body and returns what it grants.
func grantsOf(t *testing.T, s *Server, body string) *auth.ClaimGrants {
	t.Helper()
	var reply map[string]string
	r := send(t, s, "POST", "/api/token", body, &reply)
	if r.StatusCode != http.StatusCreated || len(reply) != 2 || reply["server_url"] != "ws://127.0.0.1:7880" {
		t.Fatalf("%s: %d, %v; want 201, server_url and participant_token", body, r.StatusCode, reply)
	}
	verifier, err := auth.ParseAPIToken(reply["participant_token"])
	if err != nil {
		t.Fatal(err)
	}
	_, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	return grants
}

func TestToken(t *testing.T) {
	s := tokenServer(t)
	const scene = "riskyProjectApproval"
	for _, tt := range []struct {
		name, body string
		want       parley.Dispatch
		shown      string
	}{
		{"nothing", ``, parley.Dispatch{Scenario: scene}, ""},
		{"an empty object", `{}`, parley.Dispatch{Scenario: scene}, ""},
		{"a name", `{"participant_name":" Ada\n"}`, parley.Dispatch{Scenario: scene, Username: "Ada"}, " Ada\n"},
		{"a scene by its id", `{"room_config":{"agents":[{"agent_name":"parley","metadata":"tellingAMother"}]}}`,
			parley.Dispatch{Scenario: "tellingAMother"}, ""},
		{"a dispatch", `{"participant_name":"A.","roomConfig":{"agents":[{"metadata":"{\"scenario\":\"tellingAMother\",\"username\":\"Ada\",\"user\":\"ana-0123456789ab\"}"}]}}`,
			parley.Dispatch{Scenario: "tellingAMother", Username: "Ada", User: "ana-0123456789ab"}, "A."},
		{"a dispatch without a scene", `{"room_config":{"agents":[{"metadata":"{\"username\":\"Ada\",\"theme\":\"dark\"}"}]}}`,
			parley.Dispatch{Scenario: scene, Username: "Ada"}, "Ada"},
		{"an agent without words", `{"room_config":{"agents":[{}]}}`, parley.Dispatch{Scenario: scene}, ""},
		{"fields to come", `{"room_config":{"agents":[{"deployment":"x","colour":"red"}],"tags":{"a":"b"}},"more":[1]}`,
			parley.Dispatch{Scenario: scene}, ""},
	} {
		// The library has riskyProjectApproval for sure; the other by its list.
		tt.body = strings.ReplaceAll(tt.body, "tellingAMother", otherScene(t, s))
		if tt.want.Scenario == "tellingAMother" {
			tt.want.Scenario = otherScene(t, s)
		}
		grants := grantsOf(t, s, tt.body)
		agents := grants.RoomConfig.Agents
		if len(agents) != 1 || agents[0].AgentName != "parley" {
			t.Fatalf("%s: the token asks for %v, want parley alone", tt.name, agents)
		}
		d, err := ParseDispatch(testSecret, grants.Video.Room, agents[0].Metadata)
		if err != nil || d != tt.want || grants.Name != tt.shown {
			t.Errorf("%s: asks for %+v, %v, shown as %q; want %+v, %q", tt.name, d, err, grants.Name, tt.want, tt.shown)
		}
	}
}

func otherScene(t *testing.T, s *Server) string {
	t.Helper()
	for _, scene := range s.config.Library.List() {
		if scene.ID != "riskyProjectApproval" {
			return scene.ID
		}
	}
	t.Fatal("there is one scene alone")
	return ""
}

// Whatever a client asks for, it gets a microphone and data in a room of its
// own, and nothing of LiveKit's that costs or spies.
func TestTokenGrantsNoMoreThanACall(t *testing.T) {
	s := tokenServer(t)
	body := `{"room_name":"room_of_another","participant_identity":"ada","participant_metadata":"m","participant_attributes":{"k":"v"},
		"room_config":{"name":"spy","empty_timeout":99999,"max_participants":5000,"egress":{"room":{"room_name":"x"}},
		"agents":[{"metadata":"riskyProjectApproval"},{"agent_name":"other"}]},
		"video":{"roomAdmin":true,"roomCreate":true}}`
	first, second := grantsOf(t, s, body), grantsOf(t, s, body)
	if first.Video.Room == second.Video.Room || strings.Contains(first.Video.Room, "another") || len(first.Video.Room) < 26 {
		t.Errorf("rooms %q and %q, want two that nobody can guess", first.Video.Room, second.Video.Room)
	}
	v := first.Video
	if !v.RoomJoin || !slices.Equal(v.CanPublishSources, microphones) || !v.GetCanPublishData() ||
		v.RoomAdmin || v.RoomCreate || v.RoomList || v.RoomRecord || v.Agent || v.Hidden || v.GetCanUpdateOwnMetadata() {
		t.Errorf("grants %+v, want a caller's", v)
	}
	c := first.RoomConfig
	if len(c.Agents) != 1 || c.Egress != nil || c.MaxParticipants != 0 || c.EmptyTimeout != emptyTimeout || c.Name != "" {
		t.Errorf("room configuration %+v, want our own", c)
	}
	if first.Identity != "ada" || first.Metadata != "m" || first.Attributes["k"] != "v" {
		t.Errorf("identity %q, metadata %q, attributes %v, want those asked for", first.Identity, first.Metadata, first.Attributes)
	}
}

func TestTokenRefuses(t *testing.T) {
	s := tokenServer(t)
	for name, tt := range map[string]struct {
		body   string
		status int
		field  string
	}{
		"no JSON":            {`room`, http.StatusBadRequest, ""},
		"wrong type":         {`{"room_name":7}`, http.StatusBadRequest, ""},
		"two values":         {`{} {}`, http.StatusBadRequest, ""},
		"long name":          {`{"participant_name":"` + strings.Repeat("é", 65) + `"}`, http.StatusBadRequest, "participant_name"},
		"long identity":      {`{"participant_identity":"` + strings.Repeat("x", 129) + `"}`, http.StatusBadRequest, "participant_identity"},
		"another agent":      {`{"room_config":{"agents":[{"agent_name":"other"}]}}`, http.StatusBadRequest, "room_config.agents.agent_name"},
		"no id":              {`{"room_config":{"agents":[{"metadata":"../etc"}]}}`, http.StatusBadRequest, metadataField},
		"a guessable user":   {`{"room_config":{"agents":[{"metadata":"{\"scenario\":\"riskyProjectApproval\",\"user\":\"bob\"}"}]}}`, http.StatusBadRequest, metadataField},
		"unknown scene":      {`{"room_config":{"agents":[{"metadata":"nothingLikeIt"}]}}`, http.StatusNotFound, metadataField},
		"a body of 4 KiB on": {`{"participant_metadata":"` + strings.Repeat("x", maxBody) + `"}`, http.StatusRequestEntityTooLarge, ""},
	} {
		var reply ErrorReply
		r := send(t, s, "POST", "/api/token", tt.body, &reply)
		if r.StatusCode != tt.status || reply.Field != tt.field || reply.Error == "" {
			t.Errorf("%s: got %d %+v, want %d on field %q", name, r.StatusCode, reply, tt.status, tt.field)
		}
	}
	none, _ := newTestServer(t)
	if r := send(t, none, "POST", "/api/token", "{}", nil); r.StatusCode != http.StatusBadRequest {
		t.Errorf("without a default scene: status %d, want 400", r.StatusCode)
	}
}

// The doors are the same as those of /api/calls: readiness, limit and seats.
func TestTokenHasTheSameDoors(t *testing.T) {
	s := openHouse(t, 1, 1)
	r := send(t, s, "POST", "/api/token", `{"room_config":{"agents":[{"metadata":"riskyProjectApproval"}]}}`, nil)
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "60" {
		t.Errorf("full: %d, Retry-After %q, want 503, 60", r.StatusCode, r.Header.Get("Retry-After"))
	}
	s, registered := newTestServer(t)
	registered.Store(false)
	if r := send(t, s, "POST", "/api/token", `{"room_config":{"agents":[{"metadata":"riskyProjectApproval"}]}}`, nil); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("not ready: %d, want 503", r.StatusCode)
	}
	s = tokenServer(t)
	for range limitBurst / 2 {
		send(t, s, "POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`, nil)
		send(t, s, "POST", "/api/token", `{}`, nil)
	}
	if r := send(t, s, "POST", "/api/token", `{}`, nil); r.StatusCode != http.StatusTooManyRequests {
		t.Errorf("after %d calls: %d, want 429", limitBurst, r.StatusCode)
	}
}

func FuzzToken(f *testing.F) {
	for _, seed := range []string{`{}`, ``, `{"room_config":{"agents":[{"metadata":"{\"scenario\":\"x\"}"}]}}`, `{"participant_name":"\u0000"}`, "\xff", `[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := tokenServer(t)
		var reply map[string]any
		r := send(t, s, "POST", "/api/token", body, &reply)
		if r.StatusCode >= 500 || !json.Valid([]byte(body)) && r.StatusCode == http.StatusCreated && body != "" {
			t.Errorf("%q gave %d", body, r.StatusCode)
		}
	})
}
