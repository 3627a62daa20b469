package eval

import (
	"slices"

	"parley"
	"parley/checker"
	"parley/checker/eval/scripted"
	"parley/checker/labelled"
	"parley/llm"
	"parley/scenarios"
)

// Teach tells the model the right answer to everything that the run will ask a
// checker.ModelJudge, and which of it are injections.
func (r Run) Teach(model *scripted.Engine) error {
	p, err := r.plan()
	if err != nil {
		return err
	}
	for _, t := range p.taught {
		for _, e := range t.exchanges {
			model.Learn(requestOf(checker.Case{Exchange: exchangeOf(t.dialogue, e, 0)}, t.scene), scripted.Script{
				Right:     answerOf(e.Label),
				Injection: t.from > 0 && e.Number >= t.from || slices.Contains(e.Label.Flags, parley.FlagInjection),
			})
		}
	}
	return nil
}

// taught are exchanges of a dialogue; those numbered from and later are an
// injection or see one, none if from is 0.
type taught struct {
	dialogue  labelled.Dialogue
	scene     scenarios.Scenario
	exchanges []labelled.Exchange
	from      int
}

// requestOf is what a checker.ModelJudge asks its model about a case.
func requestOf(c checker.Case, s scenarios.Scenario) llm.Request {
	return checker.Prompt(c.Exchange, s)
}

// answerOf is what a judge answers who finds what the label says.
func answerOf(l labelled.Label) checker.Finding {
	cta := "Keep going!"
	switch {
	case l.Complete:
		cta = "You did it!"
	case l.Bad:
		cta = "That ended it!"
	}
	return checker.Finding{
		Complete: l.Complete, Progress: l.Progress, Bad: l.Bad, CTA: cta,
		Evidence: l.Evidence, Checks: l.Checks, Flags: l.Flags,
	}
}
