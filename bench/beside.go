package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"parley/bench/stub"
	"parley/caller"
	"parley/checker"
	"parley/report"
)

// besideRatio is what answers beside many calls may be slower by, too (see
// Calls): three frames, which nobody hears, and what runs of one and the same
// checker differ by on a busy machine.
const besideRatio = 1.10

// variant is a product whose checker does its own in one way, and what came of it.
type variant struct {
	name    string
	judge   checker.Judge // nil for nobody at the queue
	product Product

	mu sync.Mutex
	responses
	// rounds is how many answers there were after each round of calls.
	rounds []int
	// verdicts counts those that came.
	verdicts int
}

// note takes what came of one call.
func (d *variant) note(had responses, verdicts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.took = append(d.took, had.took...)
	d.cutIns, d.unanswered = d.cutIns+had.cutIns, d.unanswered+had.unanswered
	d.verdicts += verdicts
}

// amiss counts the verdicts that came or failed to, against what its name says.
// A call's first exchange is not among its answers, and its last is not over
// when it ends.
func (d *variant) amiss() int {
	if d.judges() {
		return max(len(d.took)-d.verdicts, 0)
	}
	return d.verdicts
}

func (d *variant) judges() bool { return d.judge == stub.Judge{} }

// variants are those compared, the healthy one first.
type variants []*variant

func (d *variant) quantile(q float64) time.Duration { return report.Percentile(d.took, q) }

// round is what the answers of one round took.
func (d *variant) round(i int) []time.Duration {
	from := 0
	if i > 0 {
		from = d.rounds[i-1]
	}
	return d.took[from:d.rounds[i]]
}

// to compares a quantile with the healthy checker's, round by round, and is the
// median: of a burst of other work, which is in one round or two, a few answers
// more to one side than to the other would decide the quantile of them all. It
// is no number if no round has answers of both.
func (d variants) to(i int, q float64) float64 {
	var ratios []float64
	for n := range d[0].rounds {
		healthy, other := report.Percentile(d[0].round(n), q), report.Percentile(d[i].round(n), q)
		if healthy > 0 && other > 0 { // else nobody was answered
			ratios = append(ratios, float64(other)/float64(healthy))
		}
	}
	if len(ratios) == 0 {
		return math.NaN()
	}
	slices.Sort(ratios)
	return (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
}

func (d variants) figures() []report.Figure {
	f := []report.Figure{
		quantile("healthy: response p50", d[0].took, 0.5), quantile("healthy: response p95", d[0].took, 0.95),
	}
	astray, answers, amiss := 0, 0, 0
	for i, one := range d {
		astray += one.cutIns + one.unanswered
		answers += one.count()
		amiss += one.amiss()
		if i == 0 {
			continue
		}
		f = append(f,
			// What befell all alike is not in the ratio.
			quantile(one.name+": response p95", one.took, 0.95).AtMost(responseP95),
			report.Figure{Name: one.name + ": p50 to healthy", Value: d.to(i, 0.5), Samples: len(one.took), Slack: 0.15},
			report.Figure{
				Name: one.name + ": p95 to healthy", Value: d.to(i, 0.95), Samples: len(one.took), Slack: 0.15,
			}.AtMost(besideRatio))
	}
	return append(f,
		report.Count("cut in or unanswered", astray, answers).AtMost(0),
		// Else the checker was not what its name says.
		report.Count("verdicts amiss", amiss, answers).AtMost(0))
}

func (d variants) tables() []report.Table {
	all := report.Table{
		Title: "answers by how the checker did, in ms",
		Head:  []string{"checker", "p50", "p95", "slowest", "answers", "verdicts"},
	}
	rounds := report.Table{Title: "p95 of each round, in ms", Head: []string{"checker"}}
	for n := range d[0].rounds {
		rounds.Head = append(rounds.Head, fmt.Sprint(n+1))
	}
	for _, one := range d {
		all.Rows = append(all.Rows, []string{
			one.name, report.MS(one.quantile(0.5), 0), report.MS(one.quantile(0.95), 0), report.MS(one.quantile(1), 0),
			fmt.Sprint(len(one.took)), fmt.Sprint(one.verdicts),
		})
		row := []string{one.name}
		for n := range one.rounds {
			row = append(row, report.MS(report.Percentile(one.round(n), 0.95), 0))
		}
		rounds.Rows = append(rounds.Rows, row)
	}
	return []report.Table{all, rounds}
}

const (
	// callsBeside is how many calls are held at once with each product, answersPer
	// how many answers of each are measured.
	callsBeside = 4
	answersPer  = 2
	// answersFor is how many answers are measured for each sample: a 95th
	// percentile of some 50 is not one sound of a busy machine.
	answersFor = 2
	// opener is what the user of each call types first.
	opener = "What do you say?"
	// quickWord makes replies short: only their beginning is measured.
	quickWord = 80 * time.Millisecond
)

// besideCheckers holds calls with products whose checkers differ, at the same time,
// so that whatever else the machine does befalls them all.
func besideCheckers(ctx context.Context, env *Env) (d variants, err error) {
	clips, err := record(ctx, statements)
	if err != nil {
		return nil, err
	}
	// The shortest first, for a brief run.
	slices.SortStableFunc(clips, func(a, b caller.Clip) int { return int(a.Length() - b.Length()) })
	d = variants{{name: "healthy", judge: stub.Judge{}}, {name: "hung", judge: stub.Judge{Hung: true}}, {name: "away"}}
	defer func() { err = errors.Join(err, d.close()) }()
	for _, one := range d {
		if err := one.start(ctx, env, clips); err != nil {
			return nil, err
		}
	}
	// The first calls of a process are Latency's to measure.
	if err := d.hold(ctx, clips, callsBeside*answersPer); err != nil {
		return nil, err
	}
	for _, one := range d {
		one.responses, one.rounds, one.verdicts = responses{}, nil, 0
	}
	n := answersFor * env.Samples
	for d[0].count() < n {
		env.Progress("answers beside each checker", d[0].count()+1, n)
		if err := d.hold(ctx, clips, min(n-d[0].count(), callsBeside*answersPer)); err != nil {
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

func (d *variant) start(ctx context.Context, env *Env, clips []caller.Clip) (err error) {
	d.product, err = env.Start(ctx, EnginesOf(stub.Kit{
		STT: stub.STT{Utterances: utterances(clips)}, LLM: stub.LLM{Reply: shortReply},
		TTS: stub.TTS{Word: quickWord},
	}))
	if err != nil {
		return err
	}
	return d.product.Checker().Staff(d.judge, 0)
}

func (d variants) close() error {
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
func (d variants) hold(ctx context.Context, clips []caller.Clip, answers int) error {
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
func (d *variant) call(ctx context.Context, number int, clips []caller.Clip) error {
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
