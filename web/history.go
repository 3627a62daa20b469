package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
)

// Calls is what is kept of users' calls: package app's store is one. user is the id
// that a caller has proved; a call of somebody else's is calls.ErrNotFound, as if
// there were none. All methods are safe for concurrent use.
type Calls interface {
	// Events are a call's events in their order.
	Events(ctx context.Context, user string, call parley.CallID) ([]parley.Event, error)
	// List is a page of the user's calls, whatever the query's owner is.
	List(ctx context.Context, user string, q calls.Query) (calls.Page, error)
	// Append adds to a call that is over; calls.ErrUnderWay is of one that is not.
	Append(ctx context.Context, user string, call parley.CallID, bodies ...parley.Body) error
	// Import keeps a call of elsewhere and returns its id, which is another than that of
	// the events where that one is taken. calls.ErrExists means that the user has it.
	Import(ctx context.Context, user string, events []parley.Event) (parley.CallID, error)
	// Delete deletes a call and, unless they are kept, its forks, or none of them:
	// calls.ErrUnderWay.
	Delete(ctx context.Context, user string, call parley.CallID, keepForks bool) (calls.Receipt, error)
	// Baseline is the user's calls of a scene, what was measured of the newest of them,
	// and the scenes there are.
	Baseline(ctx context.Context, user, scene string) (debrief.Baseline, error)
	// Scene is a scene as it was in a call that began so, or as it is now.
	Scene(started parley.Started) (scenarios.Scenario, bool)
}

// noCalls is what is answered where none are kept.
const noCalls = "No calls are kept here: this server was started without NATS, where the agents are asked for them"

// historyRoutes are the routes of what is kept of calls.
func (s *Server) historyRoutes(mux *http.ServeMux, create http.HandlerFunc) {
	list, one := s.listCalls, s.showCall
	if s.config.Calls == nil {
		none := func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotImplemented, "", noCalls) }
		mux.Handle("/api/calls", methods(byMethod{http.MethodPost: create, http.MethodGet: none}))
		mux.HandleFunc("/api/calls/", none)
		return
	}
	changes, tellings := newLimiter(chatBurst), newLimiter(chatBurst)
	share := func(n int, h http.HandlerFunc) http.HandlerFunc { return s.limitShare(changes, n, tooMuch, h) }
	mux.Handle("/api/calls", methods(byMethod{http.MethodPost: create, http.MethodGet: list}))
	mux.Handle("/api/calls/import", methods(byMethod{http.MethodPost: share(importShare, s.importCall)}))
	mux.Handle("/api/calls/{id}", methods(byMethod{http.MethodGet: one, http.MethodDelete: share(1, s.deleteCall)}))
	mux.Handle("/api/calls/{id}/transcript.vtt", only(http.MethodGet, s.captions))
	mux.Handle("/api/calls/{id}/export.json", only(http.MethodGet, s.exportCall))
	// What is told of a call reads others of its user's, and may ask a model.
	s.debriefRoutes(mux, func(n int, h http.HandlerFunc) http.HandlerFunc { return s.limitShare(tellings, n, tooMuch, h) })
	mux.Handle("/api/calls/{id}/corrections", only(http.MethodPost, share(1, s.correctCall)))
	mux.Handle("/api/calls/{id}/rating", only(http.MethodPost, share(1, s.rateCall)))
}

// missAfter is when a call that there is not is told of, from the request on: later
// than any of the ways to find that out takes, so that the time does not tell whether
// the call is another's.
const missAfter = 25 * time.Millisecond

// missing answers 404 for a call of somebody else's, one that is not there and an id
// that cannot be one, all alike.
func missing(w http.ResponseWriter, r *http.Request, begun time.Time) {
	select {
	case <-time.After(time.Until(begun.Add(missAfter))):
	case <-r.Context().Done():
	}
	refuse(w, http.StatusNotFound, "", calls.ErrNotFound.Error())
}

// ofCall answers why what was asked of a call was not done, and reports whether it was.
func (s *Server) ofCall(w http.ResponseWriter, r *http.Request, begun time.Time, err error) bool {
	switch {
	case err == nil:
		return true
	case errors.Is(err, calls.ErrNotFound):
		missing(w, r, begun)
	case errors.Is(err, calls.ErrUnderWay):
		refuse(w, http.StatusConflict, "", "the call is under way; end it first")
	default:
		s.refused(w, r, err)
	}
	return false
}

// theirs is the call that r names, folded, if it is the asker's; else it answers why not.
func (s *Server) theirs(w http.ResponseWriter, r *http.Request) (user string, events []parley.Event, c calls.Call, ok bool) {
	begun := time.Now()
	if user, ok = s.userOf(w, r, ""); !ok {
		return "", nil, c, false
	}
	events, err := s.config.Calls.Events(r.Context(), user, parley.CallID(r.PathValue("id")))
	if !s.ofCall(w, r, begun, err) {
		return "", nil, c, false
	}
	return user, events, calls.Fold(events), true
}

func (s *Server) listCalls(w http.ResponseWriter, r *http.Request) {
	user, q, ok := s.query(w, r)
	if !ok {
		return
	}
	page, err := s.config.Calls.List(r.Context(), user, q)
	if errors.Is(err, calls.ErrQuery) {
		refuse(w, http.StatusBadRequest, "cursor", "is of no page before")
		return
	}
	if err != nil {
		s.refused(w, r, err)
		return
	}
	list := calls.Page{Calls: make([]calls.Summary, len(page.Calls)), Next: page.Next}
	for i, c := range page.Calls {
		list.Calls[i] = shown(c)
	}
	answer(w, http.StatusOK, list)
}

