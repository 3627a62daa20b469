package parley

import (
	"encoding/json"
	"fmt"
	"time"
)

// Event is one fact of a call, in the order it happened. The journal keeps
// events; everything shown after a call is folded from them.
type Event struct {
	Call CallID
	// Seq counts the events of a call from 1 without gaps.
	Seq uint64
	At  time.Time
	// Body is the fact itself: one of the types of body.go, by value.
	Body Body
}

// Body is implemented by every kind of event and by nothing else. Whoever reads
// events skips those whose kind it does not know; see Unknown.
type Body interface{ Kind() Kind }

// Kind names the type of an event's body; it is the last token of the event's
// journal subject.
type Kind string

// All kinds of event.
const (
	KindStarted Kind = "started"
	KindHeard   Kind = "heard"
	KindSaid    Kind = "said"
	KindVerdict Kind = "verdict"
	KindEmoji   Kind = "emoji"
	KindHint    Kind = "hint"
	KindMetric  Kind = "metric"
	KindUsage   Kind = "usage"
	KindError   Kind = "error"
	KindEnded   Kind = "ended"

	// KindInherited follows the start of a fork.
	KindInherited Kind = "inherited"
	// KindPatience and those after it are of how a call is held.
	KindPatience Kind = "patience"
	KindOverlap  Kind = "overlap"
	KindPaused   Kind = "paused"
	KindPresence Kind = "presence"
	// KindCorrection and those after it may also come once the call has ended.
	KindCorrection Kind = "correction"
	KindRated      Kind = "rated"
	KindCoached    Kind = "coached"
)

// Unknown is the body of an event that a newer Parley wrote. It is written again as
// it was read.
type Unknown struct {
	Name Kind
	Raw  json.RawMessage
}

// Kind implements Body.
func (u Unknown) Kind() Kind { return u.Name }

// MarshalJSON writes what was read.
func (u Unknown) MarshalJSON() ([]byte, error) {
	if len(u.Raw) == 0 {
		return []byte("null"), nil
	}
	return u.Raw, nil
}

// wireEvent is Event as JSON: the body beside its kind.
type wireEvent struct {
	Call CallID          `json:"call"`
	Seq  uint64          `json:"seq"`
	At   time.Time       `json:"at"`
	Kind Kind            `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// MarshalJSON writes e with its kind beside its body.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Body == nil {
		return nil, fmt.Errorf("event %d of %s has no body", e.Seq, e.Call)
	}
	body, err := json.Marshal(e.Body)
	if err != nil {
		return nil, fmt.Errorf("marshal %s event: %w", e.Body.Kind(), err)
	}
	return json.Marshal(wireEvent{e.Call, e.Seq, e.At, e.Body.Kind(), body})
}

// UnmarshalJSON reads what MarshalJSON wrote; the body of a kind it does not know is
// an Unknown. An event without a kind is an error.
func (e *Event) UnmarshalJSON(b []byte) error {
	var w wireEvent
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	if w.Kind == "" {
		return fmt.Errorf("event %d of %s has no kind", w.Seq, w.Call)
	}
	read, known := bodies[w.Kind]
	if !known {
		raw, err := json.Marshal(Unknown{Raw: w.Body}) // compact, as it is written
		*e = Event{w.Call, w.Seq, w.At, Unknown{w.Kind, raw}}
		return err
	}
	body, err := read(w.Body)
	if err != nil {
		return fmt.Errorf("read %s event: %w", w.Kind, err)
	}
	*e = Event{w.Call, w.Seq, w.At, body}
	return nil
}

var bodies = map[Kind]func([]byte) (Body, error){
	KindStarted: readBody[Started], KindHeard: readBody[Heard], KindSaid: readBody[Said],
	KindVerdict: readBody[Verdict], KindEmoji: readBody[Reaction], KindHint: readBody[Hint],
	KindMetric: readBody[Latency], KindUsage: readBody[Usage], KindError: readBody[Trouble], KindEnded: readBody[Ending],
	KindInherited: readBody[Inherited], KindPatience: readBody[PatienceSet], KindOverlap: readBody[Overlap],
	KindPaused: readBody[Paused], KindPresence: readBody[Presence], KindCorrection: readBody[Correction], KindRated: readBody[Rated],
	KindCoached: readBody[Coached],
}

func readBody[T Body](b []byte) (Body, error) {
	var v T
	err := json.Unmarshal(b, &v)
	return v, err
}
