package rpc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestAsError(t *testing.T) {
	if got := AsError(nil); got != nil {
		t.Errorf("AsError(nil) = %v, want nil", got)
	}
	if got := AsError(fmt.Errorf("give hint: %w", ErrNoHints)); got.Code != CodeNoHints {
		t.Errorf("wrapped ErrNoHints: code %d, want %d", got.Code, CodeNoHints)
	}
	secret := errors.New("dial 10.0.0.1: refused")
	if got := AsError(secret); got.Code != CodeApplication || strings.Contains(got.Message, "10.0.0.1") {
		t.Errorf("unknown error became %v, want code %d without its text", got, CodeApplication)
	}
	long := AsError(&Error{CodeBusy, strings.Repeat("x", 2*MaxMessage)})
	if len(long.Message) != MaxMessage || long.Code != CodeBusy {
		t.Errorf("long message: %d bytes, code %d, want %d, %d", len(long.Message), long.Code, MaxMessage, CodeBusy)
	}
}

func TestErrorIsComparesCodes(t *testing.T) {
	err := fmt.Errorf("call: %w", &Error{CodeBusy, "in other words"})
	if !errors.Is(err, ErrBusy) {
		t.Errorf("%v is not ErrBusy, want it to be", err)
	}
	if errors.Is(err, ErrCallOver) {
		t.Errorf("%v is ErrCallOver, want it not to be", err)
	}
}
