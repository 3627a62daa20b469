package web

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"

	"parley"
	"parley/scenarios"
)

func TestCreateCall(t *testing.T) {
	s, _ := newTestServer(t)
	var first, second CallReply
	body := `{"scenario":"riskyProjectApproval","username":"  Ada\n Lovelace ","usergender":"female"}`
	if r := send(t, s, "POST", "/api/calls", body, &first); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d, want 200", r.StatusCode)
	}
	send(t, s, "POST", "/api/calls", body, &second)
	if first.Room == second.Room || first.Identity == second.Identity {
		t.Errorf("two calls share room %q or identity %q", first.Room, first.Identity)
	}
	if first.URL != "ws://127.0.0.1:7880" {
		t.Errorf("url %q, want LiveKit's", first.URL)
	}
	verifier, err := auth.ParseAPIToken(first.Token)
	if err != nil {
		t.Fatal(err)
	}
	claims, grants, err := verifier.Verify(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	if life := time.Until(claims.ExpiresAt.Time); life < TokenLife-10*time.Second || life > TokenLife {
		t.Errorf("token lives %v, want %v", life, TokenLife)
	}
	if grants.Identity != first.Identity || grants.Name != "Ada Lovelace" {
		t.Errorf("token is for %q, %q, want %q, Ada Lovelace", grants.Identity, grants.Name, first.Identity)
	}
	checkGrants(t, grants, first.Room)
}

// microphones are the sources that a caller may publish: a client that names none means
// its microphone.
var microphones = []string{"microphone", "unknown"}

func checkGrants(t *testing.T, grants *auth.ClaimGrants, room string) {
	t.Helper()
	v := grants.Video
	if !v.RoomJoin || v.Room != room || !v.GetCanSubscribe() || !v.GetCanPublishData() {
		t.Errorf("grants %+v, want to join %s, subscribe and send data", v, room)
	}
	if !slices.Equal(v.CanPublishSources, microphones) {
		t.Errorf("may publish %v, want %v", v.CanPublishSources, microphones)
	}
	if v.RoomAdmin || v.RoomCreate || v.RoomList || v.RoomRecord || v.Agent || v.Hidden || v.GetCanUpdateOwnMetadata() {
		t.Errorf("grants %+v, want no more than a caller needs", v)
	}
	if n := len(grants.RoomConfig.Agents); n != 1 {
		t.Fatalf("token asks for %d agents, want 1", n)
	}
	agent := grants.RoomConfig.Agents[0]
	d, err := parley.ParseDispatch(agent.Metadata)
	want := parley.Dispatch{Scenario: "riskyProjectApproval", Username: "Ada Lovelace", Usergender: "female"}
	if err != nil || d != want || agent.AgentName != "parley" {
		t.Errorf("token asks %q for %+v, %v, want parley, %+v", agent.AgentName, d, err, want)
	}
}

func TestCreateCallRefuses(t *testing.T) {
	s, _ := newTestServer(t)
	for name, tc := range map[string]struct {
		body   string
		status int
		field  string
	}{
		"nothing":         {"", http.StatusUnsupportedMediaType, ""},
		"spaces":          {"  ", http.StatusBadRequest, ""},
		"not JSON":        {"scenario", http.StatusBadRequest, ""},
		"cut off":         {`{"scenario":`, http.StatusBadRequest, ""},
		"two values":      {`{"scenario":"riskyProjectApproval"} {}`, http.StatusBadRequest, ""},
		"unknown field":   {`{"scenario":"riskyProjectApproval","admin":true}`, http.StatusBadRequest, ""},
		"wrong type":      {`{"scenario":7}`, http.StatusBadRequest, "scenario"},
		"no scenario":     {`{}`, http.StatusBadRequest, "scenario"},
		"bad id":          {`{"scenario":"../../etc"}`, http.StatusBadRequest, "scenario"},
		"bad user":        {`{"scenario":"riskyProjectApproval","user":"../../../../../up"}`, http.StatusBadRequest, "user"},
		"guessable user":  {`{"scenario":"riskyProjectApproval","user":"bob"}`, http.StatusBadRequest, "user"},
		"almost a secret": {`{"scenario":"riskyProjectApproval","user":"0123456789abcde"}`, http.StatusBadRequest, "user"},
		"a long user":     {`{"scenario":"riskyProjectApproval","user":"` + strings.Repeat("a", 65) + `"}`, http.StatusBadRequest, "user"},
		"no mode":         {`{"scenario":"riskyProjectApproval","mode":"sung"}`, http.StatusBadRequest, "mode"},
		"a mode of 7":     {`{"scenario":"riskyProjectApproval","mode":7}`, http.StatusBadRequest, "mode"},
		"unknown":         {`{"scenario":"nothingLikeIt"}`, http.StatusNotFound, "scenario"},
		"long name": {`{"scenario":"riskyProjectApproval","username":"` + strings.Repeat("é", 65) + `"}`, http.StatusBadRequest,
			"username"},
		"long gender": {`{"scenario":"riskyProjectApproval","usergender":"` + strings.Repeat("x", 65) + `"}`, http.StatusBadRequest,
			"usergender"},
		"oversized":       {`{"scenario":"` + strings.Repeat("x", maxBody) + `"}`, http.StatusRequestEntityTooLarge, ""},
		"oversized spice": {strings.Repeat(" ", maxBody) + `{}`, http.StatusRequestEntityTooLarge, ""},
	} {
		var reply ErrorReply
		r := send(t, s, "POST", "/api/calls", tc.body, &reply)
		if r.StatusCode != tc.status || reply.Field != tc.field || reply.Error == "" {
			t.Errorf("%s: got %d %+v, want %d on field %q", name, r.StatusCode, reply, tc.status, tc.field)
		}
	}
}

