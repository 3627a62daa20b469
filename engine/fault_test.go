package engine_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"parley/engine"
)

func TestRetryAfter(t *testing.T) {
	busy := fmt.Errorf("chat: %w", engine.WithRetryAfter(fmt.Errorf("%w (HTTP 429)", engine.ErrBusy), 3*time.Second))
	if got := engine.RetryAfter(busy); got != 3*time.Second {
		t.Errorf("RetryAfter = %v, want 3s", got)
	}
	if !errors.Is(busy, engine.ErrBusy) {
		t.Errorf("%v is not ErrBusy", busy)
	}
	if got, want := busy.Error(), "chat: the service is over its limit (HTTP 429)"; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	for _, err := range []error{nil, engine.ErrBusy} {
		if got := engine.RetryAfter(err); got != 0 {
			t.Errorf("RetryAfter(%v) = %v, want 0", err, got)
		}
	}
}
