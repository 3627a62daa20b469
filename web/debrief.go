package web

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
)

// DebriefPart is the event "part" of GET /api/calls/{id}/debrief/stream. One field is
// set: first the debrief, without coaching, then the coaching, whose sentences come
// together, as a model's answer is one.
type DebriefPart struct {
	Debrief  *debrief.Debrief  `json:"debrief,omitempty"`
	Coaching *debrief.Coaching `json:"coaching,omitempty"`
}

// DebriefDone is the event "done" of GET /api/calls/{id}/debrief/stream.
type DebriefDone struct {
	// Failed is set where a model was to write the sentences and could not: they are by
	// rules.
	Failed bool `json:"failed,omitempty"`
}

// debriefRoutes are the routes of what is told of a call.
func (s *Server) debriefRoutes(mux *http.ServeMux, share func(int, http.HandlerFunc) http.HandlerFunc) {
	mux.Handle("/api/calls/{id}/debrief", only(http.MethodGet, share(1, s.showDebrief)))
	mux.Handle("/api/calls/{id}/debrief/stream", only(http.MethodGet, share(1, s.streamDebrief)))
	mux.Handle("/api/me/progress", only(http.MethodGet, share(1, s.progress)))
}

// told is a call that is over and what is told of it.
type told struct {
	user    string
	events  []parley.Event
	call    calls.Call
	debrief debrief.Debrief
}

// debriefOf is what is told of the call that r names, or it answers why not. What a
// character waits for is not told before the call is over.
func (s *Server) debriefOf(w http.ResponseWriter, r *http.Request) (d told, ok bool) {
	begun := time.Now()
	user, events, c, ok := s.theirs(w, r)
	if !ok {
		return d, false
	}
	if c.Outcome(time.Now()) == "" {
		return d, s.ofCall(w, r, begun, calls.ErrUnderWay)
	}
	base, err := s.config.Calls.Baseline(r.Context(), user, c.Started.Scenario)
	if err != nil {
		s.refused(w, r, err)
		return d, false
	}
	scene, _ := s.config.Calls.Scene(c.Started)
	return told{user, events, c, debrief.Of(c, scene, base, time.Now())}, true
}

func (s *Server) showDebrief(w http.ResponseWriter, r *http.Request) {
	if d, ok := s.debriefOf(w, r); ok {
		answer(w, http.StatusOK, d.debrief)
	}
}

// streamDebrief tells a debrief piece by piece: its numbers at once, then the coaching.
func (s *Server) streamDebrief(w http.ResponseWriter, r *http.Request) {
	told, ok := s.debriefOf(w, r)
	if !ok {
		return
	}
	d := told.debrief
	if r.Method == http.MethodHead {
		streamHeader(w)
		return
	}
	out := newStream(w)
	defer out.beat(r.Context())()
	numbers := d
	numbers.Coaching = nil
	if out.send("part", DebriefPart{Debrief: &numbers}) != nil {
		return // the reader has gone
	}
	failed := false
	if s.config.Coach != nil && d.Coaching != nil && d.Coaching.By == debrief.Rules {
		coaching, err := s.config.Coach(r.Context(), told.user, d)
		if d.Coaching, failed = &coaching, err != nil; failed && r.Context().Err() == nil {
			s.log.Warn("a debrief's sentences are by rules", "call", d.Call, "err", err)
		}
	}
	if d.Coaching != nil && out.send("part", DebriefPart{Coaching: d.Coaching}) != nil {
		return
	}
	_ = out.send("done", DebriefDone{failed}) // whoever has gone has all of it
}

// Progress is the answer to GET /api/me/progress: a user's attempts at a scene.
type Progress struct {
	Scene string `json:"scene"`
	// Attempts are the calls of the scene that are over, oldest first, drills left out.
	Attempts []Attempt `json:"attempts"`
	// First, Last and Best are numbers of attempts, from 1; 0 if there is none. Of
	// equals the first is the best.
	First int `json:"first"`
	Last  int `json:"last"`
	Best  int `json:"best"`
	// Checks are the rubric's checks that were met in an attempt.
	Checks []CheckProgress `json:"checks"`
}

// Attempt is one call of a scene, with its curve, and how its user spoke.
type Attempt struct {
	Number  int           `json:"number"`
	Summary calls.Summary `json:"summary"`
	// Speech is left out where the call was not measured: it is of long ago.
	Speech *debrief.Speech `json:"speech,omitempty"`
}

// CheckProgress is how one check went over the attempts.
type CheckProgress struct {
	ID string `json:"id"`
	// Met are the numbers of the attempts that met it, rising; First, Last and Best
	// say whether those did.
	Met   []int `json:"met"`
	First bool  `json:"first"`
	Last  bool  `json:"last"`
	Best  bool  `json:"best"`
}

func (s *Server) progress(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	q, wrong := queryOf(r)
	if wrong == nil && q.Scene == "" {
		wrong = &ErrorReply{"must be the id of a scenario", "scene"}
	}
	if wrong != nil {
		answer(w, http.StatusBadRequest, wrong)
		return
	}
	base, err := s.config.Calls.Baseline(r.Context(), user, q.Scene)
	if err != nil {
		s.refused(w, r, err)
		return
	}
	answer(w, http.StatusOK, progressOf(q.Scene, base.Calls))
}

// progressOf is what all calls of a scene tell.
func progressOf(scene string, all []debrief.Past) Progress {
	p := Progress{Scene: scene, Attempts: []Attempt{}, Checks: []CheckProgress{}}
	oldest := slices.SortedStableFunc(slices.Values(all), func(a, b debrief.Past) int { return a.Began.Compare(b.Began) })
	met := map[string][]int{}
	for _, c := range oldest {
		if c.Drill || c.Outcome == "" {
			continue
		}
		a := Attempt{Number: len(p.Attempts) + 1, Summary: c.Summary}
		if c.Speech.WPM.Formula != "" {
			a.Speech = &c.Speech
		}
		p.Attempts = append(p.Attempts, a)
		p.First, p.Last = 1, a.Number
		if p.Best == 0 || a.Summary.Progress > p.Attempts[p.Best-1].Summary.Progress {
			p.Best = a.Number
		}
		for _, id := range c.Checks {
			met[id] = append(met[id], a.Number)
		}
	}
	for id, in := range met {
		has := func(number int) bool { return slices.Contains(in, number) }
		p.Checks = append(p.Checks, CheckProgress{id, in, has(p.First), has(p.Last), has(p.Best)})
	}
	slices.SortFunc(p.Checks, func(a, b CheckProgress) int { return cmp.Compare(a.ID, b.ID) })
	return p
}
