package stub

import (
	"context"
	"fmt"

	"parley/checker"
)

// Judge is a checker.Judge to whom every exchange is as good as the last, so
// that no verdict ends a call.
type Judge struct {
	// Hung makes it never say so: it waits until it is told to stop.
	Hung bool
}

var _ checker.Judge = Judge{}

// Name implements checker.Judge.
func (Judge) Name() string { return "stub" }

// Judge implements checker.Judge.
func (j Judge) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	if j.Hung {
		<-ctx.Done()
		return checker.Opinion{}, fmt.Errorf("judge: %w", context.Cause(ctx))
	}
	return checker.Opinion{Finding: checker.Finding{Progress: c.Known.Progress}, Judge: j.Name()}, nil
}
