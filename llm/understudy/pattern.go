package understudy

import (
	"slices"
	"strings"
)

// pattern is a way of being rude rather than one sentence of it: "what kind of
// <roles> are you". A line of a language file gives its elements in order:
//
//	word              that word
//	<list>            a word of that list
//	*                 an insulting adjective
//	a|<list>|*        one of these
//	element?          may be left out
//	~                 up to four words of the same clause, none of which negates
//	^                 here a clause begins
//	$                 here a clause ends
//
// Words that only add force may stand between any two.
type pattern []element

type element struct {
	words                      map[string]bool
	lists                      []string
	optional, gap, opens, ends bool
}

// patternGap is how many words "~" stands for at most.
const patternGap = 4

func (l *language) pattern(line string) pattern {
	var out pattern
	for _, field := range splitElements(line) {
		var e element
		field, e.optional = strings.CutSuffix(field, "?")
		switch field {
		case "~":
			e.gap, e.optional = true, false // it may stand for no word as it is
		case "^":
			e.opens = true
		case "$":
			e.ends = true
		default:
			e.words = map[string]bool{}
			for w := range strings.SplitSeq(field, "|") {
				if list, ok := strings.CutPrefix(w, "<"); ok {
					e.lists = append(e.lists, strings.TrimSuffix(list, ">"))
				} else if w == "*" {
					e.lists = append(e.lists, "insult adjectives")
				} else {
					e.words[strings.Join(l.words(w), " ")] = true
				}
			}
		}
		out = append(out, e)
	}
	return out
}

// splitElements splits a line at spaces but those in the name of a list.
func splitElements(line string) []string {
	inside := false
	return strings.FieldsFunc(line, func(r rune) bool {
		inside = r == '<' || inside && r != '>'
		return r == ' ' && !inside
	})
}

// patterns are those of one kind, by the words they may begin with.
type patterns map[string][]pattern

func (l *language) patterns(lines []string) patterns {
	out := patterns{}
	for _, line := range lines {
		p := l.pattern(line)
		for _, first := range l.firsts(p) {
			out[first] = append(out[first], p)
		}
	}
	return out
}

// firsts are the words that p may begin with.
func (l *language) firsts(p pattern) []string {
	var out []string
	for _, e := range p {
		for w := range e.words {
			out = append(out, w)
		}
		for _, list := range e.lists {
			for w := range l.sets[list] {
				out = append(out, w)
			}
		}
		if !e.optional && !e.opens && !e.gap {
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// said reports whether one of the patterns stands in t, where it counts.
func (ps patterns) said(l *language, t *turn, counts func(from, to int) bool) bool {
	for i, w := range t.words {
		for _, p := range ps[w.text] {
			if to, ok := t.follows(l, p, i, i, 0); ok && counts(i, to) {
				return true
			}
		}
	}
	return false
}

// follows reports whether p stands at a word of t, and where it ends; force is
// how many words of force were passed over before.
func (t *turn) follows(l *language, p pattern, start, at, force int) (to int, ok bool) {
	if len(p) == 0 {
		return at, true
	}
	e, rest := p[0], p[1:]
	if e.optional {
		without := e
		without.optional = false
		if to, ok := t.follows(l, append(pattern{without}, rest...), start, at, force); ok {
			return to, true
		}
		return t.follows(l, rest, start, at, force)
	}
	switch {
	case e.opens:
		if at == len(t.words) || !t.begins(l, at) {
			return 0, false
		}
		return t.follows(l, rest, start, at, force)
	case e.ends:
		if at < len(t.words) && t.in[at] == t.in[at-1] {
			return 0, false
		}
		return t.follows(l, rest, start, at, force)
	case e.gap:
		for i := at; i <= at+patternGap; i++ {
			if to, ok := t.follows(l, rest, start, i, 0); ok {
				return to, true
			}
			if i >= len(t.words) || i > 0 && t.in[i] != t.in[i-1] || t.words[i].negates {
				break
			}
		}
		return 0, false
	case at >= len(t.words), at > start && t.in[at] != t.in[at-1] && t.clauses[t.in[at]].marked:
		return 0, false
	}
	w := t.words[at]
	if e.words[w.text] || slices.ContainsFunc(e.lists, func(list string) bool { return l.branded(list, w) }) {
		if to, ok := t.follows(l, rest, start, at+1, 0); ok {
			return to, true
		}
	}
	if force < maxForce && l.is("intensifiers", w.text) {
		return t.follows(l, p, start, at+1, force+1)
	}
	return 0, false
}
