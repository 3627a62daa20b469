package understudy

import (
	"slices"
	"strings"

	"parley/language"
)

// A strike takes more than words: a wording counts only as it stands, and only
// where the user means it. What follows asks who speaks of whom.

// strikes reports whether t is the wrong w; ends, whether it ends the scene at
// once.
func (l *manners) strikes(w wrong, t *turn) (struck, ends bool) {
	for _, c := range w.any {
		struck = struck || c.said(t, func(from, to int) bool {
			return t.meant(l, from, to) && !t.spared(l, from, to) && (!c.you || t.addressed(l, from, to) && !t.own(l, from, to))
		})
	}
	if !w.insults {
		return struck, false
	}
	hurled := func(from, to int) bool { return t.hurled(l, from, to) }
	ends = l.gross.said(t, hurled)
	ordered := func(from, to int) bool { return t.begins(l, from) && t.hurled(l, from, to) }
	return struck || ends || l.insults.said(t, hurled) || l.orders.said(t, ordered) || t.called(l), ends
}

// rudely reports whether t is rude in one of the ways of the language's patterns,
// or in one that is rude whoever else is named ("someone of such limited wit").
// They hold threats, too, so that a scene's own wrongs come first.
func (l *manners) rudely(t *turn) bool {
	s := t.scope(l)
	for from, to := range l.rude.Find(s) {
		if t.hurled(l, from, to) {
			return true
		}
	}
	for from, to := range l.scorn.Find(s) {
		if t.voiced(l, from, to) {
			return true
		}
	}
	return false
}

// scope is where patterns are looked for: a gap is of words of one clause none of which
// negates, and words that only add force may stand between any two.
func (t *turn) scope(l *manners) language.Scope {
	opens := func(at int) bool { return at > 0 && t.In[at] != t.In[at-1] }
	return language.Scope{
		Words:  t.Words,
		Is:     func(list string, at int) bool { return l.branded(list, t.words[at]) },
		Fills:  func(at int) bool { return !opens(at) && !t.words[at].negates },
		Passes: func(at int) bool { return l.is("intensifiers", t.words[at].text) },
		Parts:  func(at int) bool { return opens(at) && t.Clauses[t.In[at]].Marked },
		Begins: func(at int) bool { return at < len(t.words) && t.begins(l, at) },
		Ends:   func(at int) bool { return at == len(t.words) || opens(at) },
	}
}

// begins reports whether a clause begins with a word, so that it is an order:
// "grow up", but not "where did you grow up".
func (t *turn) begins(l *manners, at int) bool {
	for _, w := range t.words[t.Clauses[t.In[at]].From:at] {
		if !l.is("fillers", w.text) && !l.is("intensifiers", w.text) && !l.is("but", w.text) {
			return false
		}
	}
	return true
}

// said reports whether a wording stands in t word for word, but for words that
// only add force, where it counts.
func (c *concept) said(t *turn, counts func(from, to int) bool) bool {
	starts := func(first string, i int) bool {
		return slices.ContainsFunc(c.starting[first], func(wording []word) bool {
			to, ok := c.stands(wording, t.words, i)
			return ok && counts(i, to)
		})
	}
	for i := range t.words {
		if starts(t.words[i].text, i) || t.words[i].number && starts("#", i) {
			return true
		}
	}
	return false
}

// maxForce is how many words of force may stand between two of a wording.
const maxForce = 3

func (c *concept) stands(wording, u []word, at int) (to int, ok bool) {
	for i, want := range wording {
		for force := 0; i > 0 && force < maxForce && at < len(u) && u[at].text != want.text && c.is("intensifiers", u[at].text); force++ {
			at++
		}
		if at == len(u) || !(u[at].text == want.text || want.any && u[at].number) {
			return 0, false
		}
		at++
	}
	return at, true
}

// hurled reports whether an insult is the user's own and said to the character:
// nobody else is spoken of, and nobody else's words are repeated.
func (t *turn) hurled(l *manners, from, to int) bool {
	if !t.voiced(l, from, to) {
		return false
	}
	for _, w := range t.words[from:to] {
		if l.is("you", w.text) {
			return true
		}
	}
	// "my brother, the idiot", "the old goat on our farm"
	pointed := from > 0 && l.is("articles", t.words[from-1].text) &&
		t.Nearest(t.Clauses[t.In[from]].From, from, "you", "articles") == "articles"
	return !pointed && !t.about(l, from)
}

