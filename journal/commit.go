package journal

import (
	"encoding/json"
	"time"
)

// Event is one thing that happened. The log does not look into Data; whoever reads
// an event of an unknown kind passes over it.
type Event struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data,omitempty"`
}

// Commit is what one Append stored, all of it or nothing.
type Commit struct {
	// Seq grows from commit to commit of an owner, with gaps: it counts the commits
	// of all owners. It is never given twice, not after Erase either.
	Seq uint64
	// At is when the server stored it, by its clock.
	At     time.Time
	Events []Event
}

// encodeEvents writes the events of a commit.
func encodeEvents(events []Event) ([]byte, error) {
	for _, e := range events {
		if e.Kind == "" {
			return nil, ErrEvents
		}
	}
	plain, err := json.Marshal(events)
	if err != nil || len(events) == 0 {
		return nil, ErrEvents // the cause may quote the data
	}
	if len(plain) > MaxCommit {
		return nil, ErrTooLarge
	}
	return plain, nil
}

// decodeEvents reads what encodeEvents wrote. The error is ErrDamaged.
func decodeEvents(plain []byte) ([]Event, error) {
	var events []Event
	if json.Unmarshal(plain, &events) != nil || len(events) == 0 {
		return nil, ErrDamaged
	}
	for _, e := range events {
		if e.Kind == "" {
			return nil, ErrDamaged
		}
	}
	return events, nil
}
