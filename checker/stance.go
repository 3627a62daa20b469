package checker

import (
	"slices"

	"parley"
)

// stance is how a turn of the character stands to the agreement that a judge
// quotes from it.
type stance int

const (
	// denies: the quote is asked, supposed, reported or mocked, or taken back.
	denies stance = iota
	// doubts: it waits for something else, is somebody else's, grants something
	// less or is beside a question on the matter.
	doubts
	// open: nothing in the turn speaks against it, and no known words for it.
	open
	// says: it says yes, or grants something, in words that may be about less.
	says
	// grants: it agrees in words of assent.
	grants
)

var (
	yeses = set("yes yeah yep yup sure okay ok fine alright agreed deal done absolutely certainly definitely gladly " +
		"ja jawohl jo gut klar gern gerne einverstanden abgemacht okay oui ouais ok entendu volontiers bon soit " +
		"si vale bueno claro hecho listo certo bene volentieri sim claro tak hai da joo kyllä evet igen ano jā goed jasne zgoda")
	// abouts begin what a yes is about: "yes, it is a tree" grants nothing.
	abouts = set("it that this he she there the his her its i your you we in " +
		"es das er der die ich sie c ce il elle je eso es yo lo la las el è io questo quello")
	// things are those of them that are no person.
	things = set("it that this there es das ce c eso esto questo quello")
	// joins may stand before a condition that is put on the rest only.
	joins = set("but and aber und mais et pero y ma e")
	// selves are the character, and those it speaks for.
	selves = set("i we ich wir je")
	ohs    = set("oh ah ach ay")
	thens  = set("then dann alors après entonces después luego allora poi")
	days   = set("monday tuesday wednesday thursday friday saturday sunday tomorrow tonight noon today lunch tea coffee " +
		"montag dienstag mittwoch donnerstag freitag samstag sonntag morgen lundi mardi mercredi jeudi vendredi samedi demain " +
		"lunes martes miercoles jueves viernes sabado manana lunedi martedi mercoledi giovedi venerdi sabato domani")
	// spans leave open on which day.
	spans   = set("week day when soon woche tag wann bald semaine jour quand semana dia cuando settimana giorno quando")
	matters = set("what why how who which where whose was warum wieso wie wer welche welcher wo quoi pourquoi comment qui quel " +
		"quelle ou que por cual quien donde como cosa perche chi quale dove")
	arranges = set("time day bring wear drink when need uhr mitbringen heure apporter hora llevo ora porto")
)

// stance of the turn to words[from:to] of it. quote is what agrees in the scene's
// script.
func (a answer) stance(from, to int, quote string) stance {
	if a.mocks() || a.refuses() || a.asksBack() {
		return denies
	}
	yes, held := a.lastYes(quote)
	no := a.plain.lastNo()
	if no >= 0 && no >= yes || yes < 0 && a.plain.closes(nil) || blank(a.words) {
		return denies
	}
	first, last := a.words[from].sentence, a.words[to-1].sentence
	switch {
	case a.lessens(yes):
		return doubts
	case yes >= 0 && !a.saysYes() && a.delays(yes):
		return doubts
	case yes >= 0 && a.affirms(quote):
		return grants
	case yes >= 0:
		return says
	}
	least, negated := denies, false
	for n := first; n <= last; n++ {
		if !a.asks[n] && !a.hypothetical(n) && !a.quoted(n) {
			least = doubts
		}
		negated = negated || a.passes(n) || denied(a.plain.sentence(n))
	}
	if least == denies || negated || held || a.doubted(first, last) {
		return least
	}
	return open
}

// saysYes reports whether a sentence that is meant begins with a yes.
func (a answer) saysYes() bool {
	for n := range a.asks {
		words := a.sentence(n)
		if at := skipLeads(words); at < len(words) && yeses[words[at].text] && a.means(n) && !a.quoted(n) {
			return true
		}
	}
	return false
}

// delays reports whether a sentence before the one that yes begins in leaves the matter
// to another time: "Some day."
func (s speech) delays(yes int) bool {
	return slices.ContainsFunc(s.words, func(w word) bool {
		return w.to <= yes && !s.asks[w.sentence] && s.words[len(s.words)-1].sentence != w.sentence && hedges.stands(s.sentence(w.sentence))
	})
}

