package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"parley"
	"parley/calls"
)

const (
	// importShare is for how many requests an archive counts: it is kept whole. Ten
	// may come at once from one address, and one more every three minutes.
	importShare = chatBurst / 10
	// importTime is how long a sender may take for an archive.
	importTime = time.Minute
)

// ImportReply is the answer to POST /api/calls/import.
type ImportReply struct {
	// Call is the call's id here: that of the archive, unless that was taken.
	Call string `json:"call"`
}

// exportCall answers with a call that is over as an archive, calls.Archive.
func (s *Server) exportCall(w http.ResponseWriter, r *http.Request) {
	told, ok := s.debriefOf(w, r)
	if !ok {
		return
	}
	a := calls.NewArchive(told.events)
	if scene, there := s.config.Calls.Scene(told.call.Started); there {
		a.Scene, _ = json.Marshal(scene.Public()) // strings and numbers
	}
	a.Debrief, _ = json.Marshal(told.debrief) // as it is sent
	var text bytes.Buffer
	if err := a.Write(&text); err != nil {
		s.log.Error("a call is not exported", "call", a.Call, "err", err)
		refuse(w, http.StatusInternalServerError, "", "the call is too large for an archive")
		return
	}
	asFile(w, "application/json", string(a.Call)+".json")
	_, _ = w.Write(text.Bytes()) // fails only if the client has gone
}

// importCall keeps a call of an archive as the asker's.
func (s *Server) importCall(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok || !isJSON(w, r) {
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(importTime)) // tests' requests have none
	body := &upload{Reader: http.MaxBytesReader(w, r.Body, calls.MaxArchiveBytes)}
	a, err := calls.ReadArchive(body)
	if body.err != nil {
		refuseBody(w, body.err)
		return
	}
	var call parley.CallID
	if err == nil {
		call, err = s.config.Calls.Import(r.Context(), user, a.Events)
	}
	inTime(w)
	switch {
	case errors.Is(err, calls.ErrArchive), errors.Is(err, calls.ErrEvents):
		refuse(w, http.StatusBadRequest, "", err.Error())
	case errors.Is(err, calls.ErrExists):
		refuse(w, http.StatusConflict, "", "you have this call already")
	case err != nil:
		s.refused(w, r, err)
	default:
		answer(w, http.StatusCreated, ImportReply{string(call)})
	}
}
