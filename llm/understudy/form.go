package understudy

import "parley/language"

// mark is something that the form of a few words has, whatever they speak of.
type mark int

// The marks.
const (
	negated   mark = iota // a word turns them round
	twice                 // two words do
	whatAsked             // they ask what, who, when, how
	whetherAsked
	supposed
	reported
	afterIf      // a clause before, in the sentence, supposes
	afterReport  // or reports
	elsewhereIf  // another clause of the turn supposes
	elsewhereNo  // or has a negation
	elsewhereAsk // or asks
	maybe
	unreal  // words of what is not so
	past    // words of what was
	denying // words that deny without a negation
	self
	you
	third
	kin
	impersonal // none of those four
	numbered
	unitNamed
	modal
	selfFirst  // begins with the user
	thingFirst // begins with a thing or with others
	verbless   // nobody who does anything
	markCount
)

// markNames are their names in the file of weights.
var markNames = [markCount]string{
	"negated", "twice negated", "asks what", "asks whether", "supposed", "reported", "after an if", "after a report",
	"if elsewhere", "negation elsewhere", "question elsewhere", "maybe", "unreal", "past", "denying", "self", "you",
	"third person", "kin", "impersonal", "number", "unit", "modal", "self first", "thing first", "verbless",
}

// markLists are the word lists by which a word alone makes a mark.
var markLists = map[mark][]string{
	maybe: {"maybes"}, unreal: {"unreals"}, past: {"pasts"}, denying: {"denials"}, self: {"self"}, you: {"you"},
	third: {"third persons"}, kin: {"kin", "jobs", "roles"}, unitNamed: {"units"}, modal: {"modals"},
}

// firstPart is how many words are looked at for who or what is first.
const firstPart = 4

// form is what a few words of a turn look like.
type form struct {
	marks  [markCount]bool
	denied float64 // the share of the words that are denied
}

// anatomy is what of a turn its parts' forms are made of. It is made once a turn.
type anatomy struct {
	*turn
	acts  []language.Act // by clause
	parts []limb
}

// limb is what the form of a part takes of one word.
type limb struct {
	marks   []mark
	denied  bool
	negates bool // denies something
	persons bool
	content bool // says something by itself
	// begins is selfFirst, you or thingFirst if a part that begins with the word does.
	begins mark
}

func (l *manners) anatomy(t *turn) *anatomy {
	a := &anatomy{turn: t, acts: t.Acts(), parts: make([]limb, len(t.words))}
	denied := t.Denied()
	for i, w := range t.words {
		a.parts[i] = limb{
			marks: l.marks[w.text], denied: denied[i], negates: w.negates, persons: l.is("persons", w.text),
			content: !w.common && !l.is("fillers", w.text), begins: l.begins(w.text),
		}
	}
	return a
}

func (l *manners) begins(w string) mark {
	switch {
	case l.is("speakers", w):
		return selfFirst
	case l.is("you", w):
		return you
	case l.is("articles", w), l.is("third persons", w), l.is("kin", w), l.is("possessives", w):
		return thingFirst
	}
	return markCount
}

// form is that of the words from..to.
func (a *anatomy) form(from, to int) form {
	var out form
	if from >= to {
		return out
	}
	m := &out.marks
	denied, persons := 0, false
	for i, p := range a.parts[from:to] {
		m[twice] = m[twice] || m[negated] && p.negates
		m[negated] = m[negated] || p.negates
		m[numbered] = m[numbered] || a.words[from+i].number
		persons = persons || p.persons
		for _, k := range p.marks {
			m[k] = true
		}
		if p.denied {
			denied++
		}
	}
	out.denied = float64(denied) / float64(to-from)
	m[impersonal] = !m[self] && !m[you] && !m[third] && !m[kin]
	m[verbless] = !persons
	first := markCount
	for i := from; i < min(to, from+firstPart) && first == markCount; i++ {
		first = a.parts[i].begins
	}
	m[selfFirst], m[thingFirst] = first == selfFirst, first == thingFirst
	a.around(m, from, to)
	return out
}

// around sets the marks of the clauses that words stand in, and of those beside them.
func (a *anatomy) around(m *[markCount]bool, from, to int) {
	first, last := a.In[from], a.In[to-1]
	for i, does := range a.acts {
		supposing, reporting := does&language.Supposes != 0, does&language.Reports != 0
		if i >= first && i <= last {
			m[whatAsked] = m[whatAsked] || does&language.Inquires != 0
			m[whetherAsked] = m[whetherAsked] || does&language.Queries != 0
			m[supposed] = m[supposed] || supposing
			m[reported] = m[reported] || reporting
			continue
		}
		if i < first && a.Clauses[i].Sentence == a.Clauses[first].Sentence {
			m[afterIf] = m[afterIf] || supposing
			m[afterReport] = m[afterReport] || reporting
		}
		m[elsewhereIf] = m[elsewhereIf] || supposing
		m[elsewhereAsk] = m[elsewhereAsk] || does&(language.Inquires|language.Queries) != 0
		for j := a.Clauses[i].From; j < a.Clauses[i].To && !m[elsewhereNo]; j++ {
			m[elsewhereNo] = a.parts[j].negates
		}
	}
}
