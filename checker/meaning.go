package checker

import (
	"slices"

	"parley/scenarios"
)

var (
	hypotheticals = loadPhrases("hypothetical")
	suppositions  = loadPhrases("supposition")
	hedges        = loadPhrases("hedge")
	assents       = loadPhrases("assent").firm()
	closings      = loadPhrases("closing")
	grantings     = loadPhrases("grant").firm()
	retractions   = loadPhrases("retract")
	conditions    = loadPhrases("condition")
	reporteds     = loadPhrases("reported")
	mockeries     = loadPhrases("sarcasm")
	lessers       = loadPhrases("lesser")
	demands       = loadPhrases("demand")
	ifs           = loadPhrases("if")
	trifles       = loadPhrases("trifle")
	errands       = loadPhrases("errand")
	askings       = loadPhrases("asking")
	echoings      = loadPhrases("echo")

	// bare words are assent where a turn has no others.
	bare      = set("yes yeah yep sure fine alright agreed deal done ja einverstanden abgemacht oui entendu si hecho certo sim")
	with      = set("then well very all right good okay ok so and it is a") // may stand beside them
	negations = set("not no never none nothing without hardly neither nor nicht kein keine keinen keiner nichts nie niemals ohne " +
		"ne n pas jamais aucun aucune sans nunca jamas ningun ninguna ni sin non mai niente nessun nessuna senza nao nem")
	after = set("nicht kein keine keinen nichts pas jamais plus mica not") // they follow what they negate
	buts  = set("but however though aber doch jedoch mais pourtant pero sino ma pero mas")
)

// How far a negation reaches: words of the same clause before, and after.
const (
	reachBefore = 5
	reachAfter  = 2
)

// maxLead is how many words may come before a supposition: "so, suppose ...".
const maxLead = 2

// sentence is the words of the n-th sentence, without fillers.
func (s speech) sentence(n int) []word {
	var out []word
	for _, w := range s.words {
		if w.sentence == n && !w.filler {
			out = append(out, w)
		}
	}
	return out
}

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

func negatedIn(words []word, from, to int) bool {
	at := words[from]
	seen := 0
	for i := from - 1; i >= 0 && seen < reachBefore; i-- {
		w := words[i]
		if w.sentence != at.sentence || w.clause != at.clause {
			break
		}
		if w.filler {
			continue
		}
		if negations[w.text] && !w.paused {
			return true
		}
		seen++
	}
	end := words[to-1]
	for i := to; i < len(words) && i < to+reachAfter; i++ {
		if words[i].sentence != end.sentence || words[i].clause != end.clause {
			break
		}
		if after[words[i].text] {
			return true
		}
	}
	return false
}

// affirms reports whether the speech agrees: a phrase of assent, or the words
// that are the agreement in the scene's script, in a sentence that means it.
func (s speech) affirms(quote string) bool {
	if from, to, ok := s.find(listen(quote).words); ok && s.means(s.words[from].sentence) && !s.negated(from, to) {
		return true
	}
	only := slices.ContainsFunc(s.words, func(w word) bool { return bare[w.text] })
	for n := range s.asks {
		words := s.sentence(n)
		for _, w := range words {
			only = only && (bare[w.text] || with[w.text])
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
func takenBack(rest []word) bool {
	but := false
	for _, w := range rest {
		if but && negations[w.text] {
			return true
		}
		but = but || buts[w.text]
	}
	return false
}

// closes reports whether the speech ends the scene: by a phrase that does, or
// by a line the scene ends badly with.
func (s speech) closes(endings []scenarios.BadEnding) bool {
	for _, e := range endings {
		if _, _, ok := s.find(listen(e.Line).words); ok {
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
