// Package checker judges exchanges: how far the user's goal has come after each
// answer of the character, and whether the scene is won or lost. It holds the
// prompt, the judges, and the rules by which code decides what follows from an
// opinion. Package queue brings exchanges to a judge and verdicts back.
package checker

import (
	"slices"
	"strings"

	"parley"
	"parley/language"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Decide turns an opinion on c, a case of scene s, into the verdict that goes to
// the call and the ledger that goes with it. Only here does progress change and
// a scene end, whatever a judge says:
//
//   - The judge's quote is evidence only if it stands in one of the character's
//     last two turns as heard, and was meant: not read back, not supposed.
//   - The goal is reached only with such a quote in a turn that nothing takes back
//     (see seen.agrees), the scene's least number of exchanges, its required
//     checks and no injection. An agreement that comes before those is kept.
//   - A check is newly met only by words that stand in a turn of the user's (see userSaid),
//     or where the scene's script heard it.
//   - Progress rises at most 3 with evidence, 1 and to 3 without; it falls by 1
//     only when found so twice, by more at once. For two exchanges after an
//     injection only words of assent raise it.
//   - A bad ending needs evidence of its own; an ending stays.
//
// For an exchange the ledger has (see Ledger.Judged) the verdict repeats what
// the ledger says, and the ledger is returned as it was. It is pure.
func Decide(c Case, s scenarios.Scenario, o Opinion) (parley.Verdict, Ledger) {
	known := before(c.Known, c.Exchange)
	v := parley.Verdict{
		Call: c.Exchange.Call, Exchange: c.Exchange.Number, Previous: known.Progress, Progress: known.Progress,
		Checks: known.Checks, Complete: known.Ending == Won, Bad: known.Ending == Lost,
		Judge: o.Judge, InPlaceOf: o.InPlaceOf, Prompt: o.Prompt, Repaired: o.Repaired, Usage: o.Usage,
	}
	v.Turns = judged(c.Exchange.Turns)
	if c.Known.Exchange > 0 && c.Known.Judged(c.Exchange.Number) {
		return v, c.Known
	}
	known.Exchange = c.Exchange.Number
	k := look(c, s, o)
	v.Flags = k.flags
	v.Checks = k.checks(known.Checks)
	v.Met = k.met(known.Checks, v.Checks)
	known.Checks = v.Checks
	if known.Ending != "" {
		return v, known
	}
	agreed := k.agrees(known)
	withheld := !agreed && k.innocent().agrees(known.innocent())
	known.CompleteFound = k.found(known, agreed)
	known.Agreed = k.agreement(known, agreed)
	v.Complete, v.Bad = k.endings(known, agreed)
	if !v.Complete && !v.Bad {
		v.Held = k.held(known, withheld)
	}
	v.BadEnding, v.Strike, v.Strikes = k.slip(&known, o.Slip, v.Bad)
	known.BadEndingPending = o.Bad && !v.Bad
	v.Progress, known.DropPending = k.progress(known, v.Complete)
	known.InjectionCooldown = max(0, known.InjectionCooldown-1)
	if k.addressed {
		known.InjectionCooldown = injectionCooldown
	}
	if k.evidence.stands {
		v.Evidence = k.evidence.Text
		if v.Progress > v.Previous || v.Complete || v.Bad {
			known.keep(k.evidence.Quote)
		}
	}
	known.Progress = v.Progress
	switch {
	case v.Complete:
		v.Evidence = known.Agreed.Text
		known.keep(known.Agreed)
		known.Ending = Won
	case v.Bad:
		known.Ending = Lost
	}
	if change := v.Progress - v.Previous; v.Complete || v.Bad || change >= significant || change <= -significant {
		v.CTA = allowedCTA(o.CTA, c.Exchange.Username, s)
	}
	return v, known
}

// seen is what code sees of a case by itself, beside the judge's finding.
type seen struct {
	scene    scenarios.Scenario
	exchange parley.Exchange
	finding  Finding
	evidence evidence
	parts    []part // of the goal
	// told are the words that met checks, each as it stands in its turn; heard means that
	// the scene's script found the checks, which needs no words.
	told     []parley.Met
	heard    bool
	flags    []string
	stance   stance // of the turn that is quoted; denies where nothing is
	injected bool   // in the newest exchange, or in the one that is quoted
	// addressed means that the injection was spoken, not the user's name.
	addressed bool
	abusive   bool
}

func look(c Case, s scenarios.Scenario, o Opinion) seen {
	turns := c.Exchange.Turns[max(0, len(c.Exchange.Turns)-parley.ContextWindow):]
	k := seen{scene: s, exchange: c.Exchange, finding: o.Finding, evidence: weigh(turns, o.Evidence), parts: partsOf(s)}
	k.exchange.Turns = turns
	k.told = slices.Concat(standing(turns, o.Met), userSaid(turns, s.Botname, o.Quotes))
	k.heard = o.Judge == OfflineJudge{}.Name()
	k.evidence.Exchange = c.Exchange.Number
	if k.evidence.stands {
		k.stance = k.evidence.speech.to(k.parts).stance(k.evidence.from, k.evidence.to, k.script())
		if len(k.parts) == 0 && language.Answer(k.evidence.speech.read.Raw, asked(turns, k.evidence.at)).Yes {
			k.stance = grants
		}
		if k.finding.Complete { // of nothing else is the stance asked
			weighed := reply{asked(turns, k.evidence.at), turns[k.evidence.at].Text}.weighed(s, k.stance)
			if c.Known.InjectionCooldown > 0 { // only words of assent raise it then
				weighed = min(weighed, k.stance)
			}
			k.stance = weighed
		}
		if unsaid(turns, k.evidence.at, k.parts) || k.scripted(turns[k.evidence.at].Text) {
			k.stance = denies
		}
	}
	heard := newest(turns)
	k.abusive = abusive(heard)
	named := namesInjection(c.Exchange.Username, s.Botname)
	pressed := pressing(heard) || !named && slices.Contains(o.Flags, parley.FlagInjection)
	k.addressed = injected(heard, s.Botname) || pressed && !ownYes(turns)
	flagged := k.addressed || named
	k.injected = flagged || k.evidence.stands && dictated(turns, k.evidence.at, s.Botname)
	for _, f := range []struct {
		name string
		is   bool
	}{
		{parley.FlagInjection, flagged},
		{parley.FlagSafety, k.abusive},
		{parley.FlagDerailed, slices.Contains(o.Flags, parley.FlagDerailed)},
	} {
		if f.is {
			k.flags = append(k.flags, f.name)
		}
	}
	return k
}

// checks is met with those the finding adds, in the rubric's order: each with the user's
// words, unless the scene's script heard it. Nothing is met by words to the machine.
func (k seen) checks(met []string) []string {
	var out []string
	for _, c := range k.scene.Rubric {
		added := !k.injected && slices.Contains(k.finding.Checks, c.ID) && (k.heard || k.toldOf(c.ID).Quote != "")
		if added || slices.Contains(met, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// script is what agrees in the scene's script, empty without one.
func (k seen) script() string {
	if u := k.scene.Understudy; u != nil {
		return u.Agree.Quote
	}
	return ""
}

// scripted reports whether text is a line that the scene's author wrote, other
// than the one that agrees.
func (k seen) scripted(text string) bool {
	s, line := k.scene, strings.TrimSpace(text)
	if u := s.Understudy; u != nil && strings.HasSuffix(line, u.Agree.Say) { // a step's line before it, or none
		return false
	}
	for _, list := range [][]string{{s.Opening}, s.Nudges, s.Excuses, s.Fillers} {
		if slices.Contains(list, line) {
			return true
		}
	}
	return slices.ContainsFunc(s.BadEndings, func(e scenarios.BadEnding) bool { return e.Line == line }) ||
		understudy.Recites(s, line)
}
