package grammar

import (
	"fmt"
	"slices"
	"strings"
)

// A pattern says which words make a command:
//
//	add          this word
//	(a|b c)      a, or b and c
//	[a|b c]      that, or nothing
//	<x>          one word or more, kept as x; as few as the rest allows
//	<x:a|b c>    a, or b and c, kept as x
//	$name        the phrases of that name
//
// It holds for all the words of a clause or not at all.
type pattern []step

// step is one of a pattern's instructions, which run one after the other.
type step struct {
	do     action
	word   string // of takeWord
	slot   int    // of openSlot, closeSlot, takeWords
	to, or int    // of jump, fork
}

type action int

const (
	takeWord  action = iota // goes on behind the word
	takeWords               // goes on behind one word, two, three
	openSlot                // what follows is kept
	closeSlot
	jump
	fork // tries both
	done // holds if no word is left
)

// maxSlots is how many things a pattern can keep.
const maxSlots = 4

// match is what a pattern keeps: from and to are of the words of a clause.
type match struct {
	names []string
	at    [maxSlots]struct{ from, to int }
}

// span is the words of a slot; none for one that was left out.
func (m *match) span(name string) (from, to int) {
	if i := slices.Index(m.names, name); i >= 0 {
		return m.at[i].from, m.at[i].to
	}
	return 0, 0
}

// compiler makes a pattern. Its faults are those of this package's tables, which the
// tests run through, so it panics.
type compiler struct {
	rest    string
	phrases map[string]string
	out     pattern
	names   []string
}

// compile makes the pattern of source.
func compile(source string, phrases map[string]string) (pattern, []string) {
	c := compiler{rest: source, phrases: phrases}
	c.sequence()
	if c.rest != "" {
		panic(fmt.Sprintf("grammar: pattern %q stops before %q", source, c.rest))
	}
	c.emit(step{do: done})
	return c.out, c.names
}

func (c *compiler) emit(s step) int {
	c.out = append(c.out, s)
	return len(c.out) - 1
}

// sequence compiles up to the end of the source or of what encloses it.
func (c *compiler) sequence() {
	for c.rest = strings.TrimSpace(c.rest); c.rest != "" && !strings.ContainsAny(c.rest[:1], "|)]>"); c.rest = strings.TrimSpace(c.rest) {
		switch c.rest[0] {
		case '(':
			c.enclosed(")")
		case '[':
			skip := c.emit(step{do: fork})
			c.out[skip].to = len(c.out)
			c.enclosed("]")
			c.out[skip].or = len(c.out)
		case '<':
			c.slot()
		default:
			c.word()
		}
	}
}

// enclosed compiles alternatives up to the bracket that closes them.
func (c *compiler) enclosed(closing string) {
	c.rest = c.rest[1:]
	var ends []int
	for {
		choice := c.emit(step{do: fork})
		c.out[choice].to = len(c.out)
		c.sequence()
		ends = append(ends, c.emit(step{do: jump}))
		c.out[choice].or = len(c.out)
		if !strings.HasPrefix(c.rest, "|") {
			c.out[choice].do, c.out[choice].or = jump, 0 // the last choice is no choice
			break
		}
		c.rest = c.rest[1:]
	}
	for _, end := range ends {
		c.out[end].to = len(c.out)
	}
	rest, ok := strings.CutPrefix(c.rest, closing)
	if !ok {
		panic(fmt.Sprintf("grammar: pattern lacks %q at %q", closing, c.rest))
	}
	c.rest = rest
}

// slot compiles <x> and <x:...>.
func (c *compiler) slot() {
	end := strings.IndexAny(c.rest, ":>")
	name := c.rest[1:end]
	slot := slices.Index(c.names, name)
	if slot < 0 {
		slot = len(c.names)
		c.names = append(c.names, name)
	}
	if slot >= maxSlots {
		panic(fmt.Sprintf("grammar: pattern with too many slots at %q", c.rest))
	}
	if c.rest[end] == '>' {
		c.rest = c.rest[end+1:]
		c.emit(step{do: takeWords, slot: slot})
		return
	}
	c.rest = c.rest[end:]
	c.emit(step{do: openSlot, slot: slot})
	c.enclosed(">")
	c.emit(step{do: closeSlot, slot: slot})
}

// word compiles one word or named phrase.
func (c *compiler) word() {
	end := strings.IndexAny(c.rest, " \t\n|()[]<>")
	if end < 0 {
		end = len(c.rest)
	}
	w := c.rest[:end]
	c.rest = c.rest[end:]
	name, named := strings.CutPrefix(w, "$")
	if !named {
		c.emit(step{do: takeWord, word: w})
		return
	}
	phrase, ok := c.phrases[name]
	if !ok {
		panic(fmt.Sprintf("grammar: no phrase %q", name))
	}
	rest := c.rest
	c.rest = "(" + phrase + ")"
	c.enclosed(")")
	c.rest = rest
}

// heads calls f with each word that p can begin with, "" if that is any.
func (p pattern) heads(f func(string)) { p.headsFrom(0, f) }

func (p pattern) headsFrom(at int, f func(string)) {
	switch s := p[at]; s.do {
	case takeWord:
		f(s.word)
	case takeWords, done:
		f("")
	case fork:
		p.headsFrom(s.to, f)
		p.headsFrom(s.or, f)
	case jump:
		p.headsFrom(s.to, f)
	default:
		p.headsFrom(at+1, f)
	}
}

// maxSteps bounds one run of a pattern: far more than a sentence needs, and little
// enough for one that was made to need more.
const maxSteps = 20_000

// run is one attempt of a pattern at a clause.
type run struct {
	pattern
	words []word
	match
	// accept says whether the match will do; if not, the next one is tried.
	accept func(*match) bool
	steps  int
}

// holds tries p at words, and all its ways until accept takes one. With open set p
// may leave words over at the end; end tells where it stopped.
func (r *run) holds(at, word int) bool {
	for ; ; at++ {
		if r.steps++; r.steps > maxSteps {
			return false
		}
		switch s := r.pattern[at]; s.do {
		case takeWord:
			if word == len(r.words) || r.words[word].as != s.word {
				return false
			}
			word++
		case takeWords:
			return r.takes(s.slot, at+1, word)
		case openSlot:
			r.at[s.slot].from = word
		case closeSlot:
			r.at[s.slot].to = word
		case jump:
			at = s.to - 1
		case fork:
			kept := r.at
			if r.holds(s.to, word) {
				return true
			}
			r.at = kept
			at = s.or - 1
		case done:
			return word == len(r.words) && r.accept(&r.match)
		}
	}
}

// takes tries a slot of one word, two, three.
func (r *run) takes(slot, at, word int) bool {
	if word < len(r.words) && r.words[word].half {
		return false
	}
	kept := r.at
	for end := word + 1; end <= len(r.words); end++ {
		if end < len(r.words) && r.words[end].half {
			continue
		}
		r.at[slot].from, r.at[slot].to = word, end
		if r.holds(at, end) {
			return true
		}
		r.at = kept
	}
	return false
}
