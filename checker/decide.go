package checker

import (
	"parley"
	"parley/scenarios"
)

// Decide turns an opinion on c, a case of scene s, into the verdict that goes to
// the call and the ledger that goes with it. Only here does progress change and
// a scene end, whatever a judge says. It is pure.
func Decide(c Case, s scenarios.Scenario, o Opinion) (parley.Verdict, Ledger) {
	known := before(c.Known, c.Exchange)
	f, _ := Normalise(o.Finding, known.Progress)
	v := parley.Verdict{
		Call: c.Exchange.Call, Exchange: c.Exchange.Number, Previous: known.Progress,
		Progress: f.Progress, Complete: f.Complete, Bad: f.Bad, CTA: f.CTA,
		Evidence: f.Evidence, Checks: f.Checks, Flags: f.Flags,
		Judge: o.Judge, Prompt: o.Prompt, Repaired: o.Repaired, Usage: o.Usage,
	}
	known.Exchange, known.Progress = v.Exchange, v.Progress
	return v, known
}
