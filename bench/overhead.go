package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// remark is what a user types for the sake of the verdict on it.
const remark = "Go on."

// path is how long verdicts took, stage by stage.
type path struct {
	// judge is from submitting to the judge, back from there to where the verdict
	// is wanted, whole both.
	judge, back, whole []time.Duration
	// late is how late timers were meanwhile.
	late []time.Duration
}

func (p *path) note(s stamps, came time.Time) {
	p.judge = append(p.judge, s.judged.Sub(s.submitted))
	p.back = append(p.back, came.Sub(s.judged))
	p.whole = append(p.whole, came.Sub(s.submitted))
}

// overhead times n verdicts or a few more in calls held at once, from the
// agent's submitting to the RPC's coming to the user's side. The users type, as
// speaking takes longer. It counts the verdicts that did not come.
func overhead(ctx context.Context, env *Env, p Product, n int) (took path, missing int, err error) {
	t := newTrace()
	p.Checker().Watch(t.submitted)
	defer p.Checker().Watch(nil)
	if err := p.Checker().Staff(t.judge(), 0); err != nil {
		return took, 0, err
	}
	stop := lateness(ctx)
	defer func() { took.late = stop() }()
	each := (n + atOnce - 1) / atOnce
	came := make([][]time.Time, atOnce)
	errs := make([]error, atOnce)
	var mu sync.Mutex
	var wg sync.WaitGroup
	had := 0
	for i := range atOnce {
		wg.Go(func() {
			came[i], errs[i] = remarks(ctx, p, i, each, func() {
				mu.Lock()
				defer mu.Unlock()
				had++
				env.Progress("verdicts in calls", had, each*atOnce)
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return took, 0, err
	}
	for i, times := range came {
		call := t.call(userName(i))
		missing += each
		for at, when := range times {
			if s, ok := t.find(call, at+1); ok && when.After(s.judged) {
				took.note(s, when)
				missing--
			}
		}
	}
	if len(took.whole) == 0 {
		return took, missing, errors.New("no verdict came")
	}
	return took, missing, nil
}

// userName tells the users of calls held at once apart.
func userName(i int) string { return fmt.Sprintf("User %d", i) }

// remarks holds a call whose user says the next thing as soon as there is a
// verdict on the one before, and returns when the verdicts came. It stops at
// the first that does not.
func remarks(ctx context.Context, p Product, i, each int, told func()) ([]time.Time, error) {
	if err := wait(ctx, time.Duration(i)*joinEvery); err != nil {
		return nil, err
	}
	c, err := enter(ctx, p, i, userName(i))
	if err != nil {
		return nil, err
	}
	defer c.Leave()
	if err := floor(ctx, c); err != nil {
		return nil, err
	}
	var came []time.Time
	for range each {
		if err := c.Type(ctx, remark); err != nil {
			return nil, err
		}
		err := judged(ctx, c, len(came)+1)
		if errors.Is(err, errUnjudged) {
			break
		}
		if err != nil {
			return nil, err
		}
		came = append(came, c.View().Verdicts[len(came)].At)
		told()
	}
	return came, nil
}
