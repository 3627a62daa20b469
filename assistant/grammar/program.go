package grammar

import (
	"slices"
	"strings"
	"sync"
)

// program is a pattern that is ready to run.
type program struct {
	pattern
	names []string
	// heads are the words that it can begin with; any is set if it can with all.
	heads []string
	any   bool
}

func newProgram(say string) program {
	p, names := compile(say, phrases)
	out := program{pattern: p, names: names}
	p.heads(func(w string) {
		if out.any = out.any || w == ""; w != "" && !slices.Contains(out.heads, w) {
			out.heads = append(out.heads, w)
		}
	})
	return out
}

// begins reports whether the program can hold for words that begin with w.
func (p *program) begins(w string) bool { return p.any || slices.Contains(p.heads, w) }

// try runs the program on words, in all its ways until accept takes one.
func (p *program) try(words []word, accept func(*match) bool) bool {
	r := run{pattern: p.pattern, words: words, match: match{names: p.names}, accept: accept}
	return r.holds(0, 0)
}

// grammar is the table of all patterns by the words that they begin with.
type grammar struct {
	entries []entry
	byHead  map[string][]int
	anyHead []int
}

// entry is one pattern of a group.
type entry struct {
	program
	*group
}

var table = sync.OnceValue(func() *grammar {
	t := &grammar{byHead: map[string][]int{}}
	for i := range groups {
		for _, say := range groups[i].say {
			e := entry{newProgram(say), &groups[i]}
			for _, w := range e.heads {
				t.byHead[w] = append(t.byHead[w], len(t.entries))
			}
			if e.any {
				t.anyHead = append(t.anyHead, len(t.entries))
			}
			t.entries = append(t.entries, e)
		}
	}
	return t
})

// courtesy is a pattern of heads.
type courtesy struct {
	program
	kind headKind
}

var courtesyTable = sync.OnceValue(func() (out []courtesy) {
	for _, h := range heads {
		for _, say := range h.say {
			out = append(out, courtesy{newProgram("(" + say + ") <rest>"), h.kind})
		}
	}
	return out
})

// headStarts are the words that heads begin with.
var headStarts = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, c := range courtesyTable() {
		for _, w := range c.heads {
			out[w] = true
		}
	}
	return out
})

// headLength is how many words at the start are a head of a kind; the longest counts.
func headLength(words []word, kind headKind) (longest int) {
	if len(words) == 0 || !headStarts()[words[0].as] {
		return 0
	}
	table := courtesyTable()
	for i := range table {
		if table[i].kind != kind || !table[i].begins(words[0].as) {
			continue
		}
		table[i].try(words, func(m *match) bool {
			from, _ := m.span("rest")
			longest = max(longest, from)
			return false // a longer one may follow
		})
	}
	return longest
}

var tailProgram = sync.OnceValue(func() program { return newProgram(tails) })

// courtesies is s without the polite words around it; asked says that they make a
// question a request, own that they may be of what somebody is to do themselves.
// Behind a yes nothing is taken off while confirm is set: it may be the answer.
func courtesies(s sentence, confirm bool) (_ sentence, asked, own bool) {
	for again := true; again && len(s.words) > 0; {
		again = false
		for _, kind := range []headKind{gerund, polite, wish, filler, assent} {
			n := headLength(s.words, kind)
			if n == 0 || kind == assent && confirm || n == 1 && paused[s.first()] && s.words[0].stop == 0 {
				continue
			}
			asked, own = asked || kind != filler && kind != assent, own || kind == wish
			s, again = s.part(n, len(s.words)), true
			if kind == gerund {
				if s, again = withoutGerund(s), false; len(s.words) == 0 {
					return s, false, false
				}
			}
			break
		}
	}
	p := tailProgram()
	for len(s.words) > 1 && tailWords[s.last()] {
		end := 0
		p.try(s.words, func(m *match) bool {
			_, end = m.span("x")
			return true
		})
		if end == 0 {
			break
		}
		s = s.part(0, end)
	}
	return s, asked, own
}

// withoutGerund is s with "adding" at its head as "add"; it is empty for other words.
func withoutGerund(s sentence) sentence {
	w := s.words[0]
	stem, ok := strings.CutSuffix(w.as, "ing")
	if !ok || len(stem) < 3 {
		return sentence{}
	}
	for _, base := range []string{stem, stem + "e", stem[:len(stem)-1]} {
		if table().byHead[base] != nil {
			w.as = base
			words := slices.Clone(s.words)
			words[0] = w
			return sentence{text: s.text, words: words}
		}
	}
	return sentence{}
}
