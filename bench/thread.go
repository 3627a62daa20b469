package bench

import (
	"context"
	"time"

	"parley"
)

// thread is a call as the queue knows it: one exchange after another, and their
// verdicts.
type thread struct {
	queue  Checker
	client Client
	last   parley.Exchange // submitted
	came   chan verdict
	stop   context.CancelFunc
	over   chan error // what the client's Run returned
}

// verdict is a verdict and when it came.
type verdict struct {
	number int
	at     time.Time
}

// follow follows the verdicts of a new call until end.
func follow(ctx context.Context, queue Checker, call parley.CallID) *thread {
	t := &thread{
		queue: queue, client: queue.Client(call), came: make(chan verdict, 1), over: make(chan error, 1),
		last: parley.Exchange{Call: call, Dispatch: parley.Dispatch{Scenario: Scene}, Turns: window()},
	}
	ctx, t.stop = context.WithCancel(ctx)
	go func() {
		t.over <- t.client.Run(ctx, func(v parley.Verdict) {
			select {
			case t.came <- verdict{v.Exchange, time.Now()}:
			case <-ctx.Done():
			}
		})
	}()
	return t
}

func (t *thread) end() error {
	t.stop()
	return <-t.over
}

// submit submits the next exchange.
func (t *thread) submit(ctx context.Context) (began time.Time, err error) {
	t.last.Number++
	began = time.Now()
	return began, t.client.Submit(ctx, t.last)
}

// publish puts the next exchange on the queue, past the client.
func (t *thread) publish(ctx context.Context) error {
	t.last.Number++
	return t.queue.Publish(ctx, t.last)
}

// exchange submits the next exchange and waits for its verdict; the error is
// errUnjudged if it does not come.
func (t *thread) exchange(ctx context.Context) (began, came time.Time, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, verdictWait, errUnjudged)
	defer cancel()
	if began, err = t.submit(ctx); err != nil {
		return began, came, err
	}
	for {
		select {
		case v := <-t.came:
			if v.number == t.last.Number {
				return began, v.at, nil
			}
		case <-ctx.Done():
			return began, came, context.Cause(ctx)
		}
	}
}

// window is as much of a conversation as the checker sees.
func window() []parley.Turn {
	turns := make([]parley.Turn, parley.ContextWindow)
	for i := range turns {
		turns[i] = parley.Turn{Number: i + 1, Role: parley.Character, Text: shortReply}
		if i%2 == 1 {
			turns[i].Role, turns[i].Text = parley.User, statements[i/2%len(statements)].text
		}
	}
	return turns
}
