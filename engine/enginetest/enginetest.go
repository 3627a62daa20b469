// Package enginetest is the conformance kit of engines: what all of them are held to, run
// check by check with a look for goroutines left behind. Packages llmtest, stttest and
// ttstest add what is asked of one kind.
package enginetest

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/engine"
	"parley/language"
)

// Check is one requirement of a kit K.
type Check[K any] struct {
	Name string
	Test func(testing.TB, K)
}

// Run makes each check a subtest of t, one after another, with a kit of its own.
func Run[K any](t *testing.T, checks []Check[K], kit func(testing.TB) K) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.Name, func(t *testing.T) { c.Run(t, kit) })
	}
}

// Run holds one engine to c and then looks for goroutines it left.
func (c Check[K]) Run(t testing.TB, kit func(testing.TB) K) {
	t.Helper()
	k, before := kit(t), goleak.IgnoreCurrent()
	t.Cleanup(func() { // the first set is the last run: the engine is closed by then
		if err := goleak.Find(before); err != nil {
			t.Errorf("after the engine was closed: %v", err)
		}
	})
	c.Test(t, k)
}

// Fault is one way for an engine E to fail, such as a service that refuses.
type Fault[E Engine] struct {
	Name string
	// Open makes an engine that has the fault.
	Open func(testing.TB) E
	// Want is the error of package engine that the engine must give, nil if any
	// will do, and RetryAfter the wait it must tell.
	Want       error
	RetryAfter time.Duration
	// Says are what its message must hold beside the engine's name, such as the
	// service's address, and Hides what it must not, such as the key.
	Says, Hides []string
	// Midway says that a part of the answer comes before the fault; otherwise
	// none may.
	Midway bool
}

// test opens the engine and uses it.
func (f Fault[E]) test(t testing.TB, c Contract[E]) {
	t.Helper()
	e := f.Open(t)
	ctx, cancel := context.WithTimeout(t.Context(), c.Patience)
	defer cancel()
	start := time.Now()
	var midway bool
	var err error
	Wait(t, c.Patience+Promptly, "the error", func() { midway, err = c.Use(ctx, t, e) })
	switch {
	case err == nil:
		t.Fatalf("an answer came through it, want an error")
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		t.Fatalf("no error within %v", c.Patience)
	case f.Want != nil && !errors.Is(err, f.Want):
		t.Errorf("error %v, want %v", err, f.Want)
	}
	t.Logf("after %v: %v", time.Since(start).Round(time.Millisecond), err)
	if midway != f.Midway {
		t.Errorf("a part of the answer came before the error: %v, want %v", midway, f.Midway)
	}
	if got := engine.RetryAfter(err); got != f.RetryAfter {
		t.Errorf("RetryAfter = %v, want %v", got, f.RetryAfter)
	}
	for _, say := range append(f.Says, e.Name()) {
		if !strings.Contains(err.Error(), say) {
			t.Errorf("error %q does not say %q", err, say)
		}
	}
	for _, hide := range f.Hides {
		if strings.Contains(err.Error(), hide) {
			t.Errorf("the error says what it must hide (%d bytes)", len(hide))
		}
	}
}

// Patience is how long a kit waits for any one answer by default: it only ends a hang.
const Patience = 2 * time.Minute

// Engine is what engines of all kinds are.
type Engine interface{ Name() string }

// Contract is what engines of all kinds are held to.
type Contract[E Engine] struct {
	Open func(testing.TB) E
	// Use is one use of an engine, to its end; began says that a part of the answer came.
	Use      func(ctx context.Context, t testing.TB, e E) (began bool, err error)
	Patience time.Duration
	Faults   []Fault[E]
}

// Common are the checks of a contract, as those of a kit K, which they do not use.
func Common[K any, E Engine](c Contract[E]) []Check[K] {
	list := []Check[K]{
		{"name", func(t testing.TB, _ K) {
			e := c.Open(t)
			name := e.Name() // logs hold it
			if name == "" || strings.TrimSpace(name) != name || strings.ContainsAny(name, "\r\n") || name != e.Name() {
				t.Errorf("Name = %q, want one line that stays", name)
			}
		}},
		{"ended context", func(t testing.TB, _ K) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			e := c.Open(t)
			Wait(t, c.Patience, "the end with an ended context", func() {
				if began, err := c.Use(ctx, t, e); !errors.Is(err, context.Canceled) || began {
					t.Errorf("with an ended context: %v, an answer %v; want %v alone", err, began, context.Canceled)
				}
			})
		}},
	}
	for _, f := range c.Faults {
		list = append(list, Check[K]{"fault " + f.Name, func(t testing.TB, _ K) { f.test(t, c) }})
	}
	return list
}

// Cancelled is how long use goes on once its context has ended, which it does a moment
// after use has called soon.
func Cancelled(t testing.TB, moment time.Duration, use func(ctx context.Context, soon func()) error) Lapse {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	at := make(chan Clock, 1)
	err := use(ctx, func() { time.AfterFunc(moment, func() { at <- Start(); cancel() }) })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v, want %v", err, context.Canceled)
	}
	return (<-at).Lapse()
}

// Understood holds words that were heard to those that were said, half of them at least.
func Understood(t testing.TB, where, want, got string) {
	t.Helper()
	if wrong, words := language.Misheard(want, got); wrong*2 > words {
		t.Errorf("%s: %d of %d words are wrong", where, wrong, words)
	}
}

// Wait runs f, which may outlive the test if the engine is at fault, and ends
// the test if it takes longer than patience.
func Wait(t testing.TB, patience time.Duration, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("%s takes more than %v", what, patience)
	}
}

// Resident is the memory that the process holds, C's with it, in bytes.
func Resident(t testing.TB) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm") // proc(5)
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(statm))
	pages, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
