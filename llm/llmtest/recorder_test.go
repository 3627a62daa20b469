package llmtest

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
)

// recorder is a testing.TB that notes failures instead of failing.
type recorder struct {
	testing.TB
	mu       sync.Mutex
	failures []string
	cleanups []func()
	ctx      context.Context
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

// record returns how c fails, in the order testing.T works: the test, the end
// of its context, its cleanups from the last to the first.
func record(t *testing.T, c check, open opener, o Options) []string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &recorder{TB: t, ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.run(r, open, o)
	}()
	<-done
	cancel()
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
	return r.failures
}
