package codefirst

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"parley/tool"
)

// refusal is what a call throws that the user said no to.
const refusal = "the user said no"

// asksFirst is the Pause of a call that the user has to say yes to before it is made, as
// tool.Confirm of its tool says; nil for none, and for arguments that Run will refuse.
func asksFirst(t tool.Tool, args json.RawMessage) error {
	question, needed, err := t.Question(args)
	if err != nil || !needed {
		return nil //nolint:nilerr // Run says what is wrong with them
	}
	return &Pause{Reason: question, asks: true}
}

// Answer takes the user's yes or no to what a halted run asks. After a no the call
// throws. After a yes the call of a tool that asks first (tool.Confirm) is made, once,
// as the run goes on by Replay; that of a tool which has halted the run by itself comes
// back with true. The errors are Resolve's.
func (s *Snapshot) Answer(yes bool, at time.Time) error {
	switch {
	case !yes:
		return s.Reject(refusal, at)
	case !s.Asks:
		return s.Resolve(true, at)
	}
	if s.Allowed != 0 {
		return fmt.Errorf("answer: %w", ErrSettled)
	}
	if c, ok := s.Call(); !ok || s.Mode == Regenerate {
		return fmt.Errorf("answer: %w: no call waits, or it cannot be made", ErrSnapshot)
	} else if c.Order != 0 {
		return fmt.Errorf("answer: %w", ErrSettled)
	}
	s.Allowed, s.Waiting = s.Waiting, 0
	s.Unbegun = append(slices.Clip(s.Unbegun), s.Allowed)
	return nil
}