// voiced reports whether an insult is the user's own: not denied, not supposed,
// nobody else's words, not of the user.
func (t *turn) voiced(l *manners, from, to int) bool {
	c := t.Clauses[t.In[from]]
	if t.quoted(l, from) || t.own(l, from, to) || t.spared(l, from, to) {
		return false
	}
	if slices.ContainsFunc(t.words[c.From:c.To], func(w word) bool { return l.is("told of", w.text) }) {
		return false
	}
	for i := from - 1; i >= c.From; i-- {
		w := t.words[i].text
		no := i == c.From && i+1 == from && l.is("you", t.words[from].text) // "no you idiot" is no denial
		switch {
		case t.words[i].negates && from-i <= insultReach && !no:
			return false
		case l.reports(t.words, i) && !(i > 0 && l.is("infinitives", t.words[i-1].text)), l.is("supposing", w):
			return false
		}
	}
	return l.Tag != "de" || !slices.ContainsFunc(t.words[to:max(to, min(to+denialBehind, c.To))], func(w word) bool { return w.negates })
}

// spared reports whether words are quoted or part of a way of speaking that only sounds
// rude: "you are a monster on the court".
func (t *turn) spared(l *manners, from, to int) bool {
	if t.Words[from].Quoted && t.Words[to-1].Quoted {
		return true
	}
	for f, end := range l.spared.Find(t.scope(l)) {
		if f < to && from < end {
			return true
		}
	}
	return false
}

// denialBehind is how many words behind a German order its denial stands: "gehen Sie
// nicht".
const denialBehind = 2

// own reports whether a wording without a "you" goes on about the user: "what a
// fool I am".
func (t *turn) own(l *manners, from, to int) bool {
	isYou := func(w word) bool { return l.is("you", w.text) }
	rest := t.words[to:max(to, t.Clauses[t.In[from]].To)]
	if len(rest) > 1 && l.is("like", rest[0].text) {
		rest = rest[1:] // "an old fool like me"
	}
	return len(rest) > 0 && l.is("self", rest[0].text) && !slices.ContainsFunc(t.words[from:to], isYou)
}

// quoted reports whether a clause repeats what was said: the one before it in the
// sentence, fillers aside, ends with the saying ("he said, you are an idiot"), or,
// where verbs come last, the one after begins with it.
func (t *turn) quoted(l *manners, from int) bool {
	at := t.In[from]
	sentence := t.Clauses[at].Sentence
	for i := at - 1; i >= 0 && t.Clauses[i].Sentence == sentence; i-- {
		c := t.Clauses[i]
		if l.is("supposing", t.words[c.From].text) {
			continue // "if you say no, you idiot"
		}
		for j := c.To - 1; j > max(c.From, c.To-1-saying); j-- {
			before := t.words[j-1]
			if l.reports(t.words, j) && !before.negates && !l.is("infinitives", before.text) && !t.byUser(c.From, j) {
				return true
			}
		}
		if c.To-c.From > saying {
			break
		}
	}
	if next := at + 1; l.Tag == "de" && next < len(t.Clauses) && t.Clauses[next].Sentence == sentence {
		return l.is("reports", t.words[t.Clauses[next].From].text)
	}
	return false
}

// byUser reports whether the person named last before a verb, from the start of
// its clause, is the user: "I'm just going to say it", not "I heard he said".
func (t *turn) byUser(from, verb int) bool {
	return t.Nearest(from, verb, "speakers", "others", "you") == "speakers"
}

// saying is how many words may end a clause after the verb of saying, and how
// many a clause has at most that only fills: "he said to me, you know, ...".
const saying = 4

// insultReach is how far before an insult a negation still takes it back.
const insultReach = 5

// about reports whether the nearest person named before a word is someone else
// than the character.
func (t *turn) about(l *manners, at int) bool {
	if l.is("you", t.words[at].text) {
		return false
	}
	who := t.Nearest(t.Clauses[t.In[at]].From, at, "you", "self", "others")
	return who == "self" || who == "others"
}

// called reports whether the character is called a name: "what an idiot", "you
// are such a clown", "I find you remarkably dim". Between "you" and the name stand
// none but words of force; without a "you" there is nothing else in the clause.
func (t *turn) called(l *manners) bool {
	for i, w := range t.words {
		name, noun := l.branded("insult names", w), l.is("insult nouns", w.text)
		if !name && !noun && !l.branded("insult adjectives", w) {
			continue
		}
		c := t.Clauses[t.In[i]]
		if !name && i+1 < c.To && l.is("spares", t.words[i+1].text) {
			continue // "crazy about you", "a problem solver"
		}
		at := i
		for at > c.From && l.joins(t.words[at-1], t.words[at].text) && !l.is("you", t.words[at-1].text) {
			at--
		}
		you := at > c.From && l.is("you", t.words[at-1].text) && t.words[at-1].text != "your"
		if you {
			at--
			if at > c.From && l.is("to you", t.words[at-1].text) {
				continue // "a nightmare for you"
			}
		} else if name && t.named(l, i) {
			return true
		}
		if !you && (l.is("others", t.words[at].text) || l.is("articles", t.words[at].text) || l.is("is", t.words[at].text)) {
			continue // "those clowns", "my brother, the idiot", "the man who stole it, is a crook"
		}
		if noun && !name && i-at < 2 {
			continue // "your problem" is no name
		}
		if (you || name && at == c.From && c.To-i <= 2) && t.hurled(l, at, i+1) && !(at > 0 && l.is("makes you", t.words[at-1].text)) {
			return true
		}
	}
	return false
}

