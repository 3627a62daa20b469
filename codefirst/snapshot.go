package codefirst

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"parley/codefirst/sandbox"
	"parley/llm"
	"parley/tool/schema"
)

var (
	// ErrSnapshot means a Snapshot that cannot go on: it is damaged, or of another
	// version.
	ErrSnapshot = errors.New("bad snapshot")
	// ErrSettled means a Snapshot whose call has come back already.
	ErrSettled = errors.New("the call has come back already")
	// ErrResult means a result that the tool of the call does not give by its schema.
	ErrResult = errors.New("not a result of that tool")
	// ErrUnsettled means a Snapshot that still waits for its call.
	ErrUnsettled = errors.New("the call has not come back yet")
)

// snapshotVersion changes with what a Snapshot means.
const snapshotVersion = 1

// Resume is how a run goes on from a Snapshot.
type Resume string

const (
	// Replay runs the same code again; calls that came back come back again without
	// the tools. No model is called for it, and it fails with sandbox.ErrDiverged if the
	// code does something else than before.
	Replay Resume = "replay"
	// Regenerate shows the model what has come back, and has it write the rest.
	Regenerate Resume = "regenerate"
)

// Snapshot is a run that has halted, as JSON. It holds what the user and the tools
// have said: it belongs to one user, and is kept and erased like their speech. Nothing in
// it is signed: whoever can write to it can change what the calls came back with, so it
// is kept where only its keeper writes. Each Execute with it goes on from the same place,
// and what comes after that is done each time: the keeper runs it once.
type Snapshot struct {
	Version int `json:"version"`
	// Run and User are the Params' RunID and User, which Execute holds the next Params to.
	Run  string `json:"run"`
	User string `json:"user,omitempty"`
	// Reason and Data are of the Pause; Waiting is the Seq of the call that waits, or 0
	// where the process ended instead (see ReadJournal).
	Reason  string          `json:"reason,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
	Waiting int             `json:"waiting,omitempty"`
	// Output is the schema of what the call that waits gives; none takes anything.
	Output json.RawMessage `json:"output,omitempty"`
	// Asks says that the call that waits is made after a yes; Allowed is its Seq once
	// that was said. See Answer.
	Asks    bool    `json:"asks,omitempty"`
	Allowed int     `json:"allowed,omitempty"`
	Mode    Resume  `json:"mode,omitempty"`
	Program Program `json:"program"`
	// Calls are those of the program so far, in order of Seq.
	Calls []sandbox.Call `json:"calls,omitempty"`
	// Unbegun are the Seqs of calls and yields that have had no effect, for the pause
	// came first: they are made when the run goes on.
	Unbegun []int `json:"unbegun,omitempty"`
	// Variables are those that the code had declared.
	Variables []sandbox.Variable `json:"variables,omitempty"`
	// Thread is what the model wrote and was told before, Sent what the user was shown.
	Thread []Turn `json:"thread,omitempty"`
	Sent   []Sent `json:"sent,omitempty"`
}

// Program is code that runs, and what it takes to run it again in the same way.
type Program struct {
	Iteration int       `json:"iteration"`
	Code      string    `json:"code"`
	Seed      uint64    `json:"seed"`
	Start     time.Time `json:"start"`
	// Given are the variables of earlier iterations that it found, Objects the
	// namespaces with the values that they had.
	Given   []sandbox.Variable `json:"given,omitempty"`
	Objects []sandbox.Object   `json:"objects,omitempty"`
}

// Turn is what the model wrote, or was told after that.
type Turn struct {
	Speaker llm.Speaker `json:"speaker"`
	Text    string      `json:"text"`
}

// Sent is a message that the user was shown.
type Sent struct {
	// ID is unique in the run, and the same when the run is replayed.
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Call is the call that waits, and whether one does.
func (s *Snapshot) Call() (sandbox.Call, bool) {
	i := slices.IndexFunc(s.Calls, func(c sandbox.Call) bool { return c.Seq == s.Waiting })
	if i < 0 {
		return sandbox.Call{}, false
	}
	return s.Calls[i], true
}

// Resolve has the call that waits come back with result, at a time. The error wraps
// ErrSettled if it has, ErrResult for a result that is none of its tool's, or
// ErrSnapshot; the Snapshot is then as it was.
func (s *Snapshot) Resolve(result any, at time.Time) error {
	return s.settle("resolve", at, func(c *sandbox.Call) (err error) {
		c.Result, err = s.promised(result)
		return err
	})
}

// promised is the JSON of a result that is one of the tool's.
func (s *Snapshot) promised(result any) (json.RawMessage, error) {
	text, err := json.Marshal(result)
	if err != nil {
		return nil, fmt.Errorf("%w: it has no JSON: %w", ErrResult, err)
	}
	if s.Output == nil {
		return text, nil
	}
	output, err := schema.Parse(s.Output)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	if text, err = output.CheckAs("the result", text); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrResult, err)
	}
	return text, nil
}

// Reject has the call that waits throw an error of that text. See Resolve.
func (s *Snapshot) Reject(reason string, at time.Time) error {
	return s.settle("reject", at, func(c *sandbox.Call) error {
		c.Err = cmp.Or(reason, "refused")
		return nil
	})
}

func (s *Snapshot) settle(what string, at time.Time, set func(*sandbox.Call) error) error {
	i := slices.IndexFunc(s.Calls, func(c sandbox.Call) bool { return c.Seq == s.Waiting })
	if i < 0 {
		return fmt.Errorf("%s: %w: no call waits", what, ErrSnapshot)
	}
	if s.Calls[i].Order != 0 {
		return fmt.Errorf("%s: %w", what, ErrSettled)
	}
	settled := s.Calls[i]
	if err := set(&settled); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	last := 0
	for _, c := range s.Calls {
		last = max(last, c.Order)
		if at.Before(c.At) {
			at = c.At // the clock of a run does not go back
		}
	}
	settled.Order, settled.At = last+1, at
	s.Calls[i] = settled
	return nil
}

// Reset takes back what Resolve or Reject has set.
func (s *Snapshot) Reset() {
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Seq == s.Waiting {
			c.Order, c.At, c.Result, c.Err = 0, time.Time{}, nil, ""
		}
	}
}

// ready is why the snapshot cannot go on in a run with p, nil if it can.
func (s *Snapshot) ready(p Params) error {
	switch {
	case s.Version != snapshotVersion:
		return fmt.Errorf("%w: version %d, not %d", ErrSnapshot, s.Version, snapshotVersion)
	case s.Program.Code == "" || s.Program.Iteration < 1:
		return fmt.Errorf("%w: it has no code", ErrSnapshot)
	case s.User != p.User:
		return fmt.Errorf("%w: it is another user's", ErrSnapshot)
	case s.Mode != "" && s.Mode != Replay && s.Mode != Regenerate:
		return fmt.Errorf("%w: mode %q", ErrSnapshot, s.Mode)
	}
	for i, c := range s.Calls {
		if c.Seq < 1 || i > 0 && c.Seq <= s.Calls[i-1].Seq {
			return fmt.Errorf("%w: its calls are out of order", ErrSnapshot)
		}
	}
	if c, ok := s.Call(); s.Waiting != 0 && !ok {
		return fmt.Errorf("%w: call %d is missing", ErrSnapshot, s.Waiting)
	} else if ok && c.Order == 0 {
		return ErrUnsettled
	}
	return nil
}
