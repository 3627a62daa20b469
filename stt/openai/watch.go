package openai

import (
	"io"
	"time"
)

// watch is a body whose reads are on a budget. Only time spent waiting for the
// service counts.
type watch struct {
	body       io.Reader
	left, next time.Duration
	timer      *time.Timer
}

// pass stops the clock that has run since start.
func (w *watch) pass(start time.Time) {
	w.timer.Stop()
	w.left -= time.Since(start)
}

// Read implements io.Reader.
func (w *watch) Read(p []byte) (int, error) {
	start := time.Now()
	w.timer.Reset(w.left)
	n, err := w.body.Read(p)
	w.pass(start)
	if n > 0 {
		w.left = w.next
	}
	return n, err
}
