package checker

import "slices"

// lastYes is where the last words begin that agree and mean it, -1 without any;
// held tells that some wait for something.
func (a answer) lastYes(quote string) (last int, held bool) {
	last = -1
	if from, to, ok := a.find(listen(quote).words); ok && a.means(a.words[from].sentence) && !a.negated(from, to) &&
		!a.quoted(a.words[from].sentence) && !reporteds.stands(a.sentence(a.words[from].sentence)) {
		last = a.words[from].from
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
		case a.awaits(n, at), reportedTo(words, at):
			held = true
		default:
			last, taken = words[at].from, no > words[at].from
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
	return at < len(words) && yeses[words[at].text] && !numbers[words[at].text] && yes < 0
}

// yesIn is the index of the last words of a sentence that agree, -1 without any; plain
// tells that they are a yes or words of assent.
func (a answer) yesIn(n int, words []word) (last int, plain bool) {
	last = -1
	if len(words) == 0 {
		return last, false
	}
	if a.asks[n] {
		if yeses[words[0].text] && slices.ContainsFunc(words[1:], func(w word) bool { return days[w.text] }) {
			return 0, true
		}
		return last, false
	}
	if begun := skipLeads(words); begun < len(words) && yeses[words[begun].text] && !a.plain.lesser(n) {
		rest := words[begun+1:]
		if len(rest) == 0 && n+1 < len(a.asks) {
			rest = a.sentence(n + 1)[:min(1, len(a.sentence(n+1)))]
			rest = slices.DeleteFunc(rest, func(w word) bool { return !things[w.text] })
		}
		if len(rest) == 0 || !abouts[rest[0].text] {
			last = begun
		}
	}
	for i := 1; i < len(words); i++ {
		before := i - 1
		if before > 0 && leads[words[before].text] {
			before--
		}
		apart := words[before].paused || words[before].trails || days[words[before].text]
		if apart && yeses[words[i].text] && ends(words, i+1) && !a.plain.lesser(n) {
			last = i
		}
	}
	plain = last >= 0
	for _, list := range []*phrases{assents, grantings} {
		for from, to := range list.in(words) {
			if from > last && !negatedIn(words, from, to) && !takenBack(words[to:]) {
				last, plain = from, plain || list == assents
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
func reportedTo(words []word, at int) bool {
	if at > 0 && words[at-1].text == "so" { // "my brother can sit in, so yes"
		return false
	}
	for from, to := range reporteds.in(words) {
		between := words[min(to, at):at]
		if from <= at && !slices.ContainsFunc(between, func(w word) bool { return selves[w.text] }) {
			return true
		}
	}
	return false
}

// skipLeads is how many words stand before what the sentence says.
func skipLeads(words []word) int {
	n := 0
	for n < len(words)-1 && leads[words[n].text] && !yeses[words[n].text] {
		n++
	}
	return n
}

// stated are the words of a question before what it asks.
func stated(words []word) []word {
	for i := len(words) - 1; i > 0; i-- {
		if words[i-1].clause != words[i].clause {
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
		if from < at || from == 0 || !joins[words[from-1].text] {
			return true
		}
	}
	if demanded && thens[words[0].text] {
		return true
	}
	if n+1 >= len(s.asks) {
		return false
	}
	next := s.sentence(n + 1)
	for from := range conditions.in(next) {
		if from <= maxLead && next[len(next)-1].clause == next[from].clause {
			return true
		}
	}
	return false
}

// unmet reports whether the turn goes on, after its n-th sentence, to deny or to
// ask in a few words: "you haven't", "but he isn't", "have you?".
func (s speech) unmet(n int) bool {
	for n++; n < len(s.asks); n++ {
		words := s.sentence(n)
		if len(words) == 0 {
			continue
		}
		if short := len(words) <= maxUnmet; short && s.asks[n] || (short || buts[words[0].text]) && denied(words) {
			return true
		}
	}
	return false
}

// maxUnmet is how many words are few.
const maxUnmet = 5
