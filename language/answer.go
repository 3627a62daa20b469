// Package language reads what people say, in English, German, French, Spanish and Italian.
// Read takes a text apart into words; a Pattern is a way of saying something, compiled
// once and looked for in the words; Lists are files of words and patterns; Answer tells
// whether somebody's words are a yes or a no to a question. Words are data. All is pure,
// safe for concurrent use, and of bounded cost.
package language

import (
	"slices"
	"strings"
)

// Reply is what somebody's words are to a question. One that is neither a yes nor a no
// leaves the question open.
type Reply struct {
	// Yes and No are never both set.
	Yes, No bool
	// More is set with No if other things were said, too.
	More bool
	// Named is set with Yes if the words say what for, so that they can be no answer to
	// some other question: "yes, delete them".
	Named bool
}

const (
	// maxText bounds what can be an answer, in bytes, maxWords in words: both far more
	// than a yes has, and little enough for a text that was made to be slow.
	maxText  = 600
	maxWords = 40
)

// Answer reads text as the answer to question, "" for one that is not known. A permission
// is given by a yes alone, and that takes every word: each must agree, be polite, call
// somebody, or repeat what was asked. A yes with anything left over is none, whatever is
// left over: a condition, a question, a quotation, a language that is not known. A no may
// be taken for neither, but never for a yes.
func Answer(text, question string) Reply {
	if len(text) > maxText {
		return Reply{}
	}
	var out Reply
	most, about, said := 0, readQuestion(question), ReadSigns(text)
	for _, v := range vocabularies() {
		r := v.reading(said)
		r.asked, r.seen = about, map[place]bool{}
		if len(r.words) == 0 || len(r.words) > maxWords {
			return Reply{}
		}
		if r.whole(false) {
			return Reply{No: true}
		}
		if !r.has(never) && r.whole(true) {
			out.Yes, out.Named = true, out.Named || r.named
		}
		if n := r.knows(); n > most { // by the language that it most likely is
			most, out.No, out.More = n, false, false
			if r.turnsDown() {
				out.No, out.More = true, true
			}
		}
	}
	if out.Yes {
		out.No, out.More = false, false
	}
	return out
}

// reading is one text in one language.
type reading struct {
	*vocabulary
	words []Word
	// spans are the phrases that begin at each word, the longest first.
	spans [][]span
	asked asked
	seen  map[place]bool
	named bool
}

// span is a phrase up to before a word.
type span struct {
	to int
	role
}

// reading looks for the phrases of a text.
func (v *vocabulary) reading(text Text) *reading {
	r := &reading{vocabulary: v, words: v.words(text)}
	r.spans = make([][]span, len(r.words))
	for i, w := range r.words {
		var found []span
		for _, p := range v.phrases[w.Text] {
			p.At(Scope{Words: r.words}, i, func(m *Match) bool {
				if s := (span{m.To, p.role}); m.To > i && !slices.Contains(found, s) {
					found = append(found, s)
				}
				return false
			})
		}
		slices.SortFunc(found, func(a, b span) int { return b.to - a.to })
		r.spans[i] = found
	}
	return r
}

// has reports whether a phrase of one of the kinds is anywhere in the text.
func (r *reading) has(which ...kind) bool {
	for i := range r.words {
		if r.at(i, which...) > 0 {
			return true
		}
	}
	return false
}

// at is how many words the longest phrase at i has if that is of one of the kinds.
func (r *reading) at(i int, which ...kind) int {
	for _, s := range r.spans[i] {
		if s.to < r.spans[i][0].to {
			break
		}
		if slices.Contains(which, s.kind) {
			return s.to - i
		}
	}
	return 0
}

// knows is how many of the words are the language's.
func (r *reading) knows() (n int) {
	for _, w := range r.words {
		if r.known[w.Text] {
			n++
		}
	}
	return n
}

// turnsDown reports whether the text turns down what was asked and says more than that,
// nothing of which may be meant otherwise.
func (r *reading) turnsDown() bool {
	if r.has(but) || slices.ContainsFunc(r.words, func(w Word) bool { return strings.ContainsAny(w.Text, `?"«»“”„/&+`) }) {
		return false
	}
	i := 0
	for n := 1; n > 0 && i < len(r.words); i += n {
		n = r.at(i, with, on)
	}
	return i < len(r.words) && r.at(i, open) == 0 && r.at(i, no, not) > 0 || !r.has(open) && r.has(refusal)
}

