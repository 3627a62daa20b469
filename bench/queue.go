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
	threads int // followed so far
}

// follow follows n new calls, each with a verdict so that all is under way.
func (q *bareQueue) follow(ctx context.Context, n int) (threads []*thread, end func() error, err error) {
	end = func() error {
		var errs []error
		for _, t := range threads {
			errs = append(errs, t.end())
		}
		return errors.Join(errs...)
	}
	for range n {
		q.threads++
		t := follow(ctx, q.checker, parley.CallID(fmt.Sprintf("bench_%d", q.threads)))
		threads = append(threads, t)
		if _, _, err := t.exchange(ctx); err != nil {
			return nil, nil, errors.Join(err, end())
		}
	}
	return threads, end, nil
}

// alone times n verdicts, one at a time, from submitting to what a call gets.
func (q *bareQueue) alone(ctx context.Context, n int) (took path, err error) {
	t := newTrace()
	if err := q.checker.Staff(t.judge(), 0); err != nil {
		return took, err
	}
	threads, end, err := q.follow(ctx, atOnce)
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, end()) }()
	stop := lateness(ctx)
	defer func() { took.late = stop() }()
	for i := range n {
		q.env.Progress("verdicts of the queue alone", i+1, n)
		one := threads[i%len(threads)]
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
	threads, end, err := q.follow(ctx, busy)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if parallel == 0 {
		parallel = queue.DefaultParallel
	}
	r, err = q.flood(ctx, fmt.Sprintf("verdicts, %d judged at once", parallel), threads, n, func(ctx context.Context, t *thread) error {
		_, _, err := t.exchange(ctx)
		return err
	})
	r.parallel = parallel
	return r, err
}

// publishes is how often exchanges can be submitted while nobody judges them.
func (q *bareQueue) publishes(ctx context.Context, n int) (r rate, err error) {
	threads, end, err := q.follow(ctx, busy)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := q.checker.Staff(nil, 0); err != nil {
		return r, err
	}
	return q.flood(ctx, "publishes", threads, n, func(ctx context.Context, t *thread) error {
		return t.publish(ctx)
	})
}

// flood has all threads do something, n times in all.
func (q *bareQueue) flood(
	ctx context.Context, what string, threads []*thread, n int, do func(context.Context, *thread) error,
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
	for _, t := range threads {
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
