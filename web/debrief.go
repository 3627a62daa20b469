package web

import (
	"maps"
	"net/http"
	"slices"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
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
	return told{user, events, c, debrief.Make(c, scene, base, time.Now())}, true
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

// ProgressList is the answer to GET /api/me/progress without a scene: the scenes that the
// user has attempted, that of the newest attempt first.
type ProgressList struct {
	Scenes []SceneProgress `json:"scenes"`
}

// SceneProgress is how the attempts at a scene went: calls that are over, drills left out.
type SceneProgress struct {
	Scene string `json:"scene"`
	// Newest is when the newest attempt began.
	Newest time.Time `json:"newest"`
	// Attempts counts them; First, Last and Best are how far they came, 0-10.
	Attempts int `json:"attempts"`
	First    int `json:"first"`
	Last     int `json:"last"`
	Best     int `json:"best"`
}

// Progress is the answer to GET /api/me/progress?scene=: a user's attempts at a scene.
type Progress struct {
	Scene string `json:"scene"`
	// Attempts are the calls of the scene that are over, oldest first, drills left out.
	Attempts []Attempt `json:"attempts"`
	// First, Last and Best are numbers of attempts, from 1; 0 if there is none. Of
	// equals the first is the best.
	First int `json:"first"`
	Last  int `json:"last"`
	Best  int `json:"best"`
	// Checks are those of the rubric, in its order, as the newest attempt had it, then
	// others that were met in an attempt. There are none before the first attempt is
	// over: some are hidden conditions.
	Checks []CheckProgress `json:"checks"`
	// Next is what to practise next; nil without an attempt, or where the scene is gone.
	Next *debrief.Practice `json:"next,omitempty"`
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
	// Text is what must have happened, in the scene's words; empty where the scene has
	// the check no more.
	Text     string `json:"text,omitempty"`
	Skill    string `json:"skill,omitempty"`
	Required bool   `json:"required,omitempty"`
	// Met are the numbers of the attempts that met it, rising; First, Last and Best
	// say whether those did.
	Met   []int `json:"met"`
	First bool  `json:"first"`
	Last  bool  `json:"last"`
	Best  bool  `json:"best"`
}

func (s *Server) progress(w http.ResponseWriter, r *http.Request) {
	user, q, ok := s.query(w, r)
	if !ok {
		return
	}
	if q.Scene == "" {
		page, err := s.config.Calls.List(r.Context(), user, calls.Query{Limit: calls.Everything})
		if err != nil {
			s.refused(w, r, err)
			return
		}
		answer(w, http.StatusOK, ProgressList{sceneProgress(page.Calls)})
		return
	}
	base, err := s.config.Calls.Baseline(r.Context(), user, q.Scene)
	if err != nil {
		s.refused(w, r, err)
		return
	}
	p := progressOf(q.Scene, base.Calls)
	if n := len(p.Attempts); n > 0 {
		newest := parley.Started{Dispatch: parley.Dispatch{Scenario: q.Scene}, SceneHash: p.Attempts[n-1].Summary.Hash}
		scene, _ := s.config.Calls.Scene(newest) // of one that is gone no check has words
		p.of(scene, base.Scenes)
	}
	answer(w, http.StatusOK, p)
}

// attempted reports whether a call counts as an attempt at its scene.
func attempted(c calls.Summary) bool { return !c.Drill && c.Outcome != "" }

// sceneProgress is how far the attempts among all calls came, which are newest first.
func sceneProgress(all []calls.Summary) []SceneProgress {
	list, at := []SceneProgress{}, map[string]int{}
	for _, c := range all {
		if !attempted(c) {
			continue
		}
		i, known := at[c.Scene]
		if !known {
			i, at[c.Scene] = len(list), len(list)
			list = append(list, SceneProgress{Scene: c.Scene, Newest: c.Began, Last: c.Progress})
		}
		p := &list[i]
		p.Attempts, p.First, p.Best = p.Attempts+1, c.Progress, max(p.Best, c.Progress)
	}
	return list
}

// progressOf is what all calls of a scene tell.
func progressOf(scene string, all []debrief.PastCall) Progress {
	p := Progress{Scene: scene, Attempts: []Attempt{}, Checks: []CheckProgress{}}
	oldest := slices.SortedStableFunc(slices.Values(all), func(a, b debrief.PastCall) int { return a.Began.Compare(b.Began) })
	for _, c := range oldest {
		if !attempted(c.Summary) {
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
	}
	return p
}

// of adds what the attempts are told by with their scene, the zero Scenario where it is
// not known, and all scenes.
func (p *Progress) of(scene scenarios.Scenario, all []scenarios.Scenario) {
	ids, met := make([][]string, len(p.Attempts)), map[string][]int{}
	for i, a := range p.Attempts {
		ids[i] = a.Summary.Checks
		for _, id := range a.Summary.Checks {
			met[id] = append(met[id], a.Number)
		}
	}
	add := func(c CheckProgress) {
		has := func(number int) bool { return slices.Contains(c.Met, number) }
		c.First, c.Last, c.Best = has(p.First), has(p.Last), has(p.Best)
		p.Checks = append(p.Checks, c)
	}
	for _, c := range scene.Rubric {
		in := append([]int{}, met[c.ID]...)
		delete(met, c.ID)
		add(CheckProgress{ID: c.ID, Text: c.Check, Skill: c.Skill, Required: c.Required, Met: in})
	}
	for _, id := range slices.Sorted(maps.Keys(met)) {
		add(CheckProgress{ID: id, Met: met[id]})
	}
	p.Next = debrief.Practise(scene, all, ids)
}
