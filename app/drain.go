package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Drain is how an agent ends when it is asked to: it takes no more calls, and those
// under way go on.
type Drain struct {
	// For is how long they may; then goodbye is said. 0 says it at once.
	For time.Duration
	// Steps, if set, is called when calls can be held. From then on asked is closed
	// when the process is asked to end, and hurry when it is asked again: goodbye is
	// said without waiting longer. Without Steps, and before, the context's end ends
	// everything at once.
	Steps func() (asked, hurry <-chan struct{})
}

// partLimit is how long calls may take to say goodbye once they have to: 10 s until
// neither side speaks, and what it takes to tell the user.
const partLimit = 15 * time.Second

// drain waits until the agent is asked to end, and then for its calls. It returns
// when none is left, those that are left take too long to say goodbye, or ctx ends.
func (a *Agent) drain(ctx context.Context, d Drain) {
	var asked, hurry <-chan struct{}
	if d.Steps != nil {
		asked, hurry = d.Steps()
	}
	select {
	case <-asked:
	case <-ctx.Done():
		return
	}
	until := time.Now().Add(d.For)
	finishing, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	go func() {
		select {
		case <-hurry:
			cancel()
		case <-finishing.Done():
		}
	}()
	if d.For > 0 && a.worker.Retire(finishing, func(left int) {
		if left > 0 {
			slog.Info(fmt.Sprintf("draining: %s, up to %v; a second signal (Ctrl-C) says goodbye, a third ends at once",
				callsOf(left), time.Until(until).Round(time.Second)))
		}
	}) {
		return
	}
	a.held.part()
	parting, cancelParting := context.WithTimeout(ctx, partLimit)
	defer cancelParting()
	a.worker.Retire(parting, func(left int) {
		if left > 0 {
			slog.Info(fmt.Sprintf("saying goodbye: %s, up to %v; another signal ends at once", callsOf(left), partLimit))
		}
	})
}

// callsOf is a number of calls in words.
func callsOf(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}
