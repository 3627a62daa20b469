package language

import (
	"iter"
	"slices"
	"strings"
)

// Scope is the words in which patterns are looked for, and what they mean there. Each
// function is asked of the word at an index of Words, or of the place before it, which
// may be len(Words); nil has the default. They may be called any number of times.
type Scope struct {
	Words []Word
	// Is reports whether a word is in a list; by default only those of Lists are known.
	Is func(list string, at int) bool
	// Fills reports whether a gap may take a word; by default any.
	Fills func(at int) bool
	// Passes reports whether a word may stand between two of a pattern that are next to
	// each other, as many as MaxPassed; by default none.
	Passes func(at int) bool
	// Parts reports whether no pattern goes on from the word before to a word, but for one
	// that has a "," there; by default it always does.
	Parts func(at int) bool
	// Begins, Ends and Pauses report whether "^", "$" and "," stand at a place; by default
	// at the ends of Words, "^" and "," also where a mark stands.
	Begins, Ends, Pauses func(at int) bool
}

// MaxPassed is how many words that Scope.Passes takes may stand between two.
const MaxPassed = 3

// MaxSteps bounds one attempt of a pattern at one place: far more than a sentence needs,
// and little enough for one that was made to need more. Beyond it the pattern does not
// hold.
const MaxSteps = 20_000

// Match is where a pattern holds and what it keeps, as indexes of the words.
type Match struct {
	From, To int
	slots    []string
	kept     [MaxSlots]struct{ from, to int }
}

// Span is the words of a slot; none for one that was left out.
func (m *Match) Span(slot string) (from, to int) {
	if i := slices.Index(m.slots, slot); i >= 0 {
		return m.kept[i].from, m.kept[i].to
	}
	return 0, 0
}

// At tries the pattern at a word, and all its ways until accept takes one; nil takes the
// first. accept may keep the Match only while it is called.
func (p *Pattern) At(s Scope, at int, accept func(*Match) bool) (to int, ok bool) {
	return (&run{Scope: s, accept: accept}).try(p, at)
}

// run is one attempt after another.
type run struct {
	pattern *Pattern
	Scope
	Match
	accept func(*Match) bool
	steps  int
	// paused is the word before which a "," of the pattern stood.
	paused int
}

func (r *run) try(p *Pattern, at int) (to int, ok bool) {
	r.pattern, r.steps, r.paused, r.Match = p, 0, -1, Match{From: at, slots: p.slots}
	ok = r.holds(0, at, 0)
	return r.To, ok
}

// holds reports whether the pattern's steps from one on hold at a word; passed is how
// many were passed over before it.
func (r *run) holds(at, word, passed int) bool {
	for ; ; at++ {
		if r.steps++; r.steps > MaxSteps {
			return false
		}
		switch s := r.pattern.steps[at]; s.do {
		case take:
			if !r.within(word) {
				return false
			}
			if r.fits(s.one, word) {
				if r.passable(word, passed) {
					if r.holds(at+1, word+1, 0) {
						return true
					}
					break
				}
				word, passed = word+1, 0
				continue
			}
		case gap:
			return r.skips(s.n, at+1, word)
		case keeps:
			return r.takes(s.n, at+1, word)
		case opens:
			r.kept[s.n].from = word
			continue
		case closes:
			r.kept[s.n].to = word
			continue
		case begins, ends, pauses:
			if !r.placed(s.do, word) {
				return false
			}
			if s.do == pauses {
				r.paused = word
			}
			continue
		case jump:
			at = s.to - 1
			continue
		case fork:
			kept, paused := r.kept, r.paused
			if r.holds(s.to, word, passed) {
				return true
			}
			r.kept, r.paused = kept, paused
			at = s.or - 1
			continue
		case done:
			r.To = word
			return r.accept == nil || r.accept(&r.Match)
		}
		if !r.passable(word, passed) {
			return false
		}
		word, passed = word+1, passed+1
		at--
	}
}

