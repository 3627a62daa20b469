package language

import "slices"

// Act is what a clause does, read off its form: it says something of its matter, and what
// is denied, asked, supposed or told of somebody else it does not say.
type Act uint8

// The acts, other than plainly saying; a clause may have several.
const (
	Inquires Act = 1 << iota // asks what, who, when, how
	Queries                  // asks whether something is so
	Supposes                 // if, unless
	Reports                  // somebody else said it
	Denies                   // of a word: it is turned round
)

// Acts reads what each clause does.
func (s *Speech) Acts() []Act {
	out := make([]Act, len(s.Clauses))
	for i, c := range s.Clauses {
		out[i] = s.act(i)
		if i > 0 && c.GoesOn && c.Sentence == s.Clauses[i-1].Sentence {
			out[i] |= out[i-1] & (Supposes | Reports) // "my boss thinks that ..."
		}
	}
	return out
}

// Done is what is done with each word: what its clause does, those before it in the sentence
// that tell whose words it is, and whether it is denied.
func (s *Speech) Done() []Act {
	out, acts, denied := make([]Act, len(s.Words)), s.Acts(), s.Denied()
	var before Act
	for i, c := range s.Clauses {
		if i > 0 && c.Sentence != s.Clauses[i-1].Sentence {
			before = 0
		}
		for at := c.From; at < c.To; at++ {
			out[at] = acts[i] | before
			if denied[at] {
				out[at] |= Denies
			}
		}
		before |= acts[i] & (Supposes | Reports)
	}
	return out
}

func (s *Speech) act(at int) (out Act) {
	c := s.Clauses[at]
	first := s.Words[c.From:min(c.From+2, c.To)]
	if s.Is("supposing", first[0].Text) || slices.ContainsFunc(first, func(w Word) bool { return s.Is("conditions", w.Text) }) {
		out |= Supposes
	}
	for i := c.From; i < c.To; i++ {
		if s.Is("tells", s.Words[i].Text) && s.other(c, i) {
			out |= Reports
			break
		}
	}
	return out | s.question(at)
}

// other reports whether who tells, thinks or wants something is neither the speaker nor
// the one spoken to: the person named last before the verb, or right after it, is none of
// them. Where nobody is named, a verb of two letters tells nothing.
func (s *Speech) other(c Clause, verb int) bool {
	if verb+1 < c.To && s.among(s.Words[verb+1].Text, "speakers", "you") {
		return s.Is("third persons", s.Words[max(c.From, verb-1)].Text)
	}
	who := s.Nearest(c.From, verb, "speakers", "you", "third persons")
	return who == "third persons" || who == "" && verb > c.From && len(s.Words[verb].Text) > 2
}

// question is how a clause asks, if it does.
func (s *Speech) question(at int) Act {
	c := s.Clauses[at]
	from := c.From
	for from < c.To-1 && s.among(s.Words[from].Text, "fillers", "but", "joins") {
		from++
	}
	if slices.Contains(s.spans, [2]int{from, c.To}) {
		return 0 // "isn't it"
	}
	u := s.Words[from:c.To]
	beginning := Scope{Words: u[:min(len(u), maxProposal)], Fills: func(i int) bool { return !s.Negates[from+i] }}
	if s.proposals.Stand(beginning) {
		return 0
	}
	first, second := u[0].Text, ""
	if len(u) > 1 {
		second = u[1].Text
	}
	switch {
	case s.Is("asks what", first):
		// A verb comes right behind it in a question, and not in "what a mess".
		if s.asks(at) || s.Is("starts questions", second) && !s.Is("asks what", second) {
			return Inquires
		}
	case s.Is("modals", first) && second != "" && (s.among(second, "self", "you") || s.traits["implied"]):
		return 0 // asks leave, or for something: it is said
	case s.Is("starts questions", first) && second != "" && (s.asks(at) || s.Is("persons", second)):
		return Queries
	case c.Asks:
		if slices.ContainsFunc(u, func(w Word) bool { return s.Is("asks what", w.Text) }) {
			return Inquires
		}
		return Queries
	}
	return 0
}

// maxProposal is within how many words of a clause it proposes.
const maxProposal = 4

// asks reports whether a clause, or one behind it in its sentence, ends with a question
// mark.
func (s *Speech) asks(at int) bool {
	for i := at; i < len(s.Clauses) && s.Clauses[i].Sentence == s.Clauses[at].Sentence; i++ {
		if s.Clauses[i].Asks {
			return true
		}
	}
	return false
}

// How many words a negation denies: those after it, those before it in its clause, and
// those after one that goes with a noun ("no", "without").
const (
	denialReach     = 8
	denialReachBack = 5
	nounReach       = 4
)

// What clauses are short enough to be denied as a whole.
const (
	shortClause = 6
	longClause  = 16
)

// Denied tells of each word whether it is denied.
func (s *Speech) Denied() []bool {
	out := make([]bool, len(s.Words))
	deny := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = true
		}
	}
	for i, w := range s.Words {
		if !s.Negates[i] {
			continue
		}
		c := s.Clauses[s.In[i]]
		noun := s.Is("denies nouns", w.Text)
		switch {
		case noun:
			deny(i, min(i+1+nounReach, c.To))
			if i-c.From <= 2 || c.To-c.From <= shortClause { // "there is no limit"
				deny(c.From, i)
			}
		case s.traits["late"] && c.To-c.From <= longClause:
			deny(c.From, c.To)
		default:
			deny(max(c.From, i-denialReachBack), min(i+1+denialReach, c.To))
		}
		for at := s.In[i] + 1; at < len(s.Clauses) && s.Clauses[at].GoesOn && !noun; at++ {
			deny(s.Clauses[at].From, s.Clauses[at].To) // "I don't think that ..."
		}
	}
	return out
}
