package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"parley"
	"parley/calls"
	"parley/scenarios"
)

// listScenarios answers with the list, which is the same for everyone and changes with
// what the engines can do alone.
func (s *Server) listScenarios(w http.ResponseWriter, r *http.Request) {
	list := s.config.Library.List()
	if s.config.Assistant != nil {
		list = append(list, s.config.Library.Assistants()...)
	}
	public := make([]scenarios.Public, len(list))
	for i, scenario := range list {
		public[i] = scenario.Public()
		if s.config.Plays != nil {
			if refusal := s.config.Plays(scenario, parley.ModeVoice); refusal != nil {
				public[i].Unplayable = &refusal.Unplayable
			}
		}
	}
	answerIfNew(w, r, ScenarioList{public, scenarios.Skills()})
}

// createCall answers with a token to a room that does not exist yet; it and the
// call begin when the caller joins.
func (s *Server) createCall(w http.ResponseWriter, r *http.Request) {
	var request CallRequest
	if !read(w, r, &request) {
		return
	}
	for field, name := range map[string]string{"username": request.Username, "usergender": request.Usergender} {
		if utf8.RuneCountInString(name) > parley.MaxNameRunes {
			refuse(w, http.StatusBadRequest, field, fmt.Sprintf("must be at most %d characters", parley.MaxNameRunes))
			return
		}
	}
	if !s.caller(w, r, &request.User) || !s.goesOn(w, r, &request) {
		return
	}
	if c := request.Consent; c != nil && (c.Version < 1 || c.Version > ConsentVersion || c.KeepDays < 0) {
		refuse(w, http.StatusBadRequest, "consent", "must be of a version that GET /api/privacy tells")
		return
	}
	d, err := parley.ParseDispatch(parley.Dispatch(request).Metadata())
	if errors.Is(err, parley.ErrUser) {
		refuse(w, http.StatusBadRequest, "user", parley.ErrUser.Error())
		return
	}
	if errors.Is(err, parley.ErrMode) {
		refuse(w, http.StatusBadRequest, "mode", parley.ErrMode.Error())
		return
	}
	if err != nil || d.Scenario == "" {
		refuse(w, http.StatusBadRequest, "scenario", "must be the id of a scenario")
		return
	}
	caller := NewCaller(d)
	if token, ok := s.admit(w, r, caller, "scenario"); ok {
		answer(w, http.StatusOK, CallReply{s.browserURL(), token, caller.Room, caller.Identity, s.ticketFor(caller)})
	}
}

// caller sets who calls, where the request does not say so itself: a bearer, or the
// person of the cookie. Nobody need be told. It reports false after an answer.
func (s *Server) caller(w http.ResponseWriter, r *http.Request, user *string) bool {
	if *user != "" {
		return true
	}
	if bearer, told := bearerOf(r); told && parley.IsUser(bearer) {
		*user = bearer
		return true
	}
	person, ok := s.byCookie(w, r)
	*user = person
	return ok
}

// goesOn checks the call that a fork goes on from, which must be the caller's, over
// and have that turn, and sets its scene. It reports false after an answer.
func (s *Server) goesOn(w http.ResponseWriter, r *http.Request, request *CallRequest) bool {
	from, begun := request.From, time.Now()
	switch {
	case from == nil:
		return true
	case s.config.Calls == nil:
		refuse(w, http.StatusNotImplemented, "from", noCalls)
		return false
	case !parley.IsUser(request.User):
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, "user", "only a call of one's own can be gone on from: say who you are")
		return false
	}
	events, err := s.config.Calls.Events(r.Context(), request.User, from.Call)
	if !s.ofCall(w, r, begun, err) {
		return false
	}
	c := calls.Fold(events)
	if c.Outcome(time.Now()) == "" {
		return s.ofCall(w, r, begun, calls.ErrUnderWay)
	}
	if _, err := calls.ForkAt(c, from.Turn); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "from", "The call cannot be gone on from that turn: "+
			"there is none of that number, or the character had said nothing yet, or it was over")
		return false
	}
	request.Scenario = c.Started.Scenario
	return true
}

// admit keeps a seat for c and returns the token to it, or answers why not; field
// is where the request names the scenario.
func (s *Server) admit(w http.ResponseWriter, r *http.Request, c Caller, field string) (token string, ok bool) {
	scene, ok := s.config.Library.Get(c.Dispatch.Scenario)
	if !ok {
		refuse(w, http.StatusNotFound, field, "there is no such scenario")
		return "", false
	}
	if s.config.Assistant == nil && scene.Kind == scenarios.KindAssistant {
		s.config.TurnedAway(Unplayable)
		refuse(w, http.StatusUnprocessableEntity, field, noAssistants)
		return "", false
	}
	if s.config.Plays != nil {
		if refusal := s.config.Plays(scene, c.Dispatch.Mode); refusal != nil {
			s.config.TurnedAway(Unplayable)
			refuse(w, http.StatusUnprocessableEntity, field, refusal.Why)
			return "", false
		}
	}
	if !s.takesCalls(w) {
		s.config.TurnedAway(NotReady)
		return "", false
	}
	token, err := CallToken(s.config.Key, s.config.Secret, s.config.Agent, c)
	if err != nil {
		s.log.Error("no token", "err", err)
		refuse(w, http.StatusInternalServerError, "", "the call could not be prepared")
		return "", false
	}
	if s.config.Seats == nil {
		return token, true
	}
	if none := s.config.Seats.book(c.Room, s.client(r)); none != nil {
		s.config.TurnedAway(none.why)
		s.config.Seats.tell(s.log)
		retryAfter(w, none.wait)
		refuse(w, none.status, "", none.words)
		return "", false
	}
	return token, true
}

func (s *Server) browserURL() string { return strings.TrimRight(s.config.LiveKitURL, "/") }

func (s *Server) status(w http.ResponseWriter, _ *http.Request) {
	status := Status{Engines: s.config.Engines, LiveKitURL: s.browserURL(), Registered: true}
	if err := s.config.Ready(); err != nil {
		status.Registered, status.Reason = false, err.Error()
	}
	answer(w, http.StatusOK, status)
}

// takesCalls reports whether calls can be taken, or answers why not.
func (s *Server) takesCalls(w http.ResponseWriter) bool {
	err := s.config.Ready()
	if err != nil {
		retryAfter(w, readyAgain)
		refuse(w, http.StatusServiceUnavailable, "", err.Error())
	}
	return err == nil
}
