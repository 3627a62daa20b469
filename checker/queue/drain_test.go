package queue_test

import (
	"context"
	"testing"
	"time"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
)

// TestDrain: a worker told to stop takes no more, ends what it judges and gives
// back what does not end within its grace.
func TestDrain(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	const long = 4 * deadline // what is not given back comes only then
	begun, release := make(chan parley.CallID, 4), make(chan struct{})
	stop := workAs(t, &queue.Worker{JS: js, Parallel: 2, Grace: time.Second, AckWait: long},
		func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
			begun <- e.Call
			if e.Call == "call_hung" {
				<-ctx.Done()
				return checker.Finding{}, ctx.Err()
			}
			select {
			case <-release:
				return found(ctx, e)
			case <-ctx.Done():
				return checker.Finding{}, ctx.Err()
			}
		})
	calls := []parley.CallID{"call_a", "call_hung", "call_later"}
	for i, call := range calls {
		e := exchange(1)
		e.Call = call
		publish(t, js, e)
		if i < 2 {
			next(t, begun)
		}
	}
	call := follow(t, js, "call_a")
	stopped := make(chan struct{})
	go func() {
		stop()
		close(stopped)
	}()
	close(release)
	call.told(1)
	next(t, stopped)
	select {
	case call := <-begun:
		t.Errorf("%s was begun by a worker that was stopping", call)
	default:
	}
	workAs(t, &queue.Worker{JS: js, AckWait: long}, found)
	for _, call := range calls[1:] {
		follow(t, js, call).told(1)
	}
}
