package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"parley"
	"parley/calls"
)

// bearerOf is what the Authorization header of r says of who asks; told is false if
// it says nothing. Other schemes than Bearer are between the browser and a proxy.
func bearerOf(r *http.Request) (id string, told bool) {
	scheme, id, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(id), strings.EqualFold(scheme, "Bearer")
}

// userOf is who asks: the bearer of an id or, without one, whoever gives such an id
// as a session's in the body, or else the person of the cookie. It answers 401 for
// none of them, and 403 where a cookie does not count, see byCookie. An id in an
// address does not count, as addresses stand in the logs of proxies.
func (s *Server) userOf(w http.ResponseWriter, r *http.Request, session string) (user string, ok bool) {
	user, told := bearerOf(r)
	if !told {
		user = session
	}
	if !told && user == "" {
		if user, ok = s.byCookie(w, r); !ok {
			return "", false
		}
	}
	if parley.IsUser(user) {
		return user, true
	}
	wanted := fmt.Sprintf("send the cookie of POST /api/me, an Authorization header, Bearer and your user id, "+
		"or a sessionId in the body of a chat or command: "+
		"%d to %d letters, digits, - and _ that nobody can guess", parley.MinUserBytes, parley.MaxIDBytes)
	if r.URL.Query().Has("sessionId") {
		wanted += "; a sessionId in the address is not taken, as addresses are logged"
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	refuse(w, http.StatusUnauthorized, "", wanted)
	return "", false
}

// self is the id in the path of whoever is the bearer.
const self = "me"

// forgetUser removes all that is kept of a user, who is asked for the same secret as
// for reading it. Nothing tells whether there was anything. An id in the path is that
// secret, too, for clients from before there was "me"; it must not be another than
// the bearer's.
func (s *Server) forgetUser(w http.ResponseWriter, r *http.Request) {
	path := r.PathValue("id")
	if path == self {
		path = ""
	}
	user, ok := s.userOf(w, r, path)
	if !ok {
		return
	}
	if path != "" && path != user {
		refuse(w, http.StatusForbidden, "", "that is another user; DELETE /api/users/me")
		return
	}
	if _, ok := s.forget(w, user); ok {
		w.WriteHeader(http.StatusNoContent)
	}
}

// forgetMe is forgetUser for a person, whose browser forgets them too. The receipt
// tells what is gone of their calls.
func (s *Server) forgetMe(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	if receipt, ok := s.forget(w, user); ok {
		s.setPerson(w, r, "")
		answer(w, http.StatusOK, receipt)
	}
}

// forget removes all that is kept of a user, or answers why not.
func (s *Server) forget(w http.ResponseWriter, user string) (receipt calls.Receipt, ok bool) {
	receipt, err := s.config.Forget(user)
	switch {
	case errors.Is(err, parley.ErrUser):
		refuse(w, http.StatusBadRequest, "user", parley.ErrUser.Error())
	case err != nil:
		s.log.Error("a user is not forgotten", "err", err)
		refuse(w, http.StatusInternalServerError, "", "what is kept could not be removed")
	}
	return receipt, err == nil
}
