package understudy

import (
	"slices"
	"strings"
	"unicode"
)

// turn is what the user said in one turn, with its clauses.
type turn struct {
	text    string
	words   []word
	clauses []clause
	in      []int // the clause of each word
	filled  bool  // something that filled a pause was passed over
}

// clause is the stretch of a turn in which a negation, a condition or somebody
// else's words hold. It may be the continuation of the one before it: "I can't
// promise, that ...".
type clause struct {
	from, to int // words
	sentence int
	question bool // ends with a question mark
	goesOn   bool // is subordinate to the clause before
	turns    bool // begins with a "but"
	marked   bool // begins after a mark
}

// hear reads a turn.
func (l *language) hear(text string) *turn { return l.through(text, nil) }

// fluent reads a turn as if nothing in it only filled a pause between two marks:
// the words around "like" in "are you, like, deaf" stand in one clause. It is nil
// where there is no such filler.
func (l *language) fluent(text string) *turn {
	t := l.through(text, l.pauses)
	if !t.filled {
		return nil
	}
	return t
}

// through reads a turn and passes over what is in pauses.
func (l *language) through(text string, pauses map[string]bool) *turn {
	t := &turn{text: text}
	spoken := isSpoken(text)
	sentence, joined := 0, false
	for _, p := range punctuated(text) {
		if len(t.words) == MaxWords {
			break
		}
		words := l.words(p.text)
		if !p.ends && pauses[strings.Join(words, " ")] {
			joined = len(t.clauses) > 0 && t.clauses[len(t.clauses)-1].sentence == sentence
			t.filled = true
			continue
		}
		for i, w := range words {
			if len(t.words) == MaxWords {
				break
			}
			if i == 0 && !joined || l.breaks(w, t.words) || t.supposed(l) && l.opens(words[i:]) {
				t.open(l, w, sentence)
				t.clauses[len(t.clauses)-1].marked = i == 0
			}
			t.words = append(t.words, l.word(w, spoken))
			t.in = append(t.in, len(t.clauses)-1)
			t.clauses[len(t.clauses)-1].to = len(t.words)
		}
		joined = joined && len(words) == 0
		if p.ends && len(t.words) > 0 {
			if n := len(t.clauses) - 1; t.clauses[n].sentence == sentence {
				t.clauses[n].question = p.asks
			}
			sentence++
		}
	}
	for i := range t.words {
		t.words[i].negates = t.words[i].negates && !t.harmless(l, i)
	}
	return t
}

func (t *turn) open(l *language, first string, sentence int) {
	n := len(t.words)
	inside := len(t.clauses) > 0 && t.clauses[len(t.clauses)-1].sentence == sentence
	t.clauses = append(t.clauses, clause{
		from: n, to: n, sentence: sentence, goesOn: inside && l.is("that", first), turns: l.is("but", first),
	})
}

// supposed reports whether the last clause is an "if" that was said: what comes
// after it in plain speech follows without a mark.
func (t *turn) supposed(l *language) bool {
	c := t.clauses[len(t.clauses)-1]
	return c.to-c.from >= 3 && l.is("supposing", t.words[c.from].text)
}

// opens reports whether a main clause may begin here.
func (l *language) opens(words []string) bool {
	return l.is("speakers", words[0]) || len(words) > 1 && l.is("you", words[0]) && l.is("auxiliaries", words[1])
}

// breaks reports whether w begins a clause inside a sentence.
func (l *language) breaks(w string, before []word) bool {
	switch {
	case l.is("but", w), l.is("breaks", w):
		return true
	case len(before) == 0 || !(l.is("you", w) || l.is("self", w) || l.is("others", w)):
		return false
	}
	switch before[len(before)-1].text { // "and you", "und Sie"
	case "and", "or", "und", "oder", "et", "ou", "y", "o":
		return true
	}
	return false
}

// isSpoken reports whether text is as a plain recogniser writes it: no marks and
// no capital to begin with, or nothing but capitals. Such words may have been
// misheard; what was written, or recognised by an engine that sets marks, is
// taken as it stands.
func isSpoken(text string) bool {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, ".,!?;:¿¡…") {
		return false
	}
	for _, r := range text {
		return !unicode.IsUpper(r) || strings.ToUpper(text) == text
	}
	return true
}

// piece is a stretch of text up to a mark.
type piece struct {
	text       string
	ends, asks bool
}

// punctuated cuts text at its marks. A mark between digits is part of a figure.
func punctuated(text string) []piece {
	var out []piece
	start := 0
	runes := []rune(text)
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	for i, r := range runes {
		if !strings.ContainsRune(".!?;:,…—–\n\"“”„«»()", r) || digit(i-1) && digit(i+1) {
			continue
		}
		ends := strings.ContainsRune(".!?;:…\n", r)
		out = append(out, piece{text: string(runes[start:i]), ends: ends, asks: r == '?'})
		start = i + 1
	}
	return append(out, piece{text: string(runes[start:]), ends: true})
}

// maxSentences bounds how many sentences of a turn are looked at by themselves.
const maxSentences = 24

// sentences cuts text where a sentence ends.
func sentences(text string) []string {
	var out []string
	whole := ""
	for _, p := range punctuated(text) {
		whole += p.text
		if !p.ends {
			whole += ","
			continue
		}
		if strings.TrimSpace(whole) != "" && len(out) < maxSentences {
			out = append(out, whole)
		}
		whole = ""
	}
	return out
}

// act is what a clause does, read off its form: a step is made by what is said of its
// matter, and what is denied, asked, supposed or told of somebody else says it not.
// Which acts a step may be made by is known from its own examples: "he won't get
// better" is a step, and so is "what worries you?".
type act uint8

