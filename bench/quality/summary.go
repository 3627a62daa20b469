package quality

import (
	"fmt"
	"time"

	"parley/report"
)

// Targets, in percent but for captions, in words.
const (
	maxCutIns      = 2
	maxYields      = 5
	maxNoiseYields = 2
	maxMissed      = 2
	maxOff         = 1
	maxWaste       = 0.3 // answers
)

// Summary is what a run's observations come to. Void is how many things callers
// said that were left out, as the machine held them up meanwhile.
func Summary(seen []Observation, void int) report.Result {
	o := observations(seen)
	hard, open := o.only(func(x Observation) bool { return x.Hard }), o.only(func(x Observation) bool { return !x.Hard })
	off := o.of(Caption).off()
	r := report.Result{
		Name: "quality", Title: "turn-taking over pauses, backchannels, noises and interruptions",
		Figures: []report.Figure{
			o.of(Pause).rate("false cut-ins").AtMost(maxCutIns),
			open.of(Pause).rate("false cut-ins, clause open"),
			hard.of(Pause).rate("false cut-ins, clause whole"),
			o.of(Fluent).rate("cut-ins without a pause"),
			o.of(Complete).rate("late answers"),
			o.of(Complete).time("answer p50", 0.5),
			o.of(Complete).time("answer p95", 0.95),
			o.of(Backchannel).rate("false yields to backchannels").AtMost(maxYields),
			o.of(Backchannel).kept().time("held for backchannels p50", 0.5),
			o.of(Backchannel).kept().time("held for backchannels p95", 0.95),
			o.of(Noise).rate("false yields to noises").AtMost(maxNoiseYields),
			o.of(Noise).kept().time("held for noises p95", 0.95),
			o.of(Interruption).rate("missed interruptions").AtMost(maxMissed),
			o.of(Interruption).time("silent after interruption p50", 0.5),
			o.of(Interruption).time("silent after interruption p95", 0.95),
			o.of(Waste).waste().AtMost(maxWaste),
			words("captions off p95", off, 0.95),
			words("captions off most", off, 1).AtMost(maxOff),
		},
		Tables: []report.Table{
			o.by("failures by condition", func(x Observation) string { return x.Condition }),
			o.by("failures by recogniser", func(x Observation) string { return x.Profile }),
			o.by("failures by voice", func(x Observation) string { return x.Voice }),
			o.byPause(),
			o.worst(),
		},
	}
	if void > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d things said are left out: this machine held the caller up meanwhile.", void))
	}
	return r
}

// observations are counted together.
type observations []Observation

func (o observations) only(ok func(Observation) bool) observations {
	var out observations
	for _, x := range o {
		if ok(x) {
			out = append(out, x)
		}
	}
	return out
}

func (o observations) of(k Kind) observations {
	return o.only(func(x Observation) bool { return x.Kind == k })
}

// kept are those that did not fail.
func (o observations) kept() observations {
	return o.only(func(x Observation) bool { return !x.Failed })
}

func (o observations) failed() int { return len(o) - len(o.kept()) }

// ratesSlack is how many percent points two runs may differ for no reason.
const ratesSlack = 3

func (o observations) rate(name string) report.Figure {
	return report.Share(name, o.failed(), len(o), ratesSlack)
}

// timeSlack is the same for times.
const timeSlack = 100

// time is a quantile of how long things took; what never came to pass is left
// out.
func (o observations) time(name string, q float64) report.Figure {
	var took []time.Duration
	for _, x := range o {
		if !x.Failed || x.Took > 0 {
			took = append(took, x.Took)
		}
	}
	return report.Quantile(name, took, q, timeSlack)
}

// off is by how many words captions are wrong, either way, as durations so that
// they can be ranked.
func (o observations) off() []time.Duration {
	var off []time.Duration
	for _, x := range o {
		off = append(off, time.Duration(max(x.Off, -x.Off)))
	}
	return off
}

// waste is how many answers were begun for nothing for each that was heard.
func (o observations) waste() report.Figure {
	n := 0
	for _, x := range o {
		n += x.Off
	}
	return report.Figure{
		Name: "answers wasted a turn", Value: float64(n) / float64(max(len(o), 1)), Samples: len(o), Slack: 0.2,
	}
}

func words(name string, off []time.Duration, q float64) report.Figure {
	return report.Figure{Name: name, Value: float64(report.Percentile(off, q)), Unit: "words", Samples: len(off), Slack: 1}
}
