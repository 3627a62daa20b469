package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley/bench/probe"
	"parley/bench/stub"
)

const (
	// besides is how many calls are held at once while the checker does one
	// thing, each with answersPer answers measured. The three things of a default
	// run so come first, second and last once each, whatever else the machine
	// does meanwhile.
	besides    = 4
	answersPer = 2
	// opener is what the user of each call types first.
	opener = "What do you say?"
	// quickWord makes replies short: only their beginning is measured.
	quickWord = 80 * time.Millisecond
)

// untouched holds calls beside each state of the checker by turns.
func untouched(ctx context.Context, env *Env) (d duties, err error) {
	clips, err := record(ctx, statements)
	if err != nil {
		return nil, err
	}
	// The shortest first, for a brief run.
	slices.SortStableFunc(clips, func(a, b probe.Clip) int { return int(a.Length() - b.Length()) })
	p, err := env.Start(ctx, EnginesOf(stub.Kit{
		Recogniser: stub.Recogniser{Utterances: utterances(clips)}, Mind: stub.Mind{Reply: shortReply},
		Speaker: stub.Speaker{Word: quickWord},
	}))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	d = duties{{name: "healthy", judge: stub.Judge{}}, {name: "hung", judge: stub.Judge{Hung: true}}}
	if !env.Short {
		d = append(d, &duty{name: "away"})
	}
	n := env.Samples
	for round := 0; d[0].count() < n; round++ {
		want := min(n-d[0].count(), besides*answersPer)
		for i := range d {
			one := d[(round+i)%len(d)]
			env.Progress("answers beside a checker "+one.name, one.count()+1, n)
			if err := p.Checker().Staff(one.judge, 0); err != nil {
				return nil, err
			}
			if err := one.hold(ctx, p, clips, want); err != nil {
				return nil, fmt.Errorf("checker %s: %w", one.name, err)
			}
		}
	}
	return d, nil
}

// hold holds calls at once until they have had so many answers.
func (d *duty) hold(ctx context.Context, p Product, clips []probe.Clip, answers int) error {
	calls, held := (answers+answersPer-1)/answersPer, d.count()/answersPer
	errs := make([]error, calls)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range calls {
		some := clips[:min(answersPer, answers-i*answersPer)]
		wg.Go(func() { errs[i] = d.call(ctx, p, held+i, some, &mu) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// call has one exchange for the checker to hang over before those that are
// measured; it is typed, which is quicker.
func (d *duty) call(ctx context.Context, p Product, number int, clips []probe.Clip, mu *sync.Mutex) error {
	if err := wait(ctx, time.Duration(number%besides)*joinEvery); err != nil {
		return err
	}
	c, err := join(ctx, p, number)
	if err != nil {
		return err
	}
	defer c.Leave()
	if err := floor(ctx, c.Caller); err != nil {
		return err
	}
	typed := time.Now()
	if err := c.Type(ctx, opener); err != nil {
		return err
	}
	if _, err := voice(ctx, c.Caller, typed, answerWait); err != nil {
		return err
	}
	var had responses
	for _, clip := range clips {
		if err := had.note(exchange(ctx, c.Caller, clip)); err != nil {
			return err
		}
	}
	mu.Lock()
	defer mu.Unlock()
	d.took = append(d.took, had.took...)
	d.cutIns, d.unanswered = d.cutIns+had.cutIns, d.unanswered+had.unanswered
	d.exchanges += len(clips) // the last is not over yet
	d.verdicts += len(c.Rulings())
	return nil
}
