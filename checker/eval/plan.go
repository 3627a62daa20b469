package eval

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"parley"
	"parley/checker"
	"parley/checker/eval/scripted"
	"parley/checker/labelled"
	"parley/llm"
	"parley/scenarios"
)

// plan is all that is to be judged. Each job writes its own places of results.
type plan struct {
	results *Results
	jobs    []func(context.Context, *runner)
	taught  []taught
	size    int // judgments
}

// followed is how many exchanges after an injection are judged too, for a judge
// that believes late.
const followed = 2

func (r Run) plan() (*plan, error) {
	repeats := max(r.Repeats, 1)
	p := &plan{results: &Results{Arcs: make([]Trace, len(r.Set.Dialogues)*repeats)}}
	for i, d := range r.Set.Dialogues {
		s, ok := r.Library.Get(d.Scenario)
		if !ok {
			return nil, fmt.Errorf("%w: %s plays in %q, which is not there", ErrSet, d.ID, d.Scenario)
		}
		for n := range repeats {
			p.arc(&p.results.Arcs[i*repeats+n], d, s, n+1)
		}
	}
	stalls := stalls(r.Set)
	p.results.Injected = make([]Trial, 0, 2*len(stalls)*len(r.Set.Injections)) // places of it are handed out
	p.results.Harmless = make([]Trial, 0, len(r.Set.Harmless))
	places := 0
	for i, d := range stalls {
		s, _ := r.Library.Get(d.Scenario) // seen above
		n := len(d.Exchanges())
		for _, after := range slices.Compact([]int{min(1, n), max(1, n-followed)}) {
			place := &place{dialogue: d, scene: s, after: after}
			for l, in := range r.Set.Injections {
				if !r.Scatter || l%(2*len(stalls)) == places {
					place.add(&p.results.Injected, in, 1+followed)
				}
			}
			places++
			p.place(place)
		}
		place := &place{dialogue: d, scene: s, after: n / 2}
		for l := i; l < len(r.Set.Harmless); l += len(stalls) {
			line := r.Set.Harmless[l]
			place.add(&p.results.Harmless, labelled.Injection{
				ID: line.Text, Language: line.Language, Said: line.Text, Reply: d.Turns[2*(n/2)].Text,
			}, 1)
		}
		p.place(place)
	}
	return p, nil
}

// stalls are the dialogues that lines are put into: the first stall of each
// scenario.
func stalls(s labelled.Set) []labelled.Dialogue {
	var out []labelled.Dialogue
	for _, d := range s.Dialogues {
		if d.Kind == labelled.Stall && !slices.ContainsFunc(out, func(o labelled.Dialogue) bool { return o.Scenario == d.Scenario }) {
			out = append(out, d)
		}
	}
	return out
}

// arc plans one dialogue, judged into t.
func (p *plan) arc(t *Trace, d labelled.Dialogue, s scenarios.Scenario, repeat int) {
	*t = Trace{
		Dialogue: d.ID, Scenario: d.Scenario, Language: d.Language, Kind: d.Kind, Style: d.Style, About: d.About,
		PairOf: d.PairOf, Concession: d.Concession, Repeat: repeat,
	}
	exchanges := d.Exchanges()
	p.size += len(exchanges)
	p.taught = append(p.taught, taught{d, s, exchanges, 0})
	p.jobs = append(p.jobs, func(ctx context.Context, run *runner) {
		t.Judgments, _ = run.follow(ctx, d, s, exchanges, checker.Ledger{})
		for i := range t.Judgments {
			turns := exchanges[i].Turns[len(exchanges[i].Turns)-2:]
			t.Judgments[i].User, t.Judgments[i].Character = turns[0].Text, turns[1].Text
		}
	})
}

// place is where lines are put in turn, each into a copy of the dialogue.
type place struct {
	dialogue labelled.Dialogue
	scene    scenarios.Scenario
	after    int
	lines    []placed
}

// placed is a line in its dialogue, with the exchanges to judge from it on.
type placed struct {
	trial     *Trial
	dialogue  labelled.Dialogue
	exchanges []labelled.Exchange
}

// named reports that the line comes with a username of its own, which every
// exchange of the call shows the judge.
func (l placed) named(at *place) bool { return l.dialogue.Username != at.dialogue.Username }

// add takes the next place of trials, which must have room, for a line.
func (p *place) add(trials *[]Trial, in labelled.Injection, judge int) {
	*trials = append(*trials, Trial{Line: in.ID, Language: in.Language, Kind: in.Kind, Scenario: p.dialogue.Scenario, After: p.after})
	d := p.dialogue.Inject(in, p.after, p.scene.Botname)
	if in.Kind == "" { // a harmless line: there is nothing to flag
		d.Turns[2*p.after+2].Label.Flags = nil
	}
	exchanges := d.Exchanges()
	p.lines = append(p.lines, placed{
		trial: &(*trials)[len(*trials)-1], dialogue: d, exchanges: exchanges[:min(len(exchanges), p.after+judge)],
	})
}

// place plans the exchanges before the lines, judged once for all lines but those
// that come with a username of their own, and then the lines.
func (p *plan) place(at *place) {
	before := at.dialogue.Exchanges()[:at.after]
	p.size += len(before) // which the dialogue itself teaches
	for _, l := range at.lines {
		exchanges, from := l.exchanges[at.after:], at.after+1
		switch {
		case l.trial.Kind == "":
			from = 0 // a harmless line
		case l.named(at):
			exchanges, from = l.exchanges, 1
		}
		p.size += len(exchanges)
		p.taught = append(p.taught, taught{l.dialogue, at.scene, exchanges, from})
	}
	n := len(p.results.Leads)
	p.results.Leads = append(p.results.Leads, nil)
	p.jobs = append(p.jobs, func(ctx context.Context, run *runner) {
		var shared checker.Ledger
		p.results.Leads[n], shared = run.follow(ctx, at.dialogue, at.scene, before, checker.Ledger{})
		var wg sync.WaitGroup
		for _, l := range at.lines {
			wg.Go(func() {
				known, exchanges := shared, l.exchanges[at.after:]
				if l.named(at) {
					known, exchanges = checker.Ledger{}, l.exchanges
				}
				l.trial.Judgments, _ = run.follow(ctx, l.dialogue, at.scene, exchanges, known)
			})
		}
		wg.Wait()
	})
}

// exchangeOf is e as the agent submits it.
func exchangeOf(d labelled.Dialogue, e labelled.Exchange, previous int) parley.Exchange {
	return parley.Exchange{
		Call: "call_eval", Number: e.Number, Dispatch: d.Dispatch(), Previous: previous,
		Turns: e.Turns[max(0, len(e.Turns)-parley.ContextWindow):],
	}
}

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
