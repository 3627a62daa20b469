package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"parley/bench/caller"
	"parley/bench/stub"
)

const (
	// besides is how many calls are held at once with each product, answersPer
	// how many answers of each are measured.
	besides    = 4
	answersPer = 2
	// answersFor is how many answers are measured for each sample: a 95th
	// percentile of some 50 is not one sound of a busy machine.
	answersFor = 2
	// opener is what the user of each call types first.
	opener = "What do you say?"
	// quickWord makes replies short: only their beginning is measured.
	quickWord = 80 * time.Millisecond
)

// untouched holds calls with products whose checkers differ, at the same time,
// so that whatever else the machine does befalls them all.
func untouched(ctx context.Context, env *Env) (d duties, err error) {
	clips, err := record(ctx, statements)
	if err != nil {
		return nil, err
	}
	// The shortest first, for a brief run.
	slices.SortStableFunc(clips, func(a, b caller.Clip) int { return int(a.Length() - b.Length()) })
	d = duties{{name: "healthy", judge: stub.Judge{}}, {name: "hung", judge: stub.Judge{Hung: true}}, {name: "away"}}
	defer func() { err = errors.Join(err, d.close()) }()
	for _, one := range d {
		if err := one.start(ctx, env, clips); err != nil {
			return nil, err
		}
	}
	// The first calls of a process are Latency's to measure.
	if err := d.hold(ctx, clips, besides*answersPer); err != nil {
		return nil, err
	}
	for _, one := range d {
		one.responses, one.rounds, one.verdicts = responses{}, nil, 0
	}
	n := answersFor * env.Samples
	for d[0].count() < n {
		env.Progress("answers beside each checker", d[0].count()+1, n)
		if err := d.hold(ctx, clips, min(n-d[0].count(), besides*answersPer)); err != nil {
			return nil, err
		}
	}
	for i, one := range d {
		if math.IsNaN(d.to(i, 0.95)) {
			return nil, fmt.Errorf("checker %s: no round has an answer to compare", one.name)
		}
	}
	return d, nil
}

func (d *duty) start(ctx context.Context, env *Env, clips []caller.Clip) (err error) {
	d.product, err = env.Start(ctx, EnginesOf(stub.Kit{
		Recogniser: stub.Recogniser{Utterances: utterances(clips)}, Mind: stub.Mind{Reply: shortReply},
		Speaker: stub.Speaker{Word: quickWord},
	}))
	if err != nil {
		return err
	}
	return d.product.Checker().Staff(d.judge, 0)
}

func (d duties) close() error {
	errs := make([]error, len(d))
	var wg sync.WaitGroup
	for i, one := range d {
		if one.product != nil {
			wg.Go(func() { errs[i] = one.product.Close() })
		}
	}
	wg.Wait()
	return errors.Join(errs...)
}

// hold is a round: it holds calls at once until each product has given so many
// answers.
func (d duties) hold(ctx context.Context, clips []caller.Clip, answers int) error {
	calls, held := (answers+answersPer-1)/answersPer, d[0].count()
	errs := make([]error, calls*len(d))
	var wg sync.WaitGroup
	for i := range errs {
		call, one := i/len(d), d[i%len(d)]
		some := clips[:min(answersPer, answers-call*answersPer)]
		wg.Go(func() {
			if err := wait(ctx, time.Duration(call)*joinEvery); err != nil {
				errs[i] = err
			} else if err := one.call(ctx, held+call, some); err != nil {
				errs[i] = fmt.Errorf("checker %s: %w", one.name, err)
			}
		})
	}
	wg.Wait()
	for _, one := range d {
		one.rounds = append(one.rounds, len(one.took))
	}
	return errors.Join(errs...)
}

// call has one exchange for the checker to hang over before those that are
// measured; it is typed, which is quicker.
func (d *duty) call(ctx context.Context, number int, clips []caller.Clip) error {
	c, err := enter(ctx, d.product, number, "")
	if err != nil {
		return err
	}
	defer c.Leave()
	if err := floor(ctx, c); err != nil {
		return err
	}
	typed := time.Now()
	if err := c.Type(ctx, opener); err != nil {
		return err
	}
	if _, err := voice(ctx, c, typed, answerWait); err != nil {
		return err
	}
	var had responses
	for _, clip := range clips {
		if err := had.note(exchange(ctx, c, clip)); err != nil {
			return err
		}
	}
	d.note(had, len(c.View().Verdicts))
	return nil
}
