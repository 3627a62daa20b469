package calls

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley"
)

// Summary is a call in a list: what is shown of it without what was said.
type Summary struct {
	Call parley.CallID `json:"call"`
	// Scene is the scene's id, Hash its text as it was; empty in old journals.
	Scene string    `json:"scene"`
	Hash  string    `json:"scene_hash,omitempty"`
	Began time.Time `json:"began"`
	// Seconds is how long the call was, or has been so far.
	Seconds float64 `json:"seconds"`
	// Outcome is one of parley's outcomes, CutOff, or empty while the call is under way.
	Outcome parley.Outcome `json:"outcome,omitempty"`
	// Progress is 0-10 at the end, Exchanges how many were judged, Hints how many hints
	// were used; a fork's own and those before it.
	Progress  int `json:"progress"`
	Exchanges int `json:"exchanges"`
	Hints     int `json:"hints"`
	// Curve is how progress went: pairs of seconds and progress. A fork's begins where
	// it parts from its parent, on its first parent's clock.
	Curve []Point `json:"curve"`
	// Checks are the ids of the rubric checks met.
	Checks []string `json:"checks,omitempty"`
	// From is where a fork parts from its parent.
	From  *parley.Origin `json:"from,omitempty"`
	Drill bool           `json:"drill,omitempty"`
	// Events counts the call's events, Bytes is what they take in the store.
	Events int   `json:"events"`
	Bytes  int64 `json:"bytes"`
}

// Point is a point of a curve: progress, 0-10, and when, in seconds.
type Point struct {
	T float64 `json:"t"`
	Y int     `json:"y"`
}

// CutOff is the outcome of a call that nobody ended: its process was lost.
const CutOff parley.Outcome = "cut_off"

// cutOffAfter is how long nothing has happened in a call that is taken as cut off: the
// longest that nothing may be told of one that is held. A user who is away pauses it, and
// nobody comes back.
var cutOffAfter = parley.DefaultTiming.Abandoned + parley.DefaultTiming.Recess

// Seconds is d in seconds, to the millisecond.
func Seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

// Summarise is c in a list; now decides whether one without an end is under way.
func Summarise(c Call, now time.Time) Summary {
	s := Summary{
		Call: c.ID, Scene: c.Started.Scenario, Hash: c.Started.SceneHash, Began: c.Began, Seconds: Seconds(c.Length),
		Outcome: c.Outcome(now), Hints: len(c.Hints), From: c.Started.From, Drill: c.Started.Drill, Curve: c.Curve(),
		Events: c.Events,
	}
	if c.Inherited != nil {
		s.Hints += c.Inherited.Hints
		s.Exchanges = c.Inherited.Exchanges
	}
	if n := len(s.Curve); n > 0 {
		s.Progress = s.Curve[n-1].Y
	}
	if v, ok := c.Newest(); ok {
		s.Checks, s.Exchanges = v.Checks, max(s.Exchanges, v.Exchange)
	}
	return s
}

// Newest is the newest verdict, of the parent where a fork has none of its own.
func (c Call) Newest() (parley.Verdict, bool) {
	switch {
	case len(c.Verdicts) > 0:
		return c.Verdicts[len(c.Verdicts)-1].Verdict, true
	case c.Inherited != nil && len(c.Inherited.Verdicts) > 0:
		return c.Inherited.Verdicts[len(c.Inherited.Verdicts)-1].Verdict, true
	}
	return parley.Verdict{}, false
}

// Outcome is how the call ended, CutOff for one that nobody ended, and empty for one
// that may be under way at the time of now.
func (c Call) Outcome(now time.Time) parley.Outcome {
	switch {
	case c.Ending != nil:
		return c.Ending.Outcome
	case now.Sub(c.Last) > cutOffAfter:
		return CutOff
	}
	return ""
}

// Curve is the progress after each judgement of the call's own, beginning with where
// it stood before; times are as in Summary.
func (c Call) Curve() []Point {
	offset := c.Offset()
	first := Point{T: Seconds(offset)}
	if c.Inherited != nil {
		first.T = Seconds(c.Inherited.At)
		if n := len(c.Inherited.Verdicts); n > 0 {
			first.Y = c.Inherited.Verdicts[n-1].Verdict.Progress
		}
	}
	curve := []Point{first}
	for _, v := range c.Verdicts {
		curve = append(curve, Point{Seconds(v.At + offset), v.Progress})
	}
	return curve
}

// Query says which calls to list.
type Query struct {
	// Owner is the alias of the user whose calls they are, or Operator.
	Owner string
	// Scene and Outcome choose calls of that scene and that outcome; empty takes all.
	Scene   string
	Outcome parley.Outcome
	// Since chooses calls that began then or later; zero takes all.
	Since time.Time
	// Limit is how many to list, 1 to MaxLimit; 0 means DefaultLimit. Everything is for
	// whoever shows no list but counts: each page reads the names of all calls again.
	Limit int
	// Cursor is the Next of the page before.
	Cursor string
}

// Limits of a page.
const (
	DefaultLimit = 50
	MaxLimit     = 500
	Everything   = math.MaxInt
)

// Page is a part of a list, newest first.
type Page struct {
	Calls []Summary `json:"calls"`
	// Next is the cursor of the page after this one, empty at the end.
	Next string `json:"next,omitempty"`
}

// ErrQuery means a query that is none: its limit, or a cursor that no page gave.
var ErrQuery = errors.New("bad query of calls")

// choose is the page of all that q asks for.
func choose(all []Summary, q Query) (Page, error) {
	limit := cmp.Or(q.Limit, DefaultLimit)
	if limit < 1 || limit > MaxLimit && limit != Everything {
		return Page{}, fmt.Errorf("%w: limit must be 1 to %d", ErrQuery, MaxLimit)
	}
	after, err := readCursor(q.Cursor)
	if err != nil {
		return Page{}, err
	}
	fits := slices.DeleteFunc(slices.Clone(all), func(s Summary) bool {
		return q.Scene != "" && s.Scene != q.Scene || q.Outcome != "" && s.Outcome != q.Outcome || s.Began.Before(q.Since)
	})
	slices.SortFunc(fits, newestFirst)
	if q.Cursor != "" {
		from, found := slices.BinarySearchFunc(fits, after, newestFirst)
		if found {
			from++
		}
		fits = fits[from:]
	}
	p := Page{Calls: fits[:min(limit, len(fits))]}
	if len(fits) > limit {
		last := fits[limit-1]
		p.Next = base64.RawURLEncoding.EncodeToString([]byte(last.Began.UTC().Format(time.RFC3339Nano) + " " + string(last.Call)))
	}
	return p, nil
}

func newestFirst(a, b Summary) int {
	return cmp.Or(b.Began.Compare(a.Began), cmp.Compare(a.Call, b.Call))
}

func readCursor(cursor string) (at Summary, err error) {
	if cursor == "" {
		return Summary{}, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	began, call, ok := strings.Cut(string(text), " ")
	when, bad := time.Parse(time.RFC3339Nano, began)
	if err != nil || bad != nil || !ok {
		return Summary{}, fmt.Errorf("%w: the cursor is of no page", ErrQuery)
	}
	return Summary{Began: when, Call: parley.CallID(call)}, nil
}