// The acts, other than plainly saying.
const (
	inquires act = 1 << iota // asks what, who, when, how
	queries                  // asks whether something is so
	supposes                 // if, unless
	reports                  // somebody else said it
	denies                   // of a word: it is turned round
)

// acts reads what each clause of t does.
func (t *turn) acts(l *language) []act {
	out := make([]act, len(t.clauses))
	for i := range t.clauses {
		out[i] = t.act(l, i)
		if c := t.clauses[i]; i > 0 && c.goesOn && c.sentence == t.clauses[i-1].sentence {
			out[i] |= out[i-1] & (supposes | reports) // "my boss thinks that ..."
		}
	}
	return out
}

func (t *turn) act(l *language, at int) act {
	c := t.clauses[at]
	u := t.words[c.from:c.to]
	var out act
	if l.is("supposing", u[0].text) || slices.ContainsFunc(u[:min(2, len(u))], func(w word) bool { return l.is("conditions", w.text) }) {
		out |= supposes
	}
	for i := c.from; i < c.to; i++ {
		if l.is("tells", t.words[i].text) && t.byOther(l, c, i) {
			out |= reports
			break
		}
	}
	return out | t.question(l, at)
}

// byOther reports whether who tells, thinks or wants something is neither the user nor
// the character: the person named last before the verb, or right after it, is none of
// them.
func (t *turn) byOther(l *language, c clause, verb int) bool {
	if verb+1 < c.to && (l.is("speakers", t.words[verb+1].text) || l.is("you", t.words[verb+1].text)) {
		return l.is("third persons", t.words[max(c.from, verb-1)].text)
	}
	switch t.nearest(l, c.from, verb, "speakers", "you", "third persons") {
	case "third persons":
		return true
	case "":
		return verb > c.from && l.tag != "es" && l.tag != "de" || verb > c.from && len(t.words[verb].text) > 2
	}
	return false
}

// question is how a clause asks, if it does.
func (t *turn) question(l *language, at int) act {
	c := t.clauses[at]
	u := t.words[c.from:c.to]
	for len(u) > 1 && (l.is("fillers", u[0].text) || l.is("but", u[0].text) || l.is("joins", u[0].text)) {
		u = u[1:]
	}
	if slices.ContainsFunc(l.harmless, func(tag []string) bool { return len(tag) == len(u) && matches(u, tag) }) {
		return 0 // "isn't it"
	}
	marked := c.question || t.endsAsking(at)
	if l.proposals.in(u[:min(len(u), 4)]) {
		return 0
	}
	switch {
	case l.is("asks what", u[0].text):
		if marked || t.asksOutright(l, u) {
			return inquires
		}
	case l.is("modals", u[0].text) && len(u) > 1 && (l.is("self", u[1].text) || l.is("you", u[1].text) || l.tag == "es"):
		return 0 // asks leave, or for something: it is said
	case l.is("starts questions", u[0].text) && len(u) > 1 && (marked || l.is("persons", u[1].text)):
		return queries
	case c.question:
		if slices.ContainsFunc(u, func(w word) bool { return l.is("asks what", w.text) }) {
			return inquires
		}
		return queries
	}
	return 0
}

// endsAsking reports whether the sentence of a clause ends with a question mark and the
// clauses after it are part of the same question.
func (t *turn) endsAsking(at int) bool {
	for i := at; i < len(t.clauses) && t.clauses[i].sentence == t.clauses[at].sentence; i++ {
		if t.clauses[i].question {
			return true
		}
	}
	return false
}

// asksOutright reports whether a verb comes right after what is asked for, as it does
// in a question and not in "what a mess" or "what I mean".
func (t *turn) asksOutright(l *language, u []word) bool {
	return len(u) > 1 && l.is("starts questions", u[1].text) && !l.is("asks what", u[1].text)
}

// How many words a negation denies: those after it, those before it in its clause, and
// those after one that goes with a noun ("no", "without").
const (
	denialReach     = 8
	denialReachBack = 5
	nounReach       = 4
)

// denied tells of each word of a turn whether it is denied.
func (t *turn) denied(l *language) []bool {
	out := make([]bool, len(t.words))
	mark := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = true
		}
	}
	for i, w := range t.words {
		if !w.negates {
			continue
		}
		c := t.clauses[t.in[i]]
		switch {
		case l.is("denies nouns", w.text):
			mark(i, min(i+1+nounReach, c.to))
			if i-c.from <= 2 || c.to-c.from <= shortClause { // "there is no limit"
				mark(c.from, i)
			}
		case l.tag == "de" && c.to-c.from <= longClause: // the verb that is denied comes first
			mark(c.from, c.to)
		default:
			from := max(c.from, i-denialReachBack)
			mark(from, min(i+1+denialReach, c.to))
		}
		for at := t.in[i] + 1; at < len(t.clauses) && t.clauses[at].goesOn && !l.is("denies nouns", w.text); at++ {
			mark(t.clauses[at].from, t.clauses[at].to) // "I don't think that ..."
		}
	}
	return out
}

// What clauses are short enough to be denied as a whole.
const (
	shortClause = 6
	longClause  = 16
)

// harmless reports whether a negation denies nothing: "no problem", "not only".
func (t *turn) harmless(l *language, at int) bool {
	for _, phrase := range l.harmless {
		for start := max(0, at-len(phrase)+1); start <= at; start++ {
			if start+len(phrase) <= len(t.words) && matches(t.words[start:], phrase) {
				return true
			}
		}
	}
	return false
}
