package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parley"
	"parley/bench/stub"
	"parley/checker"
	"parley/checker/queue"
	"parley/report"
)

// Targets of a verdict, from its exchange's being published to its RPC. A call
// has one about every 6 s: the rate is that of 1,000 calls, and a little.
const (
	verdictP50  = 5
	verdictP99  = 25
	verdictRate = 200
)

// verdictTimes is what verdicts of a judge that takes no time came to.
type verdictTimes struct {
	calls, queue path
	missing      int    // of calls
	rates        []rate // of one worker
	publishes    rate
}

// usual is the rate of a worker as it comes.
func (w verdictTimes) usual() rate {
	for _, r := range w.rates {
		if r.parallel == queue.DefaultParallel {
			return r
		}
	}
	return rate{}
}

func (w verdictTimes) figures() []report.Figure {
	usual := w.usual()
	return []report.Figure{
		report.Quantile("verdict p50", w.calls.whole, 0.5, 5).AtMost(verdictP50),
		report.Quantile("verdict p99", w.calls.whole, 0.99, 30).AtMost(verdictP99),
		report.Count("verdicts missing", w.missing, w.missing+len(w.calls.whole)).AtMost(0),
		report.Quantile("queue alone p50", w.queue.whole, 0.5, 5),
		report.Quantile("queue alone p99", w.queue.whole, 0.99, 30),
		// Machines and what else they do differ by more than any slack can tell;
		// what a verdict costs the processor beside a publish does not.
		report.Figure{
			Name: "one worker", Value: usual.perSecond(), Unit: "verdicts/s", Samples: usual.n, Slack: 1e6,
		}.AtLeast(verdictRate),
		{
			Name: "a verdict in publishes", Value: float64(usual.cost()) / float64(max(w.publishes.cost(), 1)),
			// Most of it is the overwriting of an exchange on disk, which varies
			// more than the rest: 37 to 91 in eight runs on one machine.
			Samples: usual.n, Slack: 60,
		},
	}
}

func (w verdictTimes) tables() []report.Table {
	stages := report.Table{
		Title: "where the time of a verdict goes, in ms",
		Head:  []string{"stage", "in calls p50", "p99", "queue alone p50", "p99"},
	}
	for _, s := range []struct {
		name string
		pick func(path) []time.Duration
	}{
		{"submitted to judge", func(p path) []time.Duration { return p.judge }},
		{"judge to caller", func(p path) []time.Duration { return p.back }},
		{"whole", func(p path) []time.Duration { return p.whole }},
		{"a timer's lateness", func(p path) []time.Duration { return p.late }},
	} {
		row := []string{s.name}
		for _, p := range []path{w.calls, w.queue} {
			for _, q := range []float64{0.5, 0.99} {
				row = append(row, report.MS(report.Percentile(s.pick(p), q), 2))
			}
		}
		stages.Rows = append(stages.Rows, row)
	}
	rates := report.Table{
		Title: fmt.Sprintf("one worker, %d calls with an exchange each in the queue", busy),
		Head:  []string{"judged at once", "a second", "CPU ms each", "count"},
	}
	row := func(name string, r rate) {
		rates.Rows = append(rates.Rows, []string{
			name, fmt.Sprintf("%.0f", r.perSecond()), report.MS(r.cost(), 3), fmt.Sprint(r.n),
		})
	}
	for _, r := range w.rates {
		row(fmt.Sprint(r.parallel), r)
	}
	row("none, publishes", w.publishes)
	return []report.Table{stages, rates}
}

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

// inCalls times n verdicts or a few more in calls held at once, from the
// agent's submitting to the RPC's coming to the user's side. The users type, as
// speaking takes longer. It counts the verdicts that did not come.
func inCalls(ctx context.Context, env *Env, p Product, n int) (took path, missing int, err error) {
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

// trace notes when exchanges are submitted and judged. It is safe for concurrent
// use.
type trace struct {
	mu    sync.Mutex
	of    map[exchangeID]stamps
	calls map[string]parley.CallID // by the user's name
}

type exchangeID struct {
	call   parley.CallID
	number int
}

// stamps are the moments of one exchange, zero where it has not come.
type stamps struct{ submitted, judged time.Time }

func newTrace() *trace {
	return &trace{of: map[exchangeID]stamps{}, calls: map[string]parley.CallID{}}
}

// submitted is a watcher for Checker.Watch.
func (t *trace) submitted(e parley.Exchange, at time.Time) {
	t.note(e, func(s *stamps) { s.submitted = at })
}

// note notes a moment; the first of its kind counts.
func (t *trace) note(e parley.Exchange, f func(*stamps)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	id := exchangeID{e.Call, e.Number}
	s := t.of[id]
	before := s
	f(&s)
	if !before.submitted.IsZero() {
		s.submitted = before.submitted
	}
	if !before.judged.IsZero() {
		s.judged = before.judged
	}
	t.of[id], t.calls[e.Username] = s, e.Call
}

// find gives the moments of an exchange, and false if it was not seen both
// submitted and judged.
func (t *trace) find(call parley.CallID, number int) (stamps, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.of[exchangeID{call, number}]
	return s, !s.submitted.IsZero() && !s.judged.IsZero()
}

// call is the call of the user of that name.
func (t *trace) call(name string) parley.CallID {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calls[name]
}

// judge is stub.Judge, and notes when it is asked.
func (t *trace) judge() checker.Judge { return tracedJudge{t} }

type tracedJudge struct{ *trace }

// Name implements checker.Judge.
func (tracedJudge) Name() string { return stub.Judge{}.Name() }

// Judge implements checker.Judge.
func (j tracedJudge) Judge(ctx context.Context, c checker.Case) (checker.Opinion, error) {
	at := time.Now()
	j.note(c.Exchange, func(s *stamps) { s.judged = at })
	return stub.Judge{}.Judge(ctx, c)
}
