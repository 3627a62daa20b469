package checker

import (
	"iter"
	"slices"

	"parley/scenarios"
)

// part is one part of what the character must grant, ready to be listened for.
type part struct {
	of, say, less *phrases
	free, number  bool
}

// partsOf are the parts of the goal of s; none where its author names none.
func partsOf(s scenarios.Scenario) []part {
	if s.Understudy == nil {
		return nil
	}
	var out []part
	for _, g := range s.Understudy.Agree.Grants {
		out = append(out, part{newPhrases(g.Of), newPhrases(g.Say).firm(), newPhrases(g.Less).firm(), g.Free, g.Number})
	}
	return out
}

// answer is a turn of the character, heard with the parts of the goal in mind.
type answer struct {
	speech
	parts []part
	// plain is the turn without the words that grant a part: what they deny is no
	// refusal.
	plain speech
}

// to is s as an answer that is to grant parts.
func (s speech) to(parts []part) answer {
	a := answer{s, parts, s}
	a.plain.words = slices.Clone(s.words)
	for n := range s.asks {
		if s.asks[n] || s.hypothetical(n) {
			continue
		}
		first := slices.IndexFunc(s.words, func(w word) bool { return w.sentence == n })
		words := s.sentence(n)
		for _, p := range parts {
			for from, to := range p.say.granting(words) {
				a.hide(words[from:to], first)
			}
		}
	}
	return a
}

// granting yields where phrases begin and end that no word of denial reaches, or
// that hold one themselves.
func (p *phrases) granting(words []word) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from, to := range p.in(words) {
			own := slices.ContainsFunc(words[from:to], func(w word) bool { return negations[w.text] })
			if (own || !negatedIn(words, from, to)) && !yield(from, to) {
				return
			}
		}
	}
}

func (p *phrases) grants(words []word) bool {
	for range p.granting(words) {
		return true
	}
	return false
}

// hide takes words, of a sentence that begins at s.words[first], out of plain.
func (a *answer) hide(words []word, first int) {
	begin, end := words[0], words[len(words)-1]
	for i := max(first, 0); i < len(a.plain.words); i++ {
		if w := &a.plain.words[i]; w.from >= begin.from && w.to <= end.to {
			w.text = ""
		}
	}
}

// saysAll reports whether the turn says each part, or names it, and grants one.
func (a answer) saysAll() bool {
	granted := false
	for _, p := range a.parts {
		said := a.states(p.say)
		if !said && !a.states(p.of) {
			return false
		}
		granted = granted || said
	}
	return granted
}

func (a answer) states(list *phrases) bool {
	for n := range a.asks {
		words := a.sentence(n)
		if !a.asks[n] && !a.hypothetical(n) && !a.quoted(n) && !reporteds.stands(words) && !echoings.stands(words) && list.grants(words) {
			return true
		}
	}
	return false
}

// refuses reports whether a part is refused: "the launch, yes; the people, no".
func (a answer) refuses() bool {
	for n := range a.asks {
		words := a.plain.sentence(n)
		if a.asks[n] || a.hypothetical(n) {
			continue
		}
		for _, p := range a.parts {
			if p.free {
				continue
			}
			for from, to := range p.of.in(words) {
				if noneOf(words, from) || to < len(words) && words[to-1].paused && negations[words[to].text] && ends(words, to+1) {
					return true
				}
			}
		}
	}
	return false
}

// noneOf reports whether words[at] are counted as none: "no extra people".
func noneOf(words []word, at int) bool {
	for i := at - 1; i >= max(0, at-2); i-- {
		if words[i].paused {
			return false
		}
		if nones[words[i].text] {
			return true
		}
	}
	return false
}

var nones = set("no none nobody without kein keine keinen ohne aucun aucune sans ningun ninguna sin nessun nessuna senza")

// covers reports whether the turn agrees with more than its form: it says yes in
// so many words, grants a part or names each, or takes up what was asked.
func (a answer) covers(asking speech) bool {
	if len(a.parts) == 0 || echoes(a.speech, asking) {
		return true
	}
	for n := range a.asks {
		words := a.sentence(n)
		if at, plain := a.yesIn(n, words); plain || at >= 0 && elliptic(words[at:]) || names(words) {
			return true
		}
	}
	return slices.ContainsFunc(a.parts, func(p part) bool { return !p.free && a.states(p.say) }) ||
		!slices.ContainsFunc(a.parts, func(p part) bool { return !p.free && !a.states(p.of) })
}

// elliptic reports whether words, up to a pause, are about nothing of their own:
// "it would", "you can".
func elliptic(words []word) bool {
	end := slices.IndexFunc(words, func(w word) bool { return w.paused || w.trails })
	if end < 0 {
		end = len(words) - 1
	}
	return len(content(words[:end+1])) == 0
}

// names reports whether words are a time or a number and nothing else: "half past
// two".
func names(words []word) bool {
	when := func(w word) bool { return numbers[w.text] || days[w.text] }
	return slices.ContainsFunc(words, when) && len(content(slices.DeleteFunc(slices.Clone(words), when))) == 0
}

// lessens reports whether the turn, from the sentence that yes begins in, gives
// less or something else; a "no" or "not just" before it does not.
func (a answer) lessens(yes int) bool {
	begin := 0
	for _, w := range a.words {
		if w.from == yes {
			begin = w.sentence
		}
	}
	for n := begin; n < len(a.asks); n++ {
		for _, p := range a.parts {
			words := a.sentence(n)
			if p.free { // its words are denials, and what they deny is no less
				words = a.plain.sentence(n)
			}
			for from, to := range p.less.in(words) {
				if !noneOf(words, from) && !negatedIn(words, from, to) {
					return true
				}
			}
		}
	}
	return false
}
