package checker

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"parley/language"
)

// What stands beside words of agreement: whose they are, and what another sentence of the
// turn does to them.
var (
	thirds      = wordsOf("thirds")
	callings    = wordsOf("callings")
	strangers   = wordsOf("others")
	own         = wordsOf("own")
	clitics     = wordsOf("clitics")
	quotings    = wordsOf("quotings")
	unders      = wordsOf("subordinates")
	tellings    = phrasesOf("telling")
	postpones   = phrasesOf("postponement")
	offers      = phrasesOf("offer")
	pointers    = phrasesOf("pointer")
	remarks     = phrasesOf("remark")
	appositions = phrasesOf("apposition")
	unknowns    = phrasesOf("unknown")
)

// othersDo reports whether what is said at words[at] is what somebody else does: the
// clause has a third person for its subject, or a verb of one and the subject of the
// clause before.
func (a answer) othersDo(words []language.Word, at int) bool {
	from := at
	for from > 0 && !clauseBegins(words, from) {
		from--
	}
	if told(words, at) {
		return true
	}
	if own.stands(words[from : at+1]) {
		return false
	}
	if a.somebody(words, from) {
		return true
	}
	if from > 0 && quotings[words[from-1].Text] {
		return a.othersDo(words, from-1)
	}
	verb := from
	for verb < at && clitics[words[verb].Text] { // "se lo da"
		verb++
	}
	return from > 0 && thirds[words[verb].Text] && a.othersDo(words, from-1)
}

// told reports whether a third person tells what is said at words[at]: "my wife says I
// will come", not "my wife says so, so I will".
func told(words []language.Word, at int) bool {
	for _, to := range tellings.in(words) {
		if to <= at+1 && !slices.ContainsFunc(words[to-1:at], func(w language.Word) bool { return joins[w.Text] || leads[w.Text] }) {
			return true
		}
	}
	return false
}

// maxSubject is within how many words of a clause its subject stands, and within how many
// words of that its verb.
const (
	maxSubject = 3
	maxVerb    = 6
)

// somebody reports whether a third person is the subject of the clause that begins at
// words[from].
func (a answer) somebody(words []language.Word, from int) bool {
	for i := from; i < min(len(words), from+maxSubject); i++ {
		if own[words[i].Text] {
			return false
		}
		if !a.person(words, i) {
			continue
		}
		if i == 0 && !strangers[words[i].Text] && !callings[words[i].Text] && (len(words) < 2 || !thirds[words[1].Text]) {
			continue // a capital letter alone
		}
		for j := i + 1; j < min(len(words), i+1+maxVerb) && goesOn(words, j); j++ {
			if thirds[words[j].Text] {
				return true
			}
			if own[words[j].Text] {
				break
			}
		}
	}
	return false
}

// person reports whether words[i] names somebody who is neither of the two that speak.
func (a answer) person(words []language.Word, i int) bool {
	w := words[i]
	if strangers[w.Text] || callings[w.Text] {
		return !slices.ContainsFunc(a.parts, func(p part) bool { return p.of.stands(words[i : i+1]) })
	}
	return a.named(words, i)
}

// named reports whether words[i] is a name by its first letter.
func (a answer) named(words []language.Word, i int) bool {
	w := words[i]
	if i > 0 && goesOn(words, i) && (common[words[i-1].Text] || persons[words[i-1].Text]) { // "the launch", "das Taxi"
		return false
	}
	first, _ := utf8.DecodeRuneInString(a.read.Raw[w.From:])
	if !unicode.IsUpper(first) || w.Half || days[w.Text] || numbers[w.Text] || common[w.Text] || things[w.Text] || persons[w.Text] ||
		leads[w.Text] || yeses[w.Text] || idle[w.Text] || fillers[w.Text] || negations[w.Text] || thirds[w.Text] {
		return false
	}
	return !slices.ContainsFunc(a.parts, func(p part) bool { return p.of.stands(words[i : i+1]) })
}

