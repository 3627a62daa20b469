package web

import (
	"errors"
	"net/http"

	"parley/journal"
)

// forgetUser removes all that is kept of a user. Whoever knows the id may: it is a
// secret of the user's own browser. Nothing tells whether there was anything.
func (s *Server) forgetUser(w http.ResponseWriter, r *http.Request) {
	err := s.config.Forget(r.PathValue("id"))
	switch {
	case errors.Is(err, journal.ErrUserID):
		refuse(w, http.StatusBadRequest, "user", "must be an id of letters, digits, - and _")
	case err != nil:
		s.log.Error("a user is not forgotten", "err", err)
		refuse(w, http.StatusInternalServerError, "", "what is kept could not be removed")
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
