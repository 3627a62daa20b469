package llmtest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine"
)

// testFault asks an engine that has the fault f.
func testFault(t testing.TB, k *kit, f Fault) {
	e := f.Open(t)
	within := f.Within
	if within == 0 {
		within = k.Patience
	}
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	start := time.Now()
	var a answer
	k.wait(t, "the error", func() { a = hear(ctx, t, e, ask(question(1))) })
	switch {
	case a.err == nil:
		t.Fatalf("answered %q through it, want an error", clip(a.text))
	case ctx.Err() != nil && errors.Is(a.err, ctx.Err()):
		t.Fatalf("no error within %v", within)
	case f.Want != nil && !errors.Is(a.err, f.Want):
		t.Errorf("error %v, want %v", a.err, f.Want)
	}
	t.Logf("after %v: %v", time.Since(start).Round(time.Millisecond), a.err)
	if heard := a.text != ""; heard != f.Heard {
		t.Errorf("%q came before the error, want any: %v", clip(a.text), f.Heard)
	}
	if got := engine.RetryAfter(a.err); got != f.RetryAfter {
		t.Errorf("RetryAfter = %v, want %v", got, f.RetryAfter)
	}
	checkMessage(t, a.err.Error(), append(f.Says, e.Name()), append(f.Hides, question(1)))
	if s := a.stream; s != nil {
		k.wait(t, "what follows the error", func() {
			if _, err := s.Next(); !errors.Is(err, a.err) {
				t.Errorf("Next after the error %v = %v, want it again", a.err, err)
			}
			for range 2 {
				if err := s.Close(); err != nil {
					t.Errorf("Close after the error = %v", err)
				}
			}
		})
	}
}

func checkMessage(t testing.TB, message string, says, hides []string) {
	t.Helper()
	for _, s := range says {
		if !strings.Contains(message, s) {
			t.Errorf("error %q does not say %q", message, s)
		}
	}
	for _, s := range hides {
		if strings.Contains(message, s) {
			t.Errorf("the error says what it must hide (%d bytes)", len(s))
		}
	}
}