// asksBack reports whether the turn ends asking whether what it said is what the
// user wants: "did I get that right?".
func (s speech) asksBack() bool {
	for n := range s.asks {
		if s.asks[n] && echoings.stands(s.sentence(n)) && n == len(s.asks)-2 {
			return true
		}
	}
	return false
}

// blank reports whether words say nothing: "well, um".
func blank(words []word) bool {
	return !slices.ContainsFunc(words, func(w word) bool { return !w.filler && !leads[w.text] })
}

// denied reports whether words deny more than a trifle.
func denied(words []word) bool {
	words = slices.Clone(words)
	for from, to := range trifles.in(words) {
		for i := from; i < to; i++ {
			words[i].text = ""
		}
	}
	return slices.ContainsFunc(words, func(w word) bool { return negations[w.text] })
}

// lastNo is where the last words begin that take back or refuse, -1 without any.
func (s speech) lastNo() int {
	last := -1
	for n := range s.asks {
		last = max(last, s.noIn(n))
	}
	return last
}

// noIn is where they begin in the n-th sentence.
func (s speech) noIn(n int) int {
	last, words := -1, s.sentence(n)
	if s.asks[n] {
		words = stated(words)
	}
	if s.hypothetical(n) {
		return last
	}
	for _, list := range []*phrases{retractions, closings} {
		for from := range list.in(words) {
			last = max(last, words[from].from)
		}
	}
	return last
}

// doubted reports whether the turn leaves the matter open: as a whole, or in the
// sentences first to last.
func (a answer) doubted(first, last int) bool {
	s := a.plain
	for n := range s.asks {
		words := s.sentence(n)
		if len(words) == 0 {
			continue
		}
		if s.asks[n] {
			if s.presses(words) {
				return true
			}
			continue
		}
		lists := []*phrases{hypotheticals, conditions, demands, hedges}
		if first <= n && n <= last {
			lists = append(lists, echoings, lessers)
			if reporteds.stands(a.sentence(n)) { // also where what they would do is granted
				return true
			}
		}
		for _, list := range lists {
			if list.stands(words) {
				return true
			}
		}
		if s.hypothetical(n) || s.quoted(n) {
			return true
		}
	}
	return false
}

// lesser reports whether the turn grants a point, or less than a goal, from
// its n-th sentence on.
func (s speech) lesser(n int) bool {
	for ; n < len(s.asks); n++ {
		if !s.asks[n] && lessers.stands(s.sentence(n)) {
			return true
		}
	}
	return false
}

// presses reports whether a question is on the matter, not on the arrangement.
func (s speech) presses(words []word) bool {
	return slices.ContainsFunc(words[:min(len(words), 3)], func(w word) bool { return matters[w.text] }) &&
		!slices.ContainsFunc(words, func(w word) bool { return arranges[w.text] })
}

// quoted reports whether the n-th sentence is read from something.
func (s speech) quoted(n int) bool {
	return slices.ContainsFunc(s.sentence(n), func(w word) bool { return w.quoted })
}

// mocks reports whether the turn says words of agreement that mean the contrary.
func (s speech) mocks() bool {
	for n := range s.asks {
		words := slices.DeleteFunc(slices.Clone(s.words), func(w word) bool { return w.sentence != n })
		if mockeries.stands(words) || mockeries.stands(s.sentence(n)) || s.gushes(n, words) {
			return true
		}
	}
	return false
}

// gushes reports whether a sentence begins with a yes behind an "oh" and has more
// to say than it needs: "oh, sure, and ...".
func (s speech) gushes(n int, words []word) bool {
	if len(words) < minGush || !ohs[words[0].text] || words[0].trails || s.asks[n] {
		return false
	}
	said := s.sentence(n)
	for len(said) > 0 && ohs[said[0].text] {
		said = said[1:]
	}
	return len(said) > 0 && (yeses[said[0].text] || leads[said[0].text]) && !assents.stands(said)
}

// minGush is from how many words on.
const minGush = 5

// unsaid reports whether a later turn of the character takes back what was said
// in turns[at].
func unsaid(turns []parley.Turn, at int, parts []part) bool {
	for _, t := range turns[at+1:] {
		if t.Role != parley.Character {
			continue
		}
		later := listen(t.Text).to(parts)
		if yes, _ := later.lastYes(""); later.plain.lastNo() > yes || yes < 0 && later.plain.closes(nil) {
			return true
		}
	}
	return false
}
