// Package enginetest is what the conformance kits of all engines share, those of
// packages llmtest, stttest and ttstest: checks run one by one with a look for
// goroutines left behind, faults that must be reported, bounds on waiting, and
// the measure of what was heard.
package enginetest

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/engine"
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
type Fault[E interface{ Name() string }] struct {
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

// Test opens the engine and has try use it, for the kit's patience at most; midway is whether a part of an answer
// came before err.
func (f Fault[E]) Test(t testing.TB, patience time.Duration, try func(context.Context, E) (midway bool, err error)) {
	t.Helper()
	e := f.Open(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	start := time.Now()
	var midway bool
	var err error
	Wait(t, patience+Promptly, "the error", func() { midway, err = try(ctx, e) })
	switch {
	case err == nil:
		t.Fatalf("an answer came through it, want an error")
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		t.Fatalf("no error within %v", patience)
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

// Name holds an engine to a name that logs can hold.
func Name(t testing.TB, e interface{ Name() string }) {
	t.Helper()
	name := e.Name()
	if name == "" || strings.TrimSpace(name) != name || strings.ContainsAny(name, "\r\n") || name != e.Name() {
		t.Errorf("Name = %q, want one line that stays", name)
	}
}

// Heap is what lives on the Go heap; C memory is the engine's own concern.
func Heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
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
