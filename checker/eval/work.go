package eval

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"parley/report"
)

const (
	groupForm = "Form and failures"
	groupWork = "Time and cost"
)

// all are the judgments of a run.
func (r Results) all() []Judgment {
	var out []Judgment
	for _, t := range r.Arcs {
		out = append(out, t.Judgments...)
	}
	for _, lead := range r.Leads {
		out = append(out, lead...)
	}
	for _, trials := range [][]Trial{r.Injected, r.Harmless} {
		for _, t := range trials {
			out = append(out, t.Judgments...)
		}
	}
	return out
}

// form measures what the judge wrote and what reached the user of it. simulated
// is a judge that is wrong by plan, whose own form is held to nothing.
func form(judgments []Judgment, simulated bool) []Figure {
	var right, kept Ratio
	repaired, paused, failed, instead := 0, 0, 0, 0
	for _, j := range judgments {
		kept.Count(wellFormed(j))
		if j.Instead != "" {
			instead++
		}
		switch {
		case j.State == Failed:
			failed++
			continue
		case j.State == Paused:
			paused++
		case j.Repaired:
			repaired++
		}
		right.Count(j.State == Judged && !j.Repaired)
	}
	of := fmt.Sprintf("%d judgments", len(judgments))
	first := share(groupForm, "first-form", "right form at the first try", right)
	if !simulated {
		first = first.atLeast(.97)
	}
	return []Figure{
		first,
		share(groupForm, "shown-form", "of the contract's form as shown", kept).atLeast(1).hard(),
		number(groupForm, "repaired", "repaired", repaired, of),
		number(groupForm, "paused", "paused", paused, of),
		number(groupForm, "instead", "judged by another than the one asked", instead, of),
		number(groupForm, "failed", "failed by the service or its time", failed, of),
	}
}

// wellFormed reports that a verdict keeps the contract: progress 0-10, one end at
// most, 10 only when complete, a call to action of at most four words.
func wellFormed(j Judgment) bool {
	if j.Progress < 0 || j.Progress > 10 || j.Complete && j.Bad || j.State == Judged && j.Complete != (j.Progress == 10) {
		return false
	}
	words := strings.Fields(j.CTA)
	return j.CTA == "" || len(words) <= 4 && strings.ContainsAny(j.CTA[len(j.CTA)-1:], "!?") &&
		strings.IndexFunc(j.CTA, unicode.IsLetter) >= 0
}

// work measures what the judgments took. Judges on this machine use no tokens.
func work(judgments []Judgment) []Figure {
	var took []time.Duration
	var prompts []int
	prompt, completion, cost, priced := 0, 0, 0.0, false
	for _, j := range judgments {
		took = append(took, j.Took)
		if j.PromptTokens > 0 {
			prompts = append(prompts, j.PromptTokens)
		}
		prompt, completion = prompt+j.PromptTokens, completion+j.CompletionTokens
		if j.Cost != nil {
			cost, priced = cost+*j.Cost, true
		}
	}
	of := fmt.Sprintf("%d judgments", len(judgments))
	millis := func(id, name string, q float64) Figure {
		ms := report.Milliseconds(report.Percentile(took, q))
		return Figure{ID: id, Group: groupWork, Name: name, Value: ms, Defined: len(took) > 0, Unit: Millis, Of: of}
	}
	asked := fmt.Sprintf("%d judgments that asked a model", len(prompts))
	perJudgment := number(groupWork, "prompt-p95", "prompt tokens p95", report.Percentile(prompts, 0.95), asked)
	perJudgment.Defined = len(prompts) > 0
	return []Figure{
		millis("p50", "judgment p50", 0.50), millis("p95", "judgment p95", 0.95).atMost(1500), millis("p99", "judgment p99", 0.99),
		perJudgment.atMost(1800),
		number(groupWork, "tokens-read", "tokens read", prompt, of),
		number(groupWork, "tokens-written", "tokens written", completion, of),
		{ID: "cost", Group: groupWork, Name: "cost", Value: cost, Defined: priced, Unit: Dollar, Of: of},
	}
}
