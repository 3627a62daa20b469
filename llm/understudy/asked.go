package understudy

import (
	"slices"

	"parley/language"
	"parley/scenarios"
)

// The character's own question sets the bar: right after "what could go wrong?"
// less will do than the same beat takes at any other time.

// answers reports whether h answers a question as far as a says. What refuses,
// asks back or offends is left out of account.
func (sc *script) answers(a *scenarios.Answer, h heard) bool {
	if a == nil || slices.Contains(h.struck, true) || sc.steps(h.turn) {
		return false
	}
	rest := h.statements(sc.manners)
	content := 0
	self := false
	for _, w := range rest {
		if !sc.is("fillers", w.text) {
			content++
		}
		self = self || sc.is("self", w.text) && !sc.is("objects", w.text) // "you told me" is not about me
	}
	switch {
	case a.Yes && language.Answer(h.Raw, h.line).Yes:
		return true
	case content == 0:
		return false
	case a.FirstPerson && self && content >= minAnswer:
		return true
	case a.Words > 0 && content >= a.Words:
		return true
	}
	return slices.ContainsFunc(a.Any, func(n string) bool { return sc.concepts[n].in(rest) })
}

// minAnswer is the shortest answer about oneself: "I have two".
const minAnswer = 3

// statements are the words of the clauses that neither refuse nor ask back.
func (t *turn) statements(l *manners) []word {
	var out []word
	for at, c := range t.Clauses {
		u := t.words[c.From:c.To]
		asks := c.Asks || l.asksBack(u)
		if asks && !t.sentenceStates(l, at) {
			continue
		}
		if l.refusals.said(&turn{words: u}, func(int, int) bool { return true }) {
			continue
		}
		out = append(out, u...)
	}
	return out
}

// sentenceStates reports whether a clause of a question is yet no part of the
// question: in "I'd stop at forty, is that enough?" the first.
func (t *turn) sentenceStates(l *manners, at int) bool {
	c := t.Clauses[at]
	if l.asksBack(t.words[c.From:c.To]) {
		return false
	}
	for i := at + 1; i < len(t.Clauses) && t.Clauses[i].Sentence == c.Sentence; i++ {
		if l.asksBack(t.words[t.Clauses[i].From:t.Clauses[i].To]) {
			return true
		}
	}
	return false
}

// asksBack reports whether a clause begins as a question does.
func (l *manners) asksBack(u []word) bool {
	i := slices.IndexFunc(u, func(w word) bool { return !l.is("fillers", w.text) && !l.is("but", w.text) && w.text != "and" })
	return i >= 0 && l.is("starts questions", u[i].text)
}

// steps reports whether t steps out of the scene.
func (sc *script) steps(t *turn) bool {
	return sc.outside.said(t, func(int, int) bool { return true })
}
