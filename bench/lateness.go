package bench

import (
	"context"
	"time"
)

// lookout is how often the machine is looked at: often enough for a 99th
// percentile of a few seconds, too seldom to be a load itself.
const lookout = 5 * time.Millisecond

// lateness notes how late timers are until stop is called, which returns it:
// what is slow while they are is slow for want of a processor. ctx ends it early.
func lateness(ctx context.Context) (stop func() []time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	noted := make(chan []time.Duration, 1)
	go func() {
		var late []time.Duration
		for due := time.Now(); ; {
			due = due.Add(lookout)
			if wait(ctx, time.Until(due)) != nil {
				noted <- late
				return
			}
			now := time.Now()
			late = append(late, now.Sub(due))
			due = now
		}
	}()
	return func() []time.Duration {
		cancel()
		return <-noted
	}
}
