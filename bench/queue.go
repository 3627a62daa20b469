package bench

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/bench/stub"
	"parley/checker/queue"
)

// busy is how many calls keep a worker busy: each has one exchange in the queue,
// as none is left out for a newer one then.
const busy = 32

// bareQueue measures the checker without calls.
type bareQueue struct {
	checker Checker
	env     *Env
	calls   int // followed so far
}

// follow follows n new calls, each with a verdict so that all is under way.
func (q *bareQueue) follow(ctx context.Context, n int) (calls []*queuedCall, end func() error, err error) {
	end = func() error {
		var errs []error
		for _, t := range calls {
			errs = append(errs, t.end())
		}
		return errors.Join(errs...)
	}
	for range n {
		q.calls++
		t := follow(ctx, q.checker, parley.CallID(fmt.Sprintf("bench_%d", q.calls)))
		calls = append(calls, t)
		if _, _, err := t.exchange(ctx); err != nil {
			return nil, nil, errors.Join(err, end())
		}
	}
	return calls, end, nil
}

// alone times n verdicts, one at a time, from submitting to what a call gets.
func (q *bareQueue) alone(ctx context.Context, n int) (took path, err error) {
	t := newTrace()
	if err := q.checker.Staff(t.judge(), 0); err != nil {
		return took, err
	}
	calls, end, err := q.follow(ctx, atOnce)
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, end()) }()
	stop := lateness(ctx)
	defer func() { took.late = stop() }()
	for i := range n {
		q.env.Progress("verdicts of the queue alone", i+1, n)
		one := calls[i%len(calls)]
		began, came, err := one.exchange(ctx)
		if err != nil {
			return took, err
		}
		t.submitted(one.last, began)
		if s, ok := t.find(one.last.Call, one.last.Number); ok {
			took.note(s, came)
		}
	}
	return took, nil
}

// rate is how often something was done.
type rate struct {
	parallel int // exchanges judged at once
	n        int
	took     time.Duration
	cpu      time.Duration // of this process, which holds the NATS server, too
}

// perSecond is zero if nothing was done.
func (r rate) perSecond() float64 { return float64(r.n) / max(r.took.Seconds(), 1e-9) }

// cost is the processor time of one.
func (r rate) cost() time.Duration { return r.cpu / time.Duration(max(r.n, 1)) }

// rate is how many verdicts one worker makes that judges so many exchanges at
// once, over n verdicts of busy calls.
func (q *bareQueue) rate(ctx context.Context, parallel, n int) (r rate, err error) {
	if err := q.checker.Staff(stub.Judge{}, parallel); err != nil {
		return r, err
	}
	calls, end, err := q.follow(ctx, busy)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if parallel == 0 {
		parallel = queue.DefaultParallel
	}
	r, err = q.flood(ctx, fmt.Sprintf("verdicts, %d judged at once", parallel), calls, n, func(ctx context.Context, t *queuedCall) error {
		_, _, err := t.exchange(ctx)
		return err
	})
	r.parallel = parallel
	return r, err
}

// publishes is how often exchanges can be submitted while nobody judges them.
func (q *bareQueue) publishes(ctx context.Context, n int) (r rate, err error) {
	calls, end, err := q.follow(ctx, busy)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := q.checker.Staff(nil, 0); err != nil {
		return r, err
	}
	return q.flood(ctx, "publishes", calls, n, func(ctx context.Context, t *queuedCall) error {
		return t.publish(ctx)
	})
}

// flood has all calls do something, n times in all.
func (q *bareQueue) flood(
	ctx context.Context, what string, calls []*queuedCall, n int, do func(context.Context, *queuedCall) error,
) (rate, error) {
	q.env.Progress(what, 1, 1)
	var left atomic.Int64
	left.Store(int64(n))
	before, err := ownCPU()
	if err != nil {
		return rate{}, err
	}
	began := time.Now()
	all, ctx := errgroup.WithContext(ctx)
	for _, t := range calls {
		all.Go(func() error {
			for left.Add(-1) >= 0 {
				if err := do(ctx, t); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		return rate{}, err
	}
	r := rate{n: n, took: time.Since(began)}
	after, err := ownCPU()
	r.cpu = after - before
	return r, err
}

// queuedCall is a call as the queue knows it: one exchange after another, and their
// verdicts.
type queuedCall struct {
	checker Checker
	client  Client
	last    parley.Exchange // submitted
	came    chan verdict
	stop    context.CancelFunc
	over    chan error // what the client's Run returned
}

// verdict is a verdict and when it came.
type verdict struct {
	number int
	at     time.Time
}

// follow follows the verdicts of a new call until end.
func follow(ctx context.Context, checker Checker, call parley.CallID) *queuedCall {
	t := &queuedCall{
		checker: checker, client: checker.Client(call), came: make(chan verdict, 1), over: make(chan error, 1),
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

func (t *queuedCall) end() error {
	t.stop()
	return <-t.over
}

// submit submits the next exchange.
func (t *queuedCall) submit(ctx context.Context) (began time.Time, err error) {
	t.last.Number++
	began = time.Now()
	return began, t.client.Submit(ctx, t.last)
}

// publish puts the next exchange on the queue, past the client.
func (t *queuedCall) publish(ctx context.Context) error {
	t.last.Number++
	return t.checker.Publish(ctx, t.last)
}

// exchange submits the next exchange and waits for its verdict; the error is
// errUnjudged if it does not come.
func (t *queuedCall) exchange(ctx context.Context) (began, came time.Time, err error) {
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