// A scene that the engines here cannot play by voice is refused in the operator's words,
// and told of in the list by a code; typed it can be called.
func TestCreateCallRefusesWhatCannotBePlayed(t *testing.T) {
	s, _ := newTestServer(t)
	deaf := scenarios.Unplayable{Code: scenarios.NoEars, TextWay: true}
	s.config.Plays = func(scene scenarios.Scenario, mode parley.Mode) *Refusal {
		if scene.ID == "smallTalkLift" && mode != parley.ModeText {
			return &Refusal{deaf, "sphinx does not know it: --stt"}
		}
		return nil
	}
	for body, want := range map[string]int{
		`{"scenario":"smallTalkLift"}`:                http.StatusUnprocessableEntity,
		`{"scenario":"smallTalkLift","mode":""}`:      http.StatusUnprocessableEntity,
		`{"scenario":"smallTalkLift","mode":"voice"}`: http.StatusUnprocessableEntity,
		`{"scenario":"smallTalkLift","mode":"text"}`:  http.StatusOK,
		`{"scenario":"riskyProjectApproval"}`:         http.StatusOK,
	} {
		var reply struct {
			CallReply
			ErrorReply
		}
		r := send(t, s, "POST", "/api/calls", body, &reply)
		told := ErrorReply{}
		if want != http.StatusOK {
			told = ErrorReply{"sphinx does not know it: --stt", "scenario"}
		}
		if r.StatusCode != want || reply.ErrorReply != told {
			t.Errorf("%s: got %d %+v, want %d %+v", body, r.StatusCode, reply.ErrorReply, want, told)
		}
	}
	var list ScenarioList
	send(t, s, "GET", "/api/scenarios", "", &list)
	found := 0
	for _, p := range list.Scenarios {
		if p.ID == "smallTalkLift" && p.Unplayable != nil && *p.Unplayable == deaf {
			found++
		} else if p.Unplayable != nil {
			t.Errorf("%s is told of as %+v", p.ID, *p.Unplayable)
		}
	}
	if found != 1 {
		t.Error("the list does not tell of the scene that cannot be heard")
	}
}

// TestModeIsInTheToken: who types says so, and the agent is told; by a TokenSource, too.
func TestModeIsInTheToken(t *testing.T) {
	s, _ := newTestServer(t)
	var call CallReply
	send(t, s, "POST", "/api/calls", `{"scenario":"smallTalkLift","mode":"text"}`, &call)
	var source TokenReply
	send(t, s, "POST", "/api/token", `{"room_config":{"agents":[{"metadata":"{\"scenario\":\"smallTalkLift\",\"mode\":\"text\"}"}]}}`,
		&source)
	for _, token := range []string{call.Token, source.ParticipantToken} {
		verifier, err := auth.ParseAPIToken(token)
		if err != nil {
			t.Fatal(err)
		}
		_, grants, err := verifier.Verify(testSecret)
		if err != nil {
			t.Fatal(err)
		}
		d, err := parley.ParseDispatch(grants.RoomConfig.Agents[0].Metadata)
		if want := (parley.Dispatch{Scenario: "smallTalkLift", Mode: parley.ModeText}); err != nil || d != want {
			t.Errorf("the token asks for %+v, %v, want %+v", d, err, want)
		}
	}
	var reply ErrorReply
	const sung = `{"room_config":{"agents":[{"metadata":"{\"scenario\":\"smallTalkLift\",\"mode\":\"sung\"}"}]}}`
	r := send(t, s, "POST", "/api/token", sung, &reply)
	if r.StatusCode != http.StatusBadRequest || reply != (ErrorReply{parley.ErrMode.Error(), metadataField}) {
		t.Errorf("a mode that is none: %d %+v", r.StatusCode, reply)
	}
}

// Many clients name the charset, which JSON has but one of (RFC 8259).
func TestJSONWithACharsetIsJSON(t *testing.T) {
	s, _ := newTestServer(t)
	for kind, want := range map[string]int{
		"application/json":                   http.StatusOK,
		"application/json; charset=utf-8":    http.StatusOK,
		"Application/JSON;charset=\"UTF-8\"": http.StatusOK,
		"":                                   http.StatusUnsupportedMediaType,
		"text/plain":                         http.StatusUnsupportedMediaType,
		"application/json; charset":          http.StatusUnsupportedMediaType,
		"application/jsonl":                  http.StatusUnsupportedMediaType,
		"application/x-www-form-urlencoded; charset=utf8": http.StatusUnsupportedMediaType,
	} {
		r := httptest.NewRequest("POST", "/api/calls", strings.NewReader(`{"scenario":"riskyProjectApproval"}`))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Content-Type %q: status %d, want %d", kind, w.Code, want)
		}
	}
}

func FuzzCreateCall(f *testing.F) {
	for _, seed := range []string{`{"scenario":"riskyProjectApproval","username":"Ada"}`,
		`{"scenario":"riskyProjectApproval","user":"ana"}`, `{}`, `null`, `[`, "\xff", `{"scenario":"\u0000"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s, _ := newTestServer(t)
		r := send(t, s, "POST", "/api/calls", body, new(any))
		if r.StatusCode >= 500 {
			t.Errorf("%q gave %d", body, r.StatusCode)
		}
	})
}
