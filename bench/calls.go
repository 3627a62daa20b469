package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/bench/stub"
	"parley/report"
)

// atOnce is the number of calls the targets are for, many the number that must be
// answered as soon as one.
const (
	atOnce = 8
	many   = 32
)

// Calls measures how many calls one agent holds, and what each costs.
func Calls() Measurement {
	return Measurement{
		Name:  "calls",
		About: "processor, memory and response latency against the number of calls at once",
		Run:   runCalls,
	}
}

// levels are the numbers of calls tried.
func levels(env *Env) []int {
	if env.Short {
		return []int{1, atOnce}
	}
	return []int{1, 2, 4, atOnce, 12, 16, 24, many, 48, 64}
}

func runCalls(ctx context.Context, env *Env) (r report.Result, err error) {
	clips, err := record(ctx, statements)
	if err != nil {
		return r, err
	}
	p, err := env.StartApart(ctx, stub.Kit{
		STT: stub.STT{Utterances: utterances(clips)}, LLM: stub.LLM{Reply: shortReply},
	})
	if err != nil {
		return r, fmt.Errorf("measure calls: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	base, err := p.Usage()
	if err != nil {
		return r, fmt.Errorf("measure calls: %w", err)
	}
	// The first call of a process is Latency's to measure.
	if err := oneCall(ctx, p, 0, clips, &responses{}, func() {}); err != nil {
		return r, fmt.Errorf("measure calls: %w", err)
	}
	c := curve{base: base.Memory}
	all := levels(env)
	for i, n := range all {
		env.Progress(fmt.Sprintf("%d calls at once, level", n), i+1, len(all))
		l, err := (&load{product: p, clips: clips, calls: n, env: env}).run(ctx)
		if err != nil {
			return r, fmt.Errorf("measure %d calls: %w", n, err)
		}
		c.levels = append(c.levels, l)
		if c.broken() {
			break
		}
	}
	return c.result(), nil
}

// level is what so many calls at once came to.
type level struct {
	calls int
	responses
	// agent and rest are the cores in use by the agent's process, and by this
	// one: the callers, the LiveKit server and the rest of the product.
	agent, rest float64
	// memory is the most the agent held.
	memory int64
	// faults counts calls that could not be held, troubles engines said to be at
	// fault in those that could.
	faults, troubles int
}

func (l level) p95() time.Duration { return report.Percentile(l.took, 0.95) }

// errors counts what went wrong.
func (l level) errors() int { return l.faults + l.troubles + l.cutIns + l.unanswered }

// wrong says how much went wrong, and what.
func (l level) wrong() string {
	if l.errors() == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%d cut in, %d unanswered, %d not held, %d of engines)",
		l.errors(), l.cutIns, l.unanswered, l.faults, l.troubles)
}

// curve is what more and more calls came to.
type curve struct {
	base   int64
	levels []level
}

// broken reports whether the last level was too much: something went wrong, or
// answers take twice as long as in one call.
func (c curve) broken() bool {
	last := c.levels[len(c.levels)-1]
	return last.errors() > 0 || last.p95() > 2*c.levels[0].p95()
}

// held is the most calls that were not too much.
func (c curve) held() int {
	held := 0
	for i, l := range c.levels {
		if !(curve{c.base, c.levels[:i+1]}).broken() {
			held = l.calls
		}
	}
	return held
}

// perCall is the memory of a call at that level, in MiB.
func (c curve) perCall(l level) float64 { return mib(l.memory-c.base) / float64(l.calls) }

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

func (c curve) result() report.Result {
	r := report.Result{
		Name:  "calls",
		Title: "one agent in a process of its own, many calls at once (STT 100 ms, LLM 150, TTS 100)",
		Figures: []report.Figure{
			report.Figure{Name: "memory without calls", Value: mib(c.base), Unit: "MiB", Samples: 1, Slack: 15}.AtMost(60),
		},
		Tables: []report.Table{c.table()},
		Notes: []string{
			"core is the agent's, rest is callers, LiveKit server and checker, which share the machine.",
		},
	}
	one := c.levels[0]
	r.Figures = append(r.Figures, quantile("1 call: response p50", one.took, 0.5), quantile("1 call: response p95", one.took, 0.95))
	for _, l := range c.levels {
		if l.calls != atOnce && l.calls != many {
			continue
		}
		name := fmt.Sprintf("%d calls: ", l.calls)
		share := float64(l.p95()) / float64(max(one.p95(), 1))
		r.Figures = append(r.Figures,
			quantile(name+"response p95", l.took, 0.95),
			report.Figure{Name: name + "p95 to one call's", Value: share, Samples: len(l.took), Slack: 0.15}.AtMost(1.10),
		)
		if l.calls != atOnce {
			continue
		}
		r.Figures = append(r.Figures,
			report.Figure{Name: name + "per call", Value: l.agent / atOnce, Unit: "core", Samples: atOnce, Slack: 0.01}.AtMost(0.05),
			report.Figure{Name: name + "memory per call", Value: c.perCall(l), Unit: "MiB", Samples: atOnce, Slack: 3}.AtMost(12),
			report.Count(name+"errors", l.errors(), l.count()).AtMost(0),
		)
	}
	if held := c.held(); held > atOnce || held < c.levels[len(c.levels)-1].calls {
		r.Figures = append(r.Figures, report.Figure{Name: "calls held", Value: float64(held), Samples: 1, More: true, Slack: 4})
	}
	return r
}

func (c curve) table() report.Table {
	t := report.Table{
		Title: "the curve, to where it breaks",
		Head:  []string{"calls", "p50 ms", "p95 ms", "core", "core/call", "MiB", "MiB/call", "rest core", "answers", "errors"},
	}
	for _, l := range c.levels {
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(l.calls), report.MS(report.Percentile(l.took, 0.5), 0), report.MS(l.p95(), 0),
			fmt.Sprintf("%.2f", l.agent), fmt.Sprintf("%.3f", l.agent/float64(l.calls)),
			fmt.Sprintf("%.0f", mib(l.memory)), fmt.Sprintf("%.1f", c.perCall(l)),
			fmt.Sprintf("%.2f", l.rest), fmt.Sprint(len(l.took)), l.wrong(),
		})
	}
	return t
}
