package enginetest

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Failing names the checks, of those whose name begins with which, that fail:
// so a kit's own tests hold it to find each defect of an engine.
func Failing[K any](t *testing.T, checks []Check[K], which string, kit func(testing.TB) K) []string {
	t.Helper()
	var names []string
	for _, c := range checks {
		if !strings.HasPrefix(c.Name, which) {
			continue
		}
		if got := c.Record(t, kit); len(got) > 0 {
			t.Logf("fails %q: %.300s", c.Name, strings.Join(got, "; "))
			names = append(names, c.Name)
		}
	}
	return names
}

// Record returns how c fails, in the order testing.T works: the test, the end
// of its context, its cleanups from the last to the first.
func (c Check[K]) Record(t *testing.T, kit func(testing.TB) K) []string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &recorder{TB: t, ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.Run(r, kit)
	}()
	<-done
	cancel()
	for _, clean := range slices.Backward(r.cleanups) {
		clean()
	}
	r.mu.Lock() // what a broken engine left running may fail on
	defer r.mu.Unlock()
	return slices.Clone(r.failures)
}

// recorder is a testing.TB that notes failures instead of failing.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	failures []string
	cleanups []func()
	ctx      context.Context //nolint:containedctx // the context that the test gets
}

func (*recorder) Helper()                    {}
func (*recorder) Logf(string, ...any)        {}
func (r *recorder) Cleanup(f func())         { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Context() context.Context { return r.ctx }

func (r *recorder) Error(args ...any) { r.Errorf("%s", fmt.Sprint(args...)) }

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}
