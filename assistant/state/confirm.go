package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"parley"
)

// confirmAge is how long a question waits for its answer.
const confirmAge = 24 * time.Hour

// Ask keeps a question whose yes calls a tool. The oldest of too many is dropped.
// It is refused with ErrInvalid.
type Ask struct {
	Question, Tool string
	Args           json.RawMessage
}

func (c Ask) decide(s *State, now time.Time) ([]Event, error) {
	q := parley.Confirm{
		ID: s.nextID("q"), Question: title(c.Question, parley.MaxReminder), Expires: now.Add(confirmAge),
		Tool: c.Tool, Args: bytes.Clone(c.Args),
	}
	if q.Question == "" || q.Tool == "" || !json.Valid(q.Args) {
		return nil, fmt.Errorf("%w: a question has words, a tool and its arguments", ErrInvalid)
	}
	var events []Event
	var open []string
	for i := range s.Confirms {
		if o := &s.Confirms[i]; over(o, now) {
			events = append(events, ConfirmRejected{o.ID})
		} else {
			open = append(open, o.ID)
		}
	}
	if len(open) >= MaxConfirms {
		events = append(events, ConfirmRejected{open[0]})
	}
	return append(events, ConfirmAsked{q}), nil
}

// over reports whether the time for an answer is over.
func over(q *parley.Confirm, now time.Time) bool { return q.Expires.Before(now) }

// Resolve answers a question. A second answer, and one that comes too late, does
// nothing: whoever acts on a yes looks whether Decide gave a ConfirmResolved.
type Resolve struct {
	ID  string
	Yes bool
}

func (c Resolve) decide(s *State, now time.Time) ([]Event, error) {
	q, ok := s.Confirm(c.ID)
	switch {
	case !ok:
		return nil, nil
	case c.Yes && !over(&q, now):
		return []Event{ConfirmResolved{c.ID}}, nil
	}
	return []Event{ConfirmRejected{c.ID}}, nil
}
