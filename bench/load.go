package bench

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"parley/caller"
)

const (
	// joinEvery spaces the joins of many calls: more at once than people do, few
	// enough that joining is not what is measured.
	joinEvery = 250 * time.Millisecond
	// lookEvery is how often the agent's memory is read.
	lookEvery = 500 * time.Millisecond
	// windowMin is the least time a level is measured for: two exchanges of every
	// call. windowMax bounds it.
	windowMin = 12 * time.Second
	windowMax = 3 * time.Minute
)

// load holds a number of calls at once and measures while all are under way.
type load struct {
	product Product
	clips   []caller.Clip
	calls   int
	env     *Env

	mu sync.Mutex
	// measuring is set while outcomes count.
	measuring bool
	level     level
	warm      int // calls that have had an exchange
}

// run holds the calls until enough was measured.
func (l *load) run(ctx context.Context) (level, error) {
	l.level.calls = l.calls
	calls, hangUp := context.WithCancel(ctx)
	defer hangUp()
	var wg sync.WaitGroup
	for i := range l.calls {
		wg.Go(func() { l.call(calls, i) })
	}
	err := l.measure(ctx)
	hangUp()
	wg.Wait()
	return l.level, err
}

// call holds one call until ctx ends.
func (l *load) call(ctx context.Context, number int) {
	if wait(ctx, time.Duration(number)*joinEvery) != nil {
		return
	}
	c, err := join(ctx, l.product, number)
	if err != nil {
		l.fault(ctx)
		return
	}
	defer func() {
		l.trouble(len(c.View().Troubles))
		c.Leave()
	}()
	for i := 0; ; i++ {
		took, err := exchange(ctx, c.Caller, l.clips[i%len(l.clips)])
		if l.note(took, err, i == 0) != nil {
			l.fault(ctx)
			return
		}
	}
}

// fault notes that a call could not be held, unless it is being ended.
func (l *load) fault(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.level.faults++
}

// trouble notes faults of engines.
func (l *load) trouble(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.level.troubles += n
}

// note takes the outcome of one exchange.
func (l *load) note(took time.Duration, err error, first bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if first {
		l.warm++
	}
	if !l.measuring {
		return new(responses).note(took, err)
	}
	return l.level.note(took, err)
}

// measure waits until all calls talk, and then until there are enough answers.
func (l *load) measure(ctx context.Context) error {
	if err := l.until(ctx, func() bool { return l.warm+l.level.faults >= l.calls }); err != nil {
		return err
	}
	before, err := l.usage()
	if err != nil {
		return err
	}
	began := time.Now()
	l.set(true)
	err = l.until(ctx, func() bool { return l.level.count() >= l.env.Samples && time.Since(began) >= windowMin })
	l.set(false)
	if err != nil {
		return err
	}
	after, err := l.usage()
	if err != nil {
		return err
	}
	took := time.Since(began)
	l.level.agent = float64(after[0].CPU-before[0].CPU) / float64(took)
	l.level.rest = float64(after[1].CPU-before[1].CPU) / float64(took)
	return nil
}

func (l *load) set(measuring bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.measuring = measuring
}

// until waits for ok, every call having failed, or for too long, and notes the
// agent's memory meanwhile.
func (l *load) until(ctx context.Context, ok func() bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, windowMax, errors.New("the calls do not get on"))
	defer cancel()
	for {
		u, err := l.usage()
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.level.memory = max(l.level.memory, u[0].Memory)
		done := ok() || l.level.faults == l.calls
		l.mu.Unlock()
		if done {
			return nil
		}
		if err := wait(ctx, lookEvery); err != nil {
			return err
		}
	}
}

// usage is that of the agent's process and of this one.
func (l *load) usage() (u [2]Usage, err error) {
	if u[0], err = l.product.Usage(); err != nil {
		return u, err
	}
	u[1], err = UsageOf(os.Getpid())
	return u, err
}

// wait waits for d or returns ctx's cause.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