// place is how far a text was read, and as what.
type place struct {
	// at is of the text's words, asked of the question's.
	at, asked int
	// owes is the kind that has to come next, if one has to: a deed behind a lead, the
	// question's words behind a small one.
	owes kind
	// agreed: a yes was said. told: what to do was said, of which noun has more. negated:
	// a no, with which the rest goes.
	agreed, told, noun, named, refused, negated bool
	// naming: the last words were a deed, or of the question. going: they were no end.
	// closed: they take nothing that they could be done to.
	naming, going, closed bool
}

// whole reports whether the text is a yes, or a no, and nothing else.
func (r *reading) whole(yes bool) bool {
	clear(r.seen)
	return r.read(place{}, yes)
}

// read goes on from p in all ways there are; a yes is read on until it is a named one.
func (r *reading) read(p place, yes bool) (found bool) {
	if r.seen[p] {
		return false
	}
	r.seen[p] = true
	if p.at == len(r.words) {
		return r.ends(p, yes)
	}
	for _, s := range r.spans[p.at] {
		next, ok := r.step(p, s.role, yes)
		if next.at = s.to; ok && r.read(next, yes) {
			found = true
		}
	}
	for _, next := range r.repeats(p) {
		if r.read(next, yes) {
			found = true
		}
	}
	return found
}

// ends reports whether what was read is what it was read as.
func (r *reading) ends(p place, yes bool) bool {
	switch {
	case p.owes != "", p.going:
		return false
	case !yes:
		return p.refused
	case !p.agreed && (!p.told || p.noun) || p.noun && !r.asked.covered(p.asked):
		return false
	}
	r.named = r.named || p.named
	return true
}

// step is p behind a phrase, if one may stand there.
func (r *reading) step(p place, ro role, reads bool) (_ place, ok bool) {
	if p.owes == small {
		return p, ro.kind == small
	}
	begun := (p.agreed || p.told || p.negated) && !p.closed
	p.closed = ro.kind == agree
	p.naming = ro.kind == deed || ro.kind == small || ro.kind == joins && p.naming
	p.going = ro.kind == on || ro.kind == joins
	switch ro.kind {
	case with, on:
		return p, true
	case joins:
		return p, p.noun && p.naming
	case yes, agree:
		p.agreed = true
		return p, reads && p.owes == ""
	case lead:
		ok, p.owes = p.owes == "" && (reads || p.negated), deed
		return p, ok
	case do:
		p.agreed, p.owes = true, ""
		return p, reads || p.negated
	case deed:
		p.told, p.named, p.owes = true, true, ""
		return p, reads && r.asked.deeds[ro.deed] || p.negated
	case it:
		return p, begun && p.owes == ""
	case small:
		ok, p.owes = begun && p.owes == "", small
		return p, ok
	case no:
		p.refused = true
		return p, !reads && p.owes == ""
	case not, refusal:
		p.refused, p.negated, p.owes = true, true, ""
		return p, !reads
	default:
		return p, false
	}
}

// repeats are the places behind the next word if that is the question's.
func (r *reading) repeats(p place) (next []place) {
	if p.owes == deed || p.closed || !p.agreed && !p.told && !p.negated {
		return nil
	}
	w := r.noun(p.at)
	for j := p.asked; j < len(r.asked.words); j++ {
		may := p.naming || j == 0 // "yes, list them" asks for something else
		if figures(w) {
			may = r.counts(p.at, j)
		}
		if r.asked.words[j] == w && may {
			q := p
			q.at, q.asked, q.noun, q.owes, q.naming, q.going = p.at+1, j+1, true, "", true, false
			next = append(next, q)
		}
		if r.asked.several {
			break // each is named, or none
		}
	}
	return next
}

// noun is the word at i as a question's words are kept.
func (r *reading) noun(i int) string { return kept(r.words[i].Text, r.number) }

// counts reports whether the figure at i counts what the question's at j does, and is no
// number of one of them: "all three", "three tasks".
func (r *reading) counts(i, j int) bool {
	return i+1 < len(r.words) && j+1 < len(r.asked.words) && r.noun(i+1) == r.asked.words[j+1] ||
		i > 0 && slices.Contains(r.spans[i-1], span{i, role{kind: all}})
}
