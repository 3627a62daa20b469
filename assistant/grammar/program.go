package grammar

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"parley/language"
)

// program is a pattern that is ready to run.
type program struct {
	*language.Pattern
	// heads are the words that it can begin with; any is set if it can with others.
	heads map[string]bool
	any   bool
}

func newProgram(say string) program {
	p, err := lists.Compile(say)
	if err != nil {
		panic("grammar: " + err.Error())
	}
	heads, loosely := p.Heads()
	return program{p, heads, loosely}
}

// programs are the phrases of a name, which hold for all the words of a clause or not at
// all.
func programs(name string) (out []program) {
	for _, say := range phrases(name) {
		out = append(out, newProgram(say+" $"))
	}
	return out
}

// leads are the phrases of a name, which stand before other words.
func leads(name string) (out []program) {
	for _, say := range phrases(name) {
		out = append(out, newProgram("("+say+")"))
	}
	return out
}

// begins reports whether the program can hold for words that begin with w.
func (p *program) begins(w string) bool { return p.any || p.heads[w] }

// try runs the program on words, in all its ways until accept takes one.
func (p *program) try(words []language.Word, accept func(*language.Match) bool) bool {
	_, ok := p.At(language.Scope{Words: words}, 0, accept)
	return ok
}

// longest is how many words at the start one of the programs can take at most, and leave
// so many.
func longest(programs []program, words []language.Word, leave int) (most int) {
	for i := range programs {
		p := &programs[i]
		if !p.begins(words[0].Text) {
			continue
		}
		p.try(words, func(m *language.Match) bool {
			if m.To <= len(words)-leave && (m.To == len(words) || !words[m.To].Half) {
				most = max(most, m.To)
			}
			return false // a longer one may follow
		})
	}
	return most
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
		for _, p := range programs(groups[i].name) {
			e := entry{p, &groups[i]}
			for w := range e.heads {
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

// headKind is a kind of words that may stand before a command.
type headKind string

const (
	filler  headKind = "head filler"
	assent  headKind = "head assent"
	polite  headKind = "head polite"
	wish    headKind = "head wish"
	gerund  headKind = "head gerund"
	inquiry headKind = "head inquiry"
	duty    headKind = "head duty"
)

// courtesyTable has the patterns of the heads.
var courtesyTable = sync.OnceValue(func() map[headKind][]program {
	out := map[headKind][]program{}
	for _, kind := range []headKind{filler, assent, polite, wish, gerund, inquiry, duty} {
		out[kind] = leads(string(kind))
	}
	return out
})

// headStarts are the words that heads begin with.
var headStarts = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, programs := range courtesyTable() {
		for _, p := range programs {
			maps.Copy(out, p.heads)
		}
	}
	return out
})

// headLength is how many words at the start are a head of a kind; the longest counts.
func headLength(words []language.Word, kind headKind) int {
	if len(words) == 0 || !headStarts()[words[0].Text] {
		return 0
	}
	return longest(courtesyTable()[kind], words, 1)
}

var tailProgram = sync.OnceValue(func() program { return newProgram("{x} <tail> $") })

// courtesies is s without the polite words around it; asked says that they make a
// question a request, own that they may be of what somebody is to do themselves.
// Behind a yes nothing is taken off while confirm is set: it may be the answer.
func courtesies(s sentence, confirm bool) (_ sentence, asked, own bool) {
	for again := true; again && len(s.words) > 0; {
		again = false
		for _, kind := range []headKind{gerund, polite, wish, filler, assent} {
			n := headLength(s.words, kind)
			if n == 0 || kind == assent && confirm || n == 1 && paused[s.first()] && s.words[0].Mark == 0 {
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
		p.try(s.words, func(m *language.Match) bool {
			_, end = m.Span("x")
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
	stem, ok := strings.CutSuffix(w.Text, "ing")
	if !ok || len(stem) < 3 {
		return sentence{}
	}
	for _, base := range []string{stem, stem + "e", stem[:len(stem)-1]} {
		if table().byHead[base] != nil {
			w.Text = base
			words := slices.Clone(s.words)
			words[0] = w
			return sentence{text: s.text, words: words}
		}
	}
	return sentence{}
}
