package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// MaxProgram bounds the program that waits with a question, in bytes of JSON.
const MaxProgram = 64 << 10

// Halted is a program that waits for the answer to a question. It goes with the
// question, and no page is shown it.
type Halted struct {
	// Question is the question's id.
	Question string `json:"question"`
	// Tools are the groups of tools that it may call, Run is where it was halted.
	Tools []string        `json:"tools,omitempty"`
	Run   json.RawMessage `json:"run,omitempty"`
}

// Halt keeps a program with its question, which waits. It is refused with ErrUnknown
// for one that does not, and with ErrInvalid for a program that is no JSON or over
// MaxProgram.
type Halt struct{ Program Halted }

func (c Halt) decide(s *State, _ time.Time) ([]Event, error) {
	p := c.Program
	if _, open := s.Confirm(p.Question); !open {
		return nil, ErrUnknown
	}
	if len(p.Run) > MaxProgram || !json.Valid(p.Run) {
		return nil, fmt.Errorf("%w: a program that is no JSON, or over %d bytes", ErrInvalid, MaxProgram)
	}
	p.Tools, p.Run = slices.Clone(p.Tools), bytes.Clone(p.Run)
	return []Event{ProgramHalted{p}}, nil
}

// Program is the program that waits with the question of an id, if one does.
func (s *State) Program(question string) (Halted, bool) { return find(s.Halted, question, haltedID) }
