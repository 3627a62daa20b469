package openaihttp

import (
	"context"
	"io"
	"time"

	"parley/engine"
)

// Budget bounds how long a service may be silent within one request. Only time
// spent waiting for it counts, between Start and Stop, and not that of a slow
// listener. One goroutine at a time.
type Budget struct {
	left, next time.Duration
	since      time.Time
	timer      *time.Timer
	cancel     context.CancelCauseFunc
}

// NewBudget starts the clock of a request that has first for its beginning and
// next for each later wait, or engine.Patience of parent where that is longer, and
// returns the context to make it with, which ends with engine.ErrSlow as its
// cause. The caller calls End.
func NewBudget(parent context.Context, first, next time.Duration) (context.Context, *Budget) {
	patience := engine.Patience(parent)
	first, next = max(first, patience), max(next, patience)
	ctx, cancel := context.WithCancelCause(parent)
	timer := time.AfterFunc(first, func() { cancel(engine.ErrSlow) })
	return ctx, &Budget{left: first, next: next, since: time.Now(), timer: timer, cancel: cancel}
}

// Start lets the clock run.
func (b *Budget) Start() {
	b.since = time.Now()
	b.timer.Reset(b.left)
}

// Stop stops the clock.
func (b *Budget) Stop() {
	b.timer.Stop()
	b.left -= time.Since(b.since)
}

// Renew gives the next wait its time: something came.
func (b *Budget) Renew() { b.left = b.next }

// Limit gives the next wait, and those after it, no more than d.
func (b *Budget) Limit(d time.Duration) { b.left, b.next = d, d }

// End ends the request, if it is still under way. It may be called twice.
func (b *Budget) End() {
	b.timer.Stop()
	b.cancel(nil)
}

// Watch is body with its reads on the budget, which each byte renews.
func (b *Budget) Watch(body io.Reader) io.Reader { return &watched{body, b} }

type watched struct {
	body   io.Reader
	budget *Budget
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	w.budget.Start()
	n, err := w.body.Read(p)
	if w.budget.Stop(); n > 0 {
		w.budget.Renew()
	}
	return n, err
}
