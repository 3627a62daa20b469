package checker

import (
	"slices"

	"parley/language"
)

// lastYes is where the last words begin that agree and mean it, -1 without any;
// held tells that some wait for something.
func (a answer) lastYes(quote string) (last int, held bool) {
	last = -1
	if from, to, ok := a.find(listen(quote)); ok && a.means(a.words[from].Sentence) && !a.negated(from, to) &&
		!a.quoted(a.words[from].Sentence) && !reporteds.stands(a.sentence(a.words[from].Sentence)) {
		if n := a.words[from].Sentence; a.awaits(n, from-a.first(n)) {
			held = true
		} else {
			last = a.words[from].From
		}
	}
	taken := false // back, or the scene ended, so that only a plain yes counts
	for n := range a.asks {
		words, no := a.sentence(n), a.plain.noIn(n)
		taken = taken || no >= 0 && (last >= 0 || closings.stands(a.plain.sentence(n)))
		if len(words) == 0 || a.hypothetical(n) || a.quoted(n) || hedges.stands(words) || echoings.stands(words) {
			continue
		}
		switch at, plain := a.yesIn(n, words); {
		case at < 0, taken && !plain:
		case a.awaits(n, at), reportedTo(a.plain.sentence(n), at), a.othersDo(words, at):
			held = true
		default:
			last, taken = words[at].From, no > words[at].From
		}
	}
	return last, held
}

// passes reports whether a sentence begins with a yes that is about something
// else.
func (a answer) passes(n int) bool {
	words := a.sentence(n)
	if slices.ContainsFunc(a.parts, func(p part) bool { return p.say.grants(words) }) {
		return false
	}
	at := skipLeads(words)
	yes, _ := a.yesIn(n, words)
	return at < len(words) && yeses[words[at].Text] && !numbers[words[at].Text] && yes < 0
}

// yesIn is the index of the last words of a sentence that agree, -1 without any; plain
// tells that they are a yes or words of assent.
func (a answer) yesIn(n int, words []language.Word) (last int, plain bool) {
	last = -1
	if len(words) == 0 {
		return last, false
	}
	if a.asks[n] {
		if yeses[words[0].Text] && days.stands(words[1:]) {
			return 0, true
		}
		return last, false
	}
	if begun := skipLeads(words); begun < len(words) && yeses[words[begun].Text] && !a.plain.lesser(n) {
		rest := words[begun+1:]
		if len(rest) == 0 && n+1 < len(a.asks) {
			if next := a.sentence(n + 1); len(next) > 0 && things[next[0].Text] {
				rest = next
			}
		}
		if len(rest) == 0 || !abouts[rest[0].Text] {
			last = begun
		}
	}
	for i := 1; i < len(words); i++ {
		before := i - 1
		if before > 0 && leads[words[before].Text] {
			before--
		}
		apart := pauses(words[before]) || days[words[before].Text]
		if apart && yeses[words[i].Text] && ends(words, i+1) && !a.plain.lesser(n) {
			last = i
		}
	}
	plain = last >= 0
	for i, list := range []phrases{assents, grantings} {
		for from, to := range list.in(words) {
			if from > last && !negatedIn(words, from, to) && !takenBack(words[to:]) {
				last, plain = from, plain || i == 0
			}
		}
	}
	if reporteds.stands(words) || !a.saysAll() {
		return last, plain
	}
	for _, p := range a.parts {
		for from := range p.say.granting(words) {
			if !p.free {
				last = max(last, from)
			}
		}
	}
	return last, plain
}

// reportedTo reports whether what is said at words[at] is somebody else's: such
// words come before it, and none of the character's own between.
func reportedTo(words []language.Word, at int) bool {
	if at > 0 && words[at-1].Text == "so" { // "my brother can sit in, so yes"
		return false
	}
	for from, to := range reporteds.in(words) {
		between := words[min(to, at):at]
		if from <= at && !selves.stands(between) {
			return true
		}
	}
	return false
}

// skipLeads is how many words stand before what the sentence says.
func skipLeads(words []language.Word) int {
	n := 0
	for n < len(words)-1 && leads[words[n].Text] && !yeses[words[n].Text] {
		n++
	}
	return n
}

// stated are the words of a question before what it asks.
func stated(words []language.Word) []language.Word {
	for i := len(words) - 1; i > 0; i-- {
		if words[i-1].Mark != 0 {
			return words[:i]
		}
	}
	return nil
}

// awaits reports whether a condition holds for what is said at words[at] of the
// n-th sentence: in it, or as the next sentence alone.
func (s speech) awaits(n, at int) bool {
	words := s.sentence(n)
	demanded := n > 0 && !s.asks[n-1] && (demands.stands(s.sentence(n-1)) || errands.stands(s.sentence(n-1)))
	if ifs.stands(words[:at]) && (demanded || s.unmet(n)) {
		return true
	}
	for from := range conditions.in(words) {
		if from < at || from == 0 || !joins[words[from-1].Text] {
			return true
		}
	}
	if demanded && thens[words[0].Text] {
		return true
	}
	if n+1 >= len(s.asks) {
		return false
	}
	next := s.sentence(n + 1)
	for from := range conditions.in(next) {
		if from <= maxLead && !slices.ContainsFunc(next[from:len(next)-1], func(w language.Word) bool { return w.Mark != 0 }) {
			return true
		}
	}
	return false
}

// unmet reports whether the turn goes on, after its n-th sentence, to deny or to
// ask in a few language.Words: "you haven't", "but he isn't", "have you?".
func (s speech) unmet(n int) bool {
	for n++; n < len(s.asks); n++ {
		words := s.sentence(n)
		if len(words) == 0 {
			continue
		}
		if short := len(words) <= maxUnmet; short && s.asks[n] || (short || buts[words[0].Text]) && denied(words) {
			return true
		}
	}
	return false
}

// maxUnmet is how many words are few.
const maxUnmet = 5
