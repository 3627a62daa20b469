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
	// Body is the fact itself: one of the types below, by value.
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
)

// Started opens a call.
type Started struct {
	Dispatch
	Botname string `json:"botname"`
	// Engines says which engine serves each role, such as "stt": "sphinx".
	Engines map[string]string `json:"engines"`
}

// Heard is a finished user turn. Times run from the start of the call. A later
// one with the same turn number replaces it: part of the turn was recognised
// late.
type Heard struct {
	Turn       Turn          `json:"turn"`
	Start      time.Duration `json:"start"`
	End        time.Duration `json:"end"`
	Confidence float64       `json:"confidence,omitempty"`
}

// Said is a finished character turn. Times run from the start of the call.
type Said struct {
	Turn  Turn          `json:"turn"`
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
	// InterruptedAt is when the user's speech cut the turn; 0 if it did not.
	InterruptedAt time.Duration `json:"interrupted_at,omitempty"`
}

// Trouble is a fault the call survived, or the one that ended it.
type Trouble struct {
	// Role is "stt", "llm", "tts", "checker" or "call".
	Role string `json:"role"`
	// Reason is plain words, free of speech and of keys.
	Reason string `json:"reason"`
	// Over is set when it says that the role is well again, which takes back what
	// was said of it before.
	Over bool `json:"over,omitempty"`
}

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

// Kind implements Body.
func (Started) Kind() Kind { return KindStarted }

// Kind implements Body.
func (Heard) Kind() Kind { return KindHeard }

// Kind implements Body.
func (Said) Kind() Kind { return KindSaid }

// Kind implements Body.
func (Verdict) Kind() Kind { return KindVerdict }

// Kind implements Body.
func (Reaction) Kind() Kind { return KindEmoji }

// Kind implements Body.
func (Hint) Kind() Kind { return KindHint }

// Kind implements Body.
func (Latency) Kind() Kind { return KindMetric }

// Kind implements Body.
func (Usage) Kind() Kind { return KindUsage }

// Kind implements Body.
func (Trouble) Kind() Kind { return KindError }

// Kind implements Body.
func (Ending) Kind() Kind { return KindEnded }

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
}

func readBody[T Body](b []byte) (Body, error) {
	var v T
	err := json.Unmarshal(b, &v)
	return v, err
}
