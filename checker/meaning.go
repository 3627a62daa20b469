package checker

import (
	"parley/language"
	"parley/scenarios"
)

var (
	hypotheticals = phrasesOf("hypothetical")
	suppositions  = phrasesOf("supposition")
	hedges        = phrasesOf("hedge")
	assents       = firmly("assent")
	closings      = phrasesOf("closing")
	grantings     = firmly("grant")
	retractions   = phrasesOf("retract")
	conditions    = phrasesOf("condition")
	reporteds     = phrasesOf("reported")
	mockeries     = phrasesOf("sarcasm")
	lessers       = phrasesOf("lesser")
	demands       = phrasesOf("demand")
	ifs           = phrasesOf("if")
	trifles       = phrasesOf("trifle")
	errands       = phrasesOf("errand")
	askings       = phrasesOf("asking")
	echoings      = phrasesOf("echo")
	requests      = phrasesOf("request")
)

// How far a negation reaches: words of the same clause before, and after.
const (
	reachBefore = 5
	reachAfter  = 2
)

// maxLead is how many words may come before a supposition: "so, suppose ...".
const maxLead = 2

// hypothetical reports whether the n-th sentence says what would be, or stands
// in a play of thought that an earlier one began.
func (s speech) hypothetical(n int) bool {
	if hypotheticals.stands(s.sentence(n)) {
		return true
	}
	for ; n >= 0; n-- {
		for from := range suppositions.in(s.sentence(n)) {
			if from <= maxLead {
				return true
			}
		}
	}
	return false
}

// negated reports whether a negation reaches words[from:to]. "No," alone, with a
// pause, negates nothing after it.
func (s speech) negated(from, to int) bool {
	return negatedIn(s.words, from, to)
}

func negatedIn(words []language.Word, from, to int) bool {
	for i := from; i > max(0, from-reachBefore) && goesOn(words, i); i-- {
		if negations[words[i-1].Text] {
			return true
		}
	}
	for i := to; i < min(len(words), to+reachAfter) && goesOn(words, i); i++ {
		if after[words[i].Text] {
			return true
		}
	}
	return false
}

// affirms reports whether the speech agrees: a phrase of assent, or the words
// that are the agreement in the scene's script, in a sentence that means it.
func (s speech) affirms(quote string) bool {
	if from, to, ok := s.find(listen(quote)); ok && s.means(s.words[from].Sentence) && !s.negated(from, to) {
		return true
	}
	only := bare.stands(s.words)
	for n := range s.asks {
		words := s.sentence(n)
		for _, w := range words {
			only = only && (bare[w.Text] || with[w.Text])
		}
		only = only && !s.asks[n]
		if !s.means(n) {
			continue
		}
		for from, to := range assents.in(words) {
			if !negatedIn(words, from, to) && !takenBack(words[to:]) {
				return true
			}
		}
	}
	return only
}

// means reports whether the n-th sentence states something, neither asked nor
// supposed nor left open.
func (s speech) means(n int) bool {
	return !s.asks[n] && !s.hypothetical(n) && !hedges.stands(s.sentence(n))
}

// takenBack reports whether a "but" with a negation is in rest.
func takenBack(rest []language.Word) bool {
	but := false
	for _, w := range rest {
		if but && negations[w.Text] {
			return true
		}
		but = but || buts[w.Text]
	}
	return false
}

// closes reports whether the speech ends the scene: by a phrase that does, or
// by a line the scene ends badly with.
func (s speech) closes(endings []scenarios.BadEnding) bool {
	for _, e := range endings {
		if _, _, ok := s.find(listen(e.Line)); ok {
			return true
		}
	}
	for n := range s.asks {
		if !s.asks[n] && !s.hypothetical(n) && closings.stands(s.sentence(n)) {
			return true
		}
	}
	return false
}
