package quality

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/bench"
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

// counted are the kinds whose failures are shown, and their headings.
var counted = []struct {
	kind Kind
	head string
}{
	{Pause, "pauses cut"}, {Complete, "answers late"}, {Backchannel, "yields to mm-hm"},
	{Noise, "yields to noise"}, {Interruption, "missed"}, {Caption, "captions off"}, {Waste, "with waste"},
}

// by counts failures by what of says.
func (o observations) by(title string, of func(Observation) string) report.Table {
	t := report.Table{Title: title, Head: []string{""}}
	for _, c := range counted {
		t.Head = append(t.Head, c.head)
	}
	for _, name := range bench.Names(o, of) {
		group := o.only(func(x Observation) bool { return of(x) == name })
		row := []string{name}
		for _, c := range counted {
			row = append(row, group.of(c.kind).share())
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// share is how many failed of how many.
func (o observations) share() string { return fmt.Sprintf("%d/%d", o.failed(), len(o)) }

// byPause counts cut-ins by how long the pause was.
func (o observations) byPause() report.Table {
	t := report.Table{Title: "pauses cut by length", Head: []string{"", "clause open", "clause whole"}}
	pauses := o.of(Pause)
	for _, d := range PauseTimes {
		group := pauses.only(func(x Observation) bool { return x.Pause == d })
		t.Rows = append(t.Rows, []string{
			d.String(),
			group.only(func(x Observation) bool { return !x.Hard }).share(),
			group.only(func(x Observation) bool { return x.Hard }).share(),
		})
	}
	return t
}

// worstRows is how many fixtures are named.
const worstRows = 20

// worst names the fixtures that failed most, with the circumstances.
func (o observations) worst() report.Table {
	t := report.Table{Title: "fixtures that failed", Head: []string{"", "failed", "in"}}
	id := func(x Observation) string { return string(x.Kind) + "/" + x.Fixture }
	failed := o.only(func(x Observation) bool { return x.Failed && x.Kind != Caption && x.Kind != Waste })
	all := bench.Names(failed, id)
	slices.SortStableFunc(all, func(a, b string) int {
		count := func(name string) int {
			return len(failed.only(func(x Observation) bool { return id(x) == name }))
		}
		return cmp.Compare(count(b), count(a))
	})
	for _, name := range all[:min(len(all), worstRows)] {
		group := o.only(func(x Observation) bool { return id(x) == name })
		var in []string
		for _, x := range group.only(func(x Observation) bool { return x.Failed }) {
			where := x.Condition + " " + x.Profile + " " + x.Voice
			if x.Pause > 0 {
				where += " " + x.Pause.String()
			}
			in = append(in, where)
		}
		t.Rows = append(t.Rows, []string{name, group.share(), strings.Join(in, ", ")})
	}
	return t
}

// Kind is what was observed.
type Kind string

// The kinds of observation.
const (
	// Pause is one pause in mid-sentence; Failed means that the character spoke
	// in it or in the rest of the sentence.
	Pause Kind = "pause"
	// Fluent is a line up to its first pause, or a whole line without; Failed
	// means that the character spoke in it.
	Fluent Kind = "fluent"
	// Complete is a whole turn; Took is how long the character took to answer,
	// Failed that this was over LateAfter or never.
	Complete Kind = "complete"
	// Backchannel and Noise come over the character's reply; Failed means that
	// it did not go on, Took is how long it was silent first.
	Backchannel Kind = "backchannel"
	Noise       Kind = "noise"
	// Interruption comes over the reply; Took is how long it was heard on,
	// Failed that this was over MissedAfter.
	Interruption Kind = "interruption"
	// Caption is one reply of the character's; Off is how many words its final
	// caption has more or less than were heard, Failed that this is more than
	// one.
	Caption Kind = "caption"
	// Waste is an answer of the character's; Off is how many others it had begun
	// for that turn before it was over, and dropped, Failed that there was one.
	Waste Kind = "waste"
)

const (
	// LateAfter is when an answer is late.
	LateAfter = 1500 * time.Millisecond
	// MissedAfter is when an interruption is missed.
	MissedAfter = time.Second
)

// Observation is one thing seen in a call.
type Observation struct {
	Kind      Kind   `json:"kind"`
	Fixture   string `json:"fixture"`
	Condition string `json:"condition"`
	Profile   string `json:"profile"`
	Voice     string `json:"voice"`
	// Pause is how long the pause was, Hard whether the words before it made a
	// clause.
	Pause time.Duration `json:"pause,omitempty"`
	Hard  bool          `json:"hard,omitempty"`
	// Soft is set on backchannels of the lower level.
	Soft   bool          `json:"soft,omitempty"`
	Failed bool          `json:"failed"`
	Took   time.Duration `json:"took,omitempty"`
	Off    int           `json:"off,omitempty"`
}