// shown is a summary without what is not told before the call is over: some of the
// checks are hidden conditions.
func shown(s calls.Summary) calls.Summary {
	if s.Outcome == "" {
		s.Checks = nil
	}
	return s
}

// query is who asks for calls, and for which; it has answered if ok is false.
func (s *Server) query(w http.ResponseWriter, r *http.Request) (user string, q calls.Query, ok bool) {
	if user, ok = s.userOf(w, r, ""); !ok {
		return user, q, false
	}
	q, wrong := queryOf(r)
	if wrong != nil {
		answer(w, http.StatusBadRequest, wrong)
	}
	return user, q, wrong == nil
}

// queryOf is what calls r asks for, or what is wrong with that.
func queryOf(r *http.Request) (q calls.Query, wrong *ErrorReply) {
	asked := r.URL.Query()
	q = calls.Query{Scene: asked.Get("scene"), Outcome: parley.Outcome(asked.Get("outcome")), Cursor: asked.Get("cursor")}
	if q.Scene != "" && !parley.IsID(q.Scene) {
		return q, &ErrorReply{"must be the id of a scenario", "scene"}
	}
	known := []parley.Outcome{"", parley.Won, parley.Lost, parley.Timeout, parley.Left, parley.Failed, calls.CutOff}
	if !slices.Contains(known, q.Outcome) {
		return q, &ErrorReply{"must be won, lost, timeout, left, error or cut_off", "outcome"}
	}
	var err error
	if text := asked.Get("since"); text != "" {
		if q.Since, err = time.Parse(time.RFC3339, text); err != nil {
			return q, &ErrorReply{"must be a time such as 2026-11-27T09:00:00Z", "since"}
		}
	}
	if text := asked.Get("limit"); text != "" {
		if q.Limit, err = strconv.Atoi(text); err != nil || q.Limit < 1 || q.Limit > calls.MaxLimit {
			return q, &ErrorReply{"must be 1 to " + strconv.Itoa(calls.MaxLimit), "limit"}
		}
	}
	return q, nil
}

func (s *Server) showCall(w http.ResponseWriter, r *http.Request) {
	_, _, c, ok := s.theirs(w, r)
	if !ok {
		return
	}
	v := debrief.View(c, time.Now())
	v.Summary = shown(v.Summary)
	answer(w, http.StatusOK, v)
}

func (s *Server) captions(w http.ResponseWriter, r *http.Request) {
	_, _, c, ok := s.theirs(w, r)
	if !ok {
		return
	}
	asFile(w, "text/vtt; charset=utf-8", string(c.ID)+".vtt")
	_, _ = w.Write([]byte(calls.Captions(c))) // fails only if the client has gone
}

// asFile begins an answer that a browser keeps as a file.
func asFile(w http.ResponseWriter, kind, name string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// deleteCall deletes a call and, unless forks=keep, those that go on from it: they
// begin with its words.
func (s *Server) deleteCall(w http.ResponseWriter, r *http.Request) {
	begun := time.Now()
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	forks := r.URL.Query().Get("forks")
	if forks != "" && forks != "delete" && forks != "keep" {
		refuse(w, http.StatusBadRequest, "forks", "must be delete or keep")
		return
	}
	receipt, err := s.config.Calls.Delete(r.Context(), user, parley.CallID(r.PathValue("id")), forks == "keep")
	if s.ofCall(w, r, begun, err) {
		answer(w, http.StatusOK, receipt)
	}
}

// rateCall keeps what the user thought of a call that is over.
func (s *Server) rateCall(w http.ResponseWriter, r *http.Request) {
	begun := time.Now()
	user, ok := s.userOf(w, r, "")
	var rated parley.Rated
	if !ok || !read(w, r, &rated) {
		return
	}
	if rated.Stars < 1 || rated.Stars > 5 {
		refuse(w, http.StatusBadRequest, "stars", "must be 1 to 5")
		return
	}
	if s.ofCall(w, r, begun, s.config.Calls.Append(r.Context(), user, parley.CallID(r.PathValue("id")), rated)) {
		w.WriteHeader(http.StatusNoContent)
	}
}

// correctCall keeps what the user says they said in a turn of theirs. What was judged
// stays judged; the debrief, the captions and a fork have the user's words.
func (s *Server) correctCall(w http.ResponseWriter, r *http.Request) {
	var said parley.Correction
	if !read(w, r, &said) {
		return
	}
	if said.Text = parley.OneLine(said.Text); said.Text == "" || utf8.RuneCountInString(said.Text) > maxCorrection {
		refuse(w, http.StatusBadRequest, "text", fmt.Sprintf("must be 1 to %d characters", maxCorrection))
		return
	}
	user, _, c, ok := s.theirs(w, r)
	if !ok {
		return
	}
	own := func(t calls.Turn) bool {
		return t.Number == said.Turn && t.Role == parley.User && !t.Inherited && !t.Typed
	}
	if !slices.ContainsFunc(c.Turns, own) {
		refuse(w, http.StatusUnprocessableEntity, "turn", "must be a turn that the user spoke in this call")
		return
	}
	begun := time.Now()
	if s.ofCall(w, r, begun, s.config.Calls.Append(r.Context(), user, c.ID, said)) {
		w.WriteHeader(http.StatusNoContent)
	}
}

// maxCorrection is how many characters a turn may be corrected to: as many as one may
// type (agent.MaxTyped).
const maxCorrection = 2000

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
