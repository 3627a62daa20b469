package web

import (
	"errors"
	"net/http"
	"time"

	"parley/calls"
)

// ConsentVersion is that of what the page tells a user before their first call; it
// rises when that changes, and everybody is asked again.
const ConsentVersion = 1

// Privacy is the answer to GET /api/privacy: who hears what a user says, and for how
// long it is kept.
type Privacy struct {
	// Version is ConsentVersion.
	Version int           `json:"version"`
	Engines []EnginePlace `json:"engines"`
	// KeepDays is for how many days a call is kept; 0 is for ever.
	KeepDays int `json:"keep_days"`
	// Recording says whether sound is kept. None is.
	Recording bool `json:"recording"`
}

// EnginePlace is where an engine runs.
type EnginePlace struct {
	// Role is "stt", "llm", "tts" or "checker", Engine the engine's name.
	Role   string `json:"role"`
	Engine string `json:"engine"`
	// Host is the name of the machine that it is asked at; empty for the one that Parley
	// runs on.
	Host string `json:"host,omitempty"`
}

// Ledger is the answer to GET /api/me/ledger.
type Ledger struct {
	Stored []Stored `json:"stored"`
}

// Stored is what is kept of a user of one kind.
type Stored struct {
	// Kind is "calls", "profile", "assistant" or "checks".
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Bytes int64  `json:"bytes"`
	// Oldest is when the oldest was kept, where that is known.
	Oldest *time.Time `json:"oldest,omitempty"`
	// DaysLeft is in how many days the oldest goes by itself; left out where nothing does.
	DaysLeft *int `json:"days_left,omitempty"`
	// Delete is the request that deletes it: BurnPath and the kind where it can be deleted
	// by itself.
	Delete string `json:"delete"`
}

// BurnPath begins the requests that delete what is kept of one kind.
const BurnPath = "DELETE /api/me/ledger/"

// personRoutes are the routes of who asks, and of all that is kept of them.
func (s *Server) personRoutes(mux *http.ServeMux) {
	mux.Handle("/api/privacy", only(http.MethodGet, s.privacy))
	me := byMethod{http.MethodGet: s.me, http.MethodPost: s.limit(newLimiter(chatBurst), s.makeMe)}
	if s.config.Forget != nil {
		me[http.MethodDelete] = s.limit(newLimiter(limitBurst), s.forgetMe)
	}
	mux.Handle("/api/me", methods(me))
	mux.Handle("/api/me/link", only(http.MethodPost, s.limit(newLimiter(limitBurst), s.link)))
	joiners := newLimiter(joinTries * joinShare)
	mux.Handle("/api/me/join", only(http.MethodPost, s.limitShare(joiners, joinShare, "Too many codes were tried; wait a moment", s.join)))
	if s.config.Ledger != nil {
		mux.Handle("/api/me/ledger", only(http.MethodGet, s.ledger))
		mux.Handle("/api/me/ledger/{kind}", only(http.MethodDelete, s.limit(newLimiter(limitBurst), s.burn)))
	}
}

func (s *Server) privacy(w http.ResponseWriter, _ *http.Request) {
	engines := s.config.Places
	if engines == nil {
		engines = []EnginePlace{}
	}
	answer(w, http.StatusOK, Privacy{Version: ConsentVersion, Engines: engines, KeepDays: s.config.KeepDays})
}

func (s *Server) ledger(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	stored, err := s.config.Ledger(r.Context(), user)
	if err != nil {
		s.refused(w, r, err)
		return
	}
	if stored == nil {
		stored = []Stored{}
	}
	answer(w, http.StatusOK, Ledger{stored})
}

// burn deletes what is kept of the asker of one kind. Whoever they are they stay.
func (s *Server) burn(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	receipt, err := s.config.Burn(r.Context(), user, r.PathValue("kind"))
	switch {
	case err == nil:
		answer(w, http.StatusOK, receipt)
	case errors.Is(err, calls.ErrNotFound):
		refuse(w, http.StatusNotFound, "kind", "nothing of that kind is kept of you, or it cannot be deleted by itself")
	case errors.Is(err, calls.ErrUnderWay):
		refuse(w, http.StatusConflict, "", "a call is under way; end it first")
	default:
		s.refused(w, r, err)
	}
}