// clauseBegins reports whether a clause begins at words[i].
func clauseBegins(words []language.Word, i int) bool {
	return pauses(words[i-1]) || words[i-1].Sentence != words[i].Sentence || joins[words[i-1].Text] || unders[words[i-1].Text]
}

// others reports whether the sentences first to last tell of somebody else, and none of
// the two that speak.
func (a answer) others(first, last int) bool {
	of := false
	for n := first; n <= last; n++ {
		words := a.sentence(n)
		if a.asks[n] || len(words) == 0 {
			continue
		}
		if own.stands(words) {
			return false
		}
		of = of || a.somebody(words, 0)
	}
	return of
}

// undoes reports whether a sentence beside the yes that begins at a byte of the text leaves
// it open or makes it one to something else; the n-th is the last that the judge quotes.
func (a answer) undoes(yes, n int) bool {
	return a.points(yes) || a.recalls(yes, n) || a.weakens(n) || !a.saysYes() && a.delays(yes)
}

// agreesIn reports whether one of the sentences first to last agrees and means it.
func (a answer) agreesIn(first, last int) bool {
	for n := first; n <= last; n++ {
		words := a.sentence(n)
		at, _ := a.yesIn(n, words)
		if at >= 0 && a.means(n) && !a.awaits(n, at) && !reportedTo(a.plain.sentence(n), at) && !a.othersDo(words, at) {
			return true
		}
	}
	return false
}

// delays reports whether a sentence before the one that yes begins in leaves the matter
// to another time: "Some day."
func (s speech) delays(yes int) bool {
	return slices.ContainsFunc(s.words, func(w language.Word) bool {
		return w.To <= yes && !s.asks[w.Sentence] && s.words[len(s.words)-1].Sentence != w.Sentence &&
			postpones.stands(s.sentence(w.Sentence))
	})
}

// weakens reports whether a sentence behind the n-th leaves it open again: "Maybe.", "I
// don't know yet."
func (s speech) weakens(n int) bool {
	for n++; n < len(s.asks); n++ {
		words := s.sentence(n)
		if !s.asks[n] && len(words) > 0 && len(words) <= maxWeak &&
			(hedges.stands(words) || unsures[words[0].Text] || unknowns.stands(words)) {
			return true
		}
	}
	return false
}

// recalls reports whether what follows a yes, up to the n-th sentence, tells of another
// time or of somebody else.
func (a answer) recalls(yes, n int) bool {
	for i := a.in(yes) + 1; i <= n; i++ {
		if at, _ := a.yesIn(i, a.sentence(i)); at < 0 && reporteds.stands(a.plain.sentence(i)) {
			return true
		}
	}
	return false
}

// comments reports whether the turn, in the sentences first to last or behind them,
// remarks on words as the user's: "you make it sound easy".
func (s speech) comments(first, last int) bool {
	for n := first; n <= min(last+1, len(s.asks)-1); n++ {
		if remarks.stands(s.sentence(n)) {
			return true
		}
	}
	return false
}

// maxWeak is how many words such a sentence has.
const maxWeak = 8

// points reports whether the yes that begins at a byte of the text takes up something else
// that was offered right before it, "you can walk me home, I'd like that", or names it.
func (a answer) points(yes int) bool {
	at := slices.IndexFunc(a.words, func(w language.Word) bool { return w.From >= yes })
	if yes >= 0 && at >= 0 && appositions.stands(a.words[at:min(len(a.words), at+maxPointer+1)]) {
		return true
	}
	if yes < 0 || at < 1 || !pointers.stands(a.words[at:min(len(a.words), at+maxPointer)]) {
		return false
	}
	from := at - 1
	for from > 0 && !pauses(a.words[from-1]) {
		from--
	}
	before := a.words[from:at]
	return offers.stands(before) && !slices.ContainsFunc(a.parts, func(p part) bool { return p.of.stands(before) || p.say.stands(before) })
}

// maxPointer is how many words a yes is looked at for what it takes up.
const maxPointer = 5
