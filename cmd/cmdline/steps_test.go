package cmdline

import (
	"context"
	"testing"
)

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestSteps: requests to end are taken one after the other, by whoever asked for
// steps first; what has none ends at the first.
func TestSteps(t *testing.T) {
	ctx, a := withAsks(context.Background())
	asked, hurry := Steps(ctx)
	if again, more := Steps(ctx); again != nil || more != nil {
		t.Error("the steps of a process were taken twice")
	}
	for n, want := range [][3]bool{{}, {true}, {true, true}, {true, true, true}, {true, true, true}} {
		if n > 0 {
			a.next()
		}
		if got := [3]bool{closed(asked), closed(hurry), ctx.Err() != nil}; got != want {
			t.Errorf("after %d requests asked, hurry and the end are %v, want %v", n, got, want)
		}
	}
	ctx, a = withAsks(context.Background())
	a.next()
	if ctx.Err() == nil {
		t.Error("a command without steps does not end at the first request")
	}
	if asked, hurry := Steps(context.Background()); asked != nil || hurry != nil {
		t.Error("steps of a context that no process made")
	}
}
