package fault_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"parley/fault"
)

func TestRetryAfter(t *testing.T) {
	busy := fmt.Errorf("chat: %w", fault.After(fmt.Errorf("%w (HTTP 429)", fault.ErrBusy), 3*time.Second))
	if got := fault.RetryAfter(busy); got != 3*time.Second {
		t.Errorf("RetryAfter = %v, want 3s", got)
	}
	if !errors.Is(busy, fault.ErrBusy) {
		t.Errorf("%v is not ErrBusy", busy)
	}
	if got, want := busy.Error(), "chat: the service is over its limit (HTTP 429)"; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	for _, err := range []error{nil, fault.ErrBusy} {
		if got := fault.RetryAfter(err); got != 0 {
			t.Errorf("RetryAfter(%v) = %v, want 0", err, got)
		}
	}
}
