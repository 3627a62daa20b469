package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parley"
	"parley/calls"
	"parley/checker"
)

// errOtherScene means a fork that asks for another scene than its parent's.
var errOtherScene = errors.New("the call to go on from was of another scene")

// past is what a call begins with that goes on from another of the same user, nil for
// one that does not. A call of somebody else's is calls.ErrNotFound, as one that is
// gone; other errors wrap calls.ErrTurn or say that the scene is another.
func (m *callManager) past(ctx context.Context, d parley.Dispatch, alias string) (*parley.Inherited, error) {
	if d.From == nil {
		return nil, nil //nolint:nilnil // most calls go on from none
	}
	events, err := m.store.events(ctx, alias, d.From.Call)
	if err != nil {
		return nil, fmt.Errorf("go on from a call: %w", err)
	}
	parent := calls.Fold(events)
	if parent.Started.Scenario != d.Scenario {
		return nil, errOtherScene
	}
	in, err := calls.ForkAt(parent, d.From.Turn)
	if err != nil {
		return nil, fmt.Errorf("go on from a call: %w", calls.ErrTurn)
	}
	return &in, nil
}

// ledgerOf is what the checker knew of the call that is gone on from: of one whose
// journal is older than such ledgers, how far it had come and the checks met.
func ledgerOf(past parley.Inherited) (l checker.Ledger) {
	n := len(past.Verdicts)
	if n == 0 {
		return l
	}
	v := past.Verdicts[n-1].Verdict
	if len(v.Ledger) == 0 || json.Unmarshal(v.Ledger, &l) != nil || l.Exchange != v.Exchange {
		return checker.Ledger{Exchange: v.Exchange, Progress: v.Progress, Checks: v.Checks}
	}
	return l
}
