package debrief

import (
	"context"

	"parley/calls"
)

// maxMeasured is how many of a user's calls of a scene are measured, the newest: each
// is read for it. Others are known by their summaries.
const maxMeasured = 50

// ReadPast are an owner's calls of a scene in a language, newest first, as a Baseline has
// them. It blocks on the store, whose error it returns.
func ReadPast(ctx context.Context, store calls.Store, owner, scene, language string) (past []PastCall, err error) {
	all, err := calls.ListAll(ctx, store, calls.Query{Owner: owner, Scene: scene})
	if err != nil {
		return nil, err
	}
	for i, s := range all {
		p := PastCall{Summary: s}
		if i < maxMeasured {
			events, err := store.Events(ctx, owner, s.Call)
			if err != nil {
				continue // it was deleted meanwhile
			}
			p.Measures = Measure(calls.Fold(events), language)
		}
		past = append(past, p)
	}
	return past, nil
}