// named reports whether the name is followed by who is meant: "what a clown you
// are", "an idiot like you".
func (t *turn) named(l *manners, i int) bool {
	rest := t.words[i+1 : t.Clauses[t.In[i]].To]
	if len(rest) > 0 && l.is("like", rest[0].text) {
		return len(rest) > 1 && l.is("you", rest[1].text)
	}
	return len(rest) > 1 && l.is("you", rest[0].text) && l.is("name words", rest[1].text)
}

// branded reports whether w, however it is inflected, is in a list of insults; not
// where it is a blameless word of the same stem ("tu ignores").
func (l *manners) branded(list string, w word) bool {
	return l.is(list, w.text) || l.stems[list][w.stem] && !l.is("blameless", w.text)
}

// joins reports whether w, before next, may stand between "you" and the name.
func (l *manners) joins(w word, next string) bool {
	if w.text == "have" {
		return next == "been"
	}
	for _, list := range []string{"intensifiers", "fillers", "name words"} {
		if l.is(list, w.text) {
			return true
		}
	}
	if l.branded("insult adjectives", w) || l.branded("insult names", w) {
		return true
	}
	return len(w.text) > 4 && slices.ContainsFunc(adverbial, func(end string) bool { return strings.HasSuffix(w.text, end) })
}

// adverbial are endings of words that only colour a name.
var adverbial = []string{"ly", "ment", "mente", "headed", "brained", "faced"}

// meant reports whether words of a turn are the user's own and hold: not denied,
// not supposed, not told of somebody else who said them.
func (t *turn) meant(l *manners, from, to int) bool {
	at := t.In[from]
	for {
		c := t.Clauses[at]
		if l.is("supposing", t.words[c.From].text) {
			return false
		}
		for i := c.From; i < c.To; i++ {
			inside := i >= from && i < to
			after := i >= to
			if !inside && t.words[i].negates && (!after || l.Tag == "de") {
				return false
			}
			if !inside && !after && l.is("supposing", t.words[i].text) {
				return false
			}
		}
		if !c.GoesOn || at == 0 {
			return !t.told(l, from, to)
		}
		at--
	}
}

// told reports whether a clause, or one beside it in the same sentence and on
// the same side of a "but", says that someone else said so. The wording itself
// does not: "the detector says" is one.
func (t *turn) told(l *manners, from, to int) bool {
	at := t.In[from]
	first := at
	for first > 0 && t.Clauses[first-1].Sentence == t.Clauses[at].Sentence && !t.Clauses[first].Turns {
		first--
	}
	for i := first; i < len(t.Clauses) && t.Clauses[i].Sentence == t.Clauses[at].Sentence; i++ {
		if i > first && i > at && t.Clauses[i].Turns {
			break
		}
		if i != at && l.is("supposing", t.words[t.Clauses[i].From].text) {
			continue // "if you say no, I will": nobody said it
		}
		for j := t.Clauses[i].From; j < t.Clauses[i].To; j++ {
			if (j < from || j >= to) && l.reports(t.words, j) {
				return true
			}
		}
	}
	return false
}

// reports reports whether the i-th word says that someone else than the user
// says or thinks something.
func (l *manners) reports(u []word, i int) bool {
	if !l.is("reports", u[i].text) && !l.is("shouts", u[i].text) || i > 0 && l.is("asides", u[i-1].text) {
		return false
	}
	// "I was told", "I could say".
	passive := i > 0 && (l.is("passives", u[i-1].text) || l.is("hedges", u[i-1].text))
	for _, w := range u[max(0, i-2):i] {
		if l.is("speakers", w.text) && !passive {
			return false
		}
	}
	return true
}

// addressed reports whether words are about the character, to their face: the
// nearest person named before them is the character or, if there is none, a
// second person is in the clause. Where verbs name the person, none is enough.
func (t *turn) addressed(l *manners, from, to int) bool {
	c := t.Clauses[t.In[from]]
	if t.about(l, from) {
		return false
	}
	isYou := func(w word) bool { return l.is("you", w.text) }
	return l.Tag == "es" || slices.ContainsFunc(t.words[c.From:max(c.To, to)], isYou)
}
