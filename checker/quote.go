package checker

import (
	"slices"
	"strings"

	"parley"
	"parley/language"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Where a quote may stand, and how long it must be.
const (
	quotedTurns = 2 // of the character, the newest
	quotedWords = 2 // or a whole sentence
)

// evidence is a judge's quote as code found it in the character's turns. The
// zero evidence is a quote that stands nowhere.
type evidence struct {
	Quote
	at int // the index of its turn
	// stands means that the character said it and meant it: it is neither read
	// back to the user nor a play of thought.
	stands bool
	// asks and negated tell of every sentence it is part of.
	asks, negated bool
	speech        speech
	from, to      int // its words in speech
}

// carries reports whether e can carry a rise of progress at all; firm, one past
// the 6 up to which the character resists. A question is interest, not assent.
func (e evidence) carries() bool { return e.stands && !e.negated }
func (e evidence) firm() bool    { return e.carries() && !e.asks }

// weigh looks for quote in the character's last turns, the newest first, and
// returns the first place where it can stand as evidence. Turns of which
// nothing was heard are passed over.
func weigh(turns []parley.Turn, quote string) evidence {
	part := listen(quote)
	left := quotedTurns
	for i := len(turns) - 1; i >= 0 && left > 0; i-- {
		if turns[i].Role != parley.Character || strings.TrimSpace(turns[i].Text) == "" {
			continue
		}
		left--
		e := evidence{at: i, speech: listen(turns[i].Text)}
		from, to, ok := e.speech.find(part)
		if !ok || !e.speech.enough(from, to) {
			continue
		}
		e.from, e.to = from, to
		e.Quote = Quote{Turn: turns[i].Number, Text: e.speech.quote(e.speech.words[from:to])}
		if from, to, ok := find(e.speech.read.Words, part.read.Words); ok { // what only fills a pause, too
			e.Text = e.speech.quote(e.speech.read.Words[from:to])
		}
		if e.judge(from, to); e.stands && readBack(part.words, e.speech, asked(turns, i)) {
			e.stands = false
		}
		if e.stands {
			return e
		}
	}
	return evidence{}
}

// judge looks at the sentences the quote is part of; one that means it is
// enough.
func (e *evidence) judge(from, to int) {
	e.asks, e.negated = true, e.speech.negated(from, to)
	for n := e.speech.words[from].Sentence; n <= e.speech.words[to-1].Sentence; n++ {
		if e.speech.hypothetical(n) {
			continue
		}
		e.stands = true
		e.asks = e.asks && e.speech.asks[n]
	}
}

// enough reports whether words[from:to] are two words, a whole sentence or what
// ends one after a pause.
func (s speech) enough(from, to int) bool {
	begins := from == 0 || s.words[from-1].Sentence != s.words[from].Sentence || pauses(s.words[from-1])
	return to-from >= quotedWords || begins && (to == len(s.words) || s.words[to].Sentence != s.words[to-1].Sentence)
}

var (
	readBacks  = phrasesOf("readback")
	dictations = phrasesOf("dictation")
)

// readBack reports whether the user's words before it, rather than the
// character's will, put part into the answer: the user asked for words to be
// spoken, or said the same words the wrong way round, "you have my approval",
// and got them back.
func readBack(part []language.Word, answer speech, user string) bool {
	heard := listen(user)
	if len(heard.words) == 0 {
		return false
	}
	if readBacks.stands(heard.words) {
		return true
	}
	if dictations.stands(heard.words) && share(part, heard) >= 0.75 && share(answer.words, heard) >= dictatedShare {
		return true
	}
	_, _, same := find(heard.words, part)
	return same && len(part) > 1 && persons.stands(part) && share(answer.words, heard) >= 0.6
}

// dictatedShare is how much of a turn that was dictated is the user's words at least: who
// says as much in words of their own has not only said what they were told to.
const dictatedShare = 0.6

// share is the part of words that stand in heard.
func share(words []language.Word, heard speech) float64 {
	known, both := textsOf(heard.words), 0
	for _, w := range words {
		if known[w.Text] {
			both++
		}
	}
	return float64(both) / float64(max(1, len(words)))
}

// judged are the numbers of the turns of the newest exchange, each 0 without one.
func judged(turns []parley.Turn) (j parley.JudgedTurns) {
	for _, t := range slices.Backward(turns) {
		switch {
		case t.Role == parley.User:
			j.User = t.Number
			return j
		case j.Character == 0:
			j.Character = t.Number
		}
	}
	return j
}

// met are the checks that are new in now, each with words that stand in a turn: those of
// the user's that met it, or, for what the script heard and the window no longer has, the
// judge's quote or all that the user said last. A check that has none is left out.
func (k seen) met(before, now []string) []parley.Met {
	var out []parley.Met
	for _, id := range now {
		if slices.Contains(before, id) {
			continue
		}
		if m := k.quoteFor(id); m.Quote != "" {
			m.Check, m.Quote = id, cut(m.Quote, maxQuoteRunes)
			out = append(out, m)
		}
	}
	return out
}

func (k seen) quoteFor(id string) parley.Met {
	if m := k.toldOf(id); m.Quote != "" {
		return m
	}
	if k.evidence.stands {
		return parley.Met{Turn: k.evidence.Turn, Quote: k.evidence.Text}
	}
	turns := k.exchange.Turns
	if at := k.newestUser(); at < len(turns) && turns[at].Role == parley.User {
		return parley.Met{Turn: turns[at].Number, Quote: strings.TrimSpace(turns[at].Text)}
	}
	return parley.Met{}
}

// toldOf is what met a check, the zero Met if no words did.
func (k seen) toldOf(id string) parley.Met {
	for _, m := range k.told {
		if m.Check == id {
			return m
		}
	}
	return parley.Met{}
}

// standing are those of all whose words stand in their turn.
func standing(turns []parley.Turn, all []parley.Met) []parley.Met {
	var out []parley.Met
	for _, m := range all {
		if slices.ContainsFunc(turns, func(t parley.Turn) bool { return t.Number == m.Turn && strings.Contains(t.Text, m.Quote) }) {
			out = append(out, m)
		}
	}
	return out
}

// saying is a turn of the user's.
type saying struct {
	turn   int
	speech speech
}

// userSaid is where a judge's quotes for checks, each "id: words", stand in the user's
// turns. One that stands in none is left out, and no turn counts that speaks to the machine.
func userSaid(turns []parley.Turn, botname string, quotes []string) []parley.Met {
	var said []saying
	for _, t := range slices.Backward(turns) {
		if t.Role == parley.User && len(quotes) > 0 && !injected(t.Text, botname) {
			said = append(said, saying{t.Number, listen(t.Text)})
		}
	}
	var out []parley.Met
	for _, q := range quotes {
		id, words, _ := strings.Cut(q, ":")
		if m := locate(said, words); m.Quote != "" {
			m.Check = strings.Trim(id, " \"'`")
			out = append(out, m)
		}
	}
	return out
}

// locate is the first of said in which words stand, as they stand there: in one piece, or
// else, where dots leave something out, every piece of them in one turn or another. The
// words that are told are two at least, or stand between two pauses.
func locate(said []saying, words string) parley.Met {
	if m, _ := among(said, words); m.Quote != "" {
		return m
	}
	var first parley.Met
	for piece := range strings.SplitSeq(strings.ReplaceAll(words, "…", "..."), "...") {
		m, ok := among(said, piece)
		if !ok {
			return parley.Met{}
		}
		if first.Quote == "" {
			first = m
		}
	}
	return first
}

// apart reports whether words[from:to] stand between two pauses: "Hello, ...".
func (s speech) apart(from, to int) bool {
	return (from == 0 || pauses(s.words[from-1])) && (to == len(s.words) || s.words[to-1].Mark != 0)
}

// among reports whether words stand in said, and where they are enough to tell.
func among(said []saying, words string) (m parley.Met, ok bool) {
	part := listen(words).words
	if len(part) == 0 || fillers[part[0].Text] { // it has no others
		return parley.Met{}, true
	}
	for _, s := range said {
		for from := range s.speech.words {
			to := from + len(part)
			if !has(s.speech.words, part, from) {
				continue
			}
			if ok = true; s.speech.enough(from, to) || s.speech.apart(from, to) {
				return parley.Met{Turn: s.turn, Quote: s.speech.quote(s.speech.words[from:to])}, true
			}
		}
	}
	return parley.Met{}, ok
}

// telling is the first sentence of text that the script of s takes for a check's beat, or
// all of text but for the space around it.
func telling(s scenarios.Scenario, id, text string) string {
	heard := listen(text)
	if s.Understudy == nil || len(heard.asks) < 2 {
		return strings.TrimSpace(text)
	}
	for n := range heard.asks {
		words := heard.sentence(n)
		if len(words) == 0 {
			continue
		}
		from, to := words[0].From, words[len(words)-1].To
		to += len(text[to:]) - len(strings.TrimLeft(text[to:], ".!?…"))
		if sentence := text[from:to]; slices.Contains(understudy.Read(s, sentence).Beats, id) {
			return sentence
		}
	}
	return strings.TrimSpace(text)
}