// within reports whether the pattern may take the word.
func (r *run) within(word int) bool {
	return word < len(r.Words) && r.Words[word].Text != "" && (word == r.From || word == r.paused || r.Parts == nil || !r.Parts(word))
}

func (r *run) passable(word, passed int) bool {
	return r.Passes != nil && passed < MaxPassed && word > r.From && r.Passes(word)
}

func (r *run) fits(o *one, word int) bool {
	w := r.Words[word].Text
	if o.only != "" {
		return w == o.only
	}
	return o.words[w] || o.figure && isFigure(w) ||
		slices.ContainsFunc(o.heads, func(head string) bool { return strings.HasPrefix(w, head) }) ||
		slices.ContainsFunc(o.tails, func(tail string) bool { return strings.HasSuffix(w, tail) }) ||
		r.Is != nil && slices.ContainsFunc(o.lists, func(list string) bool { return r.Is(list, word) })
}

func isFigure(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

func (r *run) placed(do action, word int) bool {
	var asked func(int) bool
	var holds bool
	marked := word > 0 && word <= len(r.Words) && (r.Words[word-1].Mark != 0 || r.Words[word-1].Trails)
	switch do {
	case begins:
		asked, holds = r.Begins, word == 0 || marked
	case ends:
		asked, holds = r.Ends, word == len(r.Words)
	default:
		asked, holds = r.Pauses, word == len(r.Words) || marked
	}
	if asked != nil {
		return asked(word)
	}
	return holds
}

// skips tries a gap of no word, one, two, up to most.
func (r *run) skips(most, at, word int) bool {
	for paused, skipped := r.paused, 0; ; skipped++ {
		if r.holds(at, word+skipped, 0) {
			return true
		}
		r.paused = paused
		next := word + skipped
		if skipped == most || next >= len(r.Words) || r.Fills != nil && r.Words[next].Text != "" && !r.Fills(next) {
			return false
		}
	}
}

// takes tries a slot of one word, two, three. A contraction is not parted.
func (r *run) takes(slot, at, word int) bool {
	if word < len(r.Words) && r.Words[word].Half {
		return false
	}
	kept, paused := r.kept, r.paused
	for end := word + 1; end <= len(r.Words); end++ {
		if end < len(r.Words) && r.Words[end].Half {
			continue
		}
		r.kept[slot].from, r.kept[slot].to = word, end
		if r.holds(at, end, 0) {
			return true
		}
		r.kept, r.paused = kept, paused
	}
	return false
}

// Patterns are the ways of saying one thing.
type Patterns struct {
	byHead map[string][]*Pattern
	// byStart are those of which only a word's first byte is known, loose not even that.
	byStart map[byte][]*Pattern
	loose   []*Pattern
	// except are ways that are none of it: their words are passed over.
	except *Patterns
}

// Find yields where the patterns hold, from and to as indexes of the words; of each
// pattern and place the first way. Words of an exception count as none.
func (p *Patterns) Find(s Scope) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		r := run{Scope: s}
		if p.except != nil {
			for from, to := range p.except.Find(s) {
				if &r.Words[0] == &s.Words[0] {
					r.Words = slices.Clone(s.Words)
				}
				for i := from; i < to; i++ {
					r.Words[i].Text = ""
				}
			}
		}
		for i, w := range r.Words {
			for _, list := range [3][]*Pattern{p.byHead[w.Text], p.byStart[(w.Text + " ")[0]], p.loose} {
				for _, pattern := range list {
					if to, ok := r.try(pattern, i); ok && !yield(i, to) {
						return
					}
				}
			}
		}
	}
}

// Stand reports whether one of the patterns holds anywhere.
func (p *Patterns) Stand(s Scope) bool {
	for range p.Find(s) {
		return true
	}
	return false
}

// Heads are the words that the patterns begin with; of a list of words, all of it.
func (p *Patterns) Heads() map[string]bool {
	heads := map[string]bool{}
	for w := range p.byHead {
		heads[w] = true
	}
	return heads
}
