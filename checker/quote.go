package checker

import (
	"slices"
	"strings"

	"parley"
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
	part := listen(quote).words
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
		e.Quote = Quote{Turn: turns[i].Number, Text: turns[i].Text[e.speech.words[from].from:e.speech.words[to-1].to]}
		if e.judge(from, to); e.stands && readBack(part, e.speech, asked(turns, i)) {
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
	for n := e.speech.words[from].sentence; n <= e.speech.words[to-1].sentence; n++ {
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
	count := 0
	for _, w := range s.words[from:to] {
		if !w.filler {
			count++
		}
	}
	first, last := from, to
	for first > 0 && s.words[first-1].filler {
		first--
	}
	for last < len(s.words) && s.words[last].filler {
		last++
	}
	begins := first == 0 || s.words[first-1].sentence != s.words[from].sentence
	ends := last == len(s.words) || s.words[last].sentence != s.words[to-1].sentence
	alone := begins || s.words[first-1].paused || s.words[first-1].trails
	return count >= quotedWords || alone && ends
}

var (
	readBacks  = loadPhrases("readback")
	dictations = loadPhrases("dictation")
	persons    = set("i me my mine you your yours ich mir mein meine du dein deine sie ihr ihre je j me mon ma tu te ton ta vous " +
		"votre yo mi me tu usted su io mio mia lei tuo tua suo sua eu meu minha")
)

// readBack reports whether the user's words before it, rather than the
// character's will, put part into the answer: the user asked for words to be
// spoken, or said the same words the wrong way round, "you have my approval",
// and got them back.
func readBack(part []word, answer speech, user string) bool {
	heard := listen(user)
	if len(heard.words) == 0 {
		return false
	}
	words := heard.said()
	if readBacks.stands(words) {
		return true
	}
	if dictations.stands(words) && share(part, heard) >= 0.75 {
		return true
	}
	_, _, same := heard.find(part)
	return same && len(part) > 1 && personal(part) && share(answer.words, heard) >= 0.6
}

// share is the part of words, without fillers, that stand in heard.
func share(words []word, heard speech) float64 {
	known := map[string]bool{}
	for _, w := range heard.words {
		known[w.text] = true
	}
	all, both := 0, 0
	for _, w := range words {
		if w.filler {
			continue
		}
		all++
		if known[w.text] {
			both++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

func personal(words []word) bool {
	for _, w := range words {
		if persons[w.text] {
			return true
		}
	}
	return false
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

// saying is a turn of the user's, its speech without fillers.
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
			s := listen(t.Text)
			s.words = s.said()
			said = append(said, saying{t.Number, s})
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
	if m, _ := find(said, words); m.Quote != "" {
		return m
	}
	var first parley.Met
	for piece := range strings.SplitSeq(strings.ReplaceAll(words, "…", "..."), "...") {
		m, ok := find(said, piece)
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
	begins := from == 0 || s.words[from-1].paused || s.words[from-1].trails
	return begins && (to == len(s.words) || s.words[to-1].paused)
}

// find reports whether words stand in said, and where they are enough to tell.
func find(said []saying, words string) (m parley.Met, ok bool) {
	part := listen(words).said()
	if len(part) == 0 {
		return parley.Met{}, true
	}
	for _, s := range said {
		for from := range s.speech.words {
			to := from + len(part)
			if !s.speech.has(part, from) {
				continue
			}
			if ok = true; s.speech.enough(from, to) || s.speech.apart(from, to) {
				return parley.Met{Turn: s.turn, Quote: s.speech.text[s.speech.words[from].from:s.speech.words[to-1].to]}, true
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
		from, to := words[0].from, words[len(words)-1].to
		to += len(text[to:]) - len(strings.TrimLeft(text[to:], ".!?…"))
		if sentence := text[from:to]; slices.Contains(understudy.Read(s, sentence).Beats, id) {
			return sentence
		}
	}
	return strings.TrimSpace(text)
}
