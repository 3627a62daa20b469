package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"parley"
)

// ticketLife is how long a ticket to a call is good: longer than calls last. Whether the
// call is held is asked each time.
const ticketLife = 24 * time.Hour

// ticket is what a caller shows to come back to their call. It is sealed: the caller
// cannot read it, nor make one.
type ticket struct {
	Room     string `json:"room"`
	Identity string `json:"identity"`
	Name     string `json:"name,omitempty"`
	// User is a hash of the user's id, empty if the call has none.
	User  []byte    `json:"user,omitempty"`
	Until time.Time `json:"until"`
}

// ResumeRequest is the body of POST /api/calls/{id}/resume.
type ResumeRequest struct {
	Ticket string `json:"ticket"`
	// User is as in CallRequest: it must be the one of the call, if the call has one.
	User string `json:"user,omitempty"`
}

// ticketFor is the ticket to a caller's call, empty if it waits for nobody.
func (s *Server) ticketFor(c Caller) string {
	if !c.Dispatch.Resumable || s.config.Held == nil {
		return ""
	}
	t := ticket{Room: c.Room, Identity: c.Identity, Name: c.Dispatch.Username, Until: time.Now().Add(ticketLife)}
	if c.Dispatch.User != "" {
		t.User = hashed(c.Dispatch.User)
	}
	text, _ := json.Marshal(t) // strings, bytes and a time: cannot fail
	return base64.RawURLEncoding.EncodeToString(sealer(s.config.Secret, ticketToCall).Seal(nil, nil, text, nil))
}

func hashed(user string) []byte {
	sum := sha256.Sum256([]byte(user))
	return sum[:]
}

// readTicket is what a sealed ticket says, and false for one that was not sealed here or
// has lapsed.
func readTicket(secret, text string, now time.Time) (t ticket, ok bool) {
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return t, false
	}
	plain, err := sealer(secret, ticketToCall).Open(nil, nil, sealed, nil)
	if err != nil || json.Unmarshal(plain, &t) != nil {
		return ticket{}, false
	}
	return t, now.Before(t.Until)
}

// resumeCall answers with a token to a call that is held, for its own caller. Who joins
// with it takes the call from the one who is there. A call that is over answers 410; a
// ticket of another user's, or of none, 404.
func (s *Server) resumeCall(w http.ResponseWriter, r *http.Request) {
	var request ResumeRequest
	if !read(w, r, &request) || !s.caller(w, r, &request.User) {
		return
	}
	t, ok := readTicket(s.config.Secret, request.Ticket, time.Now())
	if !ok || len(t.User) > 0 && subtle.ConstantTimeCompare(t.User, hashed(request.User)) == 0 {
		refuse(w, http.StatusNotFound, "", "there is no such call to go on with")
		return
	}
	held, err := s.config.Held(r.Context(), t.Room, parley.CallID(r.PathValue("id")))
	switch {
	case err != nil:
		s.log.Warn("not known whether a call is held", "err", err)
		retryAfter(w, readyAgain)
		refuse(w, http.StatusServiceUnavailable, "", "LiveKit does not say whether the call is still held; try again")
		return
	case !held:
		refuse(w, http.StatusGone, "", "the call is over")
		return
	}
	back := Caller{Room: t.Room, Identity: t.Identity, Name: t.Name, back: true}
	token, err := CallToken(s.config.Key, s.config.Secret, s.config.Agent, back)
	if err != nil {
		s.log.Error("no token", "err", err)
		refuse(w, http.StatusInternalServerError, "", "the call could not be prepared")
		return
	}
	answer(w, http.StatusOK, CallReply{s.browserURL(), token, back.Room, back.Identity, request.Ticket})
}
