package language

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Pattern is a way of saying something. Its source has, with spaces between:
//
//	word           that word
//	a|b            one of these words; "a*" is any that begins so, "*a" one that ends so
//	(a b | c)      one of these ways
//	[a b | c]      the same, or nothing
//	<name>         a word of a list, or a phrase of a list
//	{x}            one word or more, kept as x; as few as the rest allows
//	{x: a b | c}   one of these ways, kept as x
//	~ ~~ ~~~       up to 3, 8, 16 words; "~5" up to 5
//	#              a figure
//	^ $            where a sentence or a part of it begins, and where a sentence ends
//	,              where a sentence or a part of it ends; what follows may stand beyond it
//
// Words are as Read gives them: "can't" is two. A Pattern does not change once made.
type Pattern struct {
	steps []step
	// slots are the names of what is kept.
	slots []string
}

// step is one instruction of a Pattern. They run one after the other.
type step struct {
	do     action
	one    *one // of take
	n      int  // of gap: how many words; of opens, closes and keeps: which slot
	to, or int  // of jump and fork
}

type action int

const (
	take   action = iota // goes on behind a word
	gap                  // goes on behind none, one, two words
	keeps                // goes on behind one word, two, all of which are kept
	opens                // what follows is kept
	closes               // up to here
	begins
	ends
	pauses
	jump
	fork // tries both
	done
)

// gaps are how many words may stand in for a mark: measured on what people put between
// words of one phrase, within it, within a clause, within a sentence.
var gaps = map[string]int{"~": 3, "~~": 8, "~~~": 16}

// one is what a word may be.
type one struct {
	words map[string]bool
	// only is the one word that it may be, "" if it may be others.
	only         string
	heads, tails []string
	lists        []string
	figure       bool
	asked        bool // for a list that only Scope.Is knows
}

// maxShown is how many letters of a pattern an error shows.
const maxShown = 80

// MaxSlots is how many things a Pattern can keep.
const MaxSlots = 4

// Compile makes a Pattern of its source, with the words and phrases that lists has; nil
// for none. A list that lists does not have is asked for in Scope.Is.
func (l *Lists) Compile(source string) (*Pattern, error) {
	c := compiler{lists: l, rest: source}
	if err := c.sequence(0); err != nil {
		return nil, fmt.Errorf("pattern %.*q: %w", maxShown, source, err)
	}
	if c.rest != "" {
		return nil, fmt.Errorf("pattern %.*q: nothing is closed at %.*q", maxShown, source, maxShown, c.rest)
	}
	c.emit(step{do: done})
	return &c.out, nil
}

type compiler struct {
	lists *Lists
	rest  string
	out   Pattern
}

func (c *compiler) emit(s step) int {
	c.out.steps = append(c.out.steps, s)
	return len(c.out.steps) - 1
}

// maxNested bounds how deep phrases stand within phrases.
const maxNested = 16

// sequence compiles up to the end of the source or of what encloses it.
func (c *compiler) sequence(depth int) error {
	if depth > maxNested {
		return fmt.Errorf("it is nested more than %d deep", maxNested)
	}
	for c.rest = strings.TrimSpace(c.rest); c.rest != "" && !strings.ContainsAny(c.rest[:1], "|)]}"); c.rest = strings.TrimSpace(c.rest) {
		var err error
		switch c.rest[0] {
		case '(':
			err = c.enclosed(")", depth)
		case '[':
			skip := c.emit(step{do: fork})
			c.out.steps[skip].to = len(c.out.steps)
			err = c.enclosed("]", depth)
			c.out.steps[skip].or = len(c.out.steps)
		case '{':
			err = c.slot(depth)
		default:
			err = c.element(depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// enclosed compiles alternatives up to the bracket that closes them.
func (c *compiler) enclosed(closing string, depth int) error {
	c.rest = c.rest[1:]
	var last []int
	for {
		choice := c.emit(step{do: fork})
		c.out.steps[choice].to = len(c.out.steps)
		if err := c.sequence(depth + 1); err != nil {
			return err
		}
		last = append(last, c.emit(step{do: jump}))
		c.out.steps[choice].or = len(c.out.steps)
		if !strings.HasPrefix(c.rest, "|") {
			c.out.steps[choice].do, c.out.steps[choice].or = jump, 0 // the last is no choice
			break
		}
		c.rest = c.rest[1:]
	}
	for _, at := range last {
		c.out.steps[at].to = len(c.out.steps)
	}
	rest, ok := strings.CutPrefix(c.rest, closing)
	if !ok {
		return fmt.Errorf("%q is missing at %.*q", closing, maxShown, c.rest)
	}
	c.rest = rest
	return nil
}

// slot compiles {x} and {x: ...}.
func (c *compiler) slot(depth int) error {
	end := strings.IndexAny(c.rest, ":}")
	if end < 0 {
		return fmt.Errorf("%q is missing at %.*q", "}", maxShown, c.rest)
	}
	name := c.rest[1:end]
	n := slices.Index(c.out.slots, name)
	if n < 0 {
		n = len(c.out.slots)
		c.out.slots = append(c.out.slots, name)
	}
	if n >= MaxSlots {
		return fmt.Errorf("more than %d things are kept", MaxSlots)
	}
	if c.rest[end] == '}' {
		c.rest = c.rest[end+1:]
		c.emit(step{do: keeps, n: n})
		return nil
	}
	c.rest = c.rest[end:]
	c.emit(step{do: opens, n: n})
	if err := c.enclosed("}", depth); err != nil {
		return err
	}
	c.emit(step{do: closes, n: n})
	return nil
}

// element compiles one word, or what stands for words or a place.
func (c *compiler) element(depth int) error {
	written := c.rest[:elementEnd(c.rest)]
	c.rest = c.rest[len(written):]
	switch {
	case strings.HasPrefix(written, "-"):
		return fmt.Errorf("%q begins with a dash: an exception has a space behind it", written)
	case written[0] == '~':
		return c.gap(written)
	case written == "^":
		c.emit(step{do: begins})
		return nil
	case written == "$":
		c.emit(step{do: ends})
		return nil
	case written == ",":
		c.emit(step{do: pauses})
		return nil
	}
	if phrases := c.lists.phrases(strings.Trim(written, "<>")); written[0] == '<' && phrases != nil {
		rest := c.rest
		c.rest = "(" + strings.Join(phrases, " | ") + ")"
		err := c.enclosed(")", depth)
		c.rest = rest
		return err
	}
	alternatives := strings.Split(written, "|")
	if len(alternatives) == 1 && written != "#" && !strings.ContainsAny(written, "<*") {
		words := c.lists.read(written)
		if len(words) == 0 {
			return fmt.Errorf("%q is no word", written)
		}
		for _, w := range words {
			c.emit(step{do: take, one: &one{words: map[string]bool{w.Text: true}, only: w.Text}})
		}
		return nil
	}
	o := &one{words: map[string]bool{}}
	if name := strings.Trim(written, "<>"); len(alternatives) == 1 && len(name) == len(written)-2 && c.lists.plain(name) {
		o.words, o.lists = c.lists.words(name), []string{name} // it is shared
		alternatives = nil
	}
	for _, w := range alternatives {
		if err := o.add(w, c.lists); err != nil {
			return err
		}
	}
	if len(o.words) == 1 && len(o.heads)+len(o.tails)+len(o.lists) == 0 && !o.figure {
		o.only = slices.Collect(maps.Keys(o.words))[0]
	}
	c.emit(step{do: take, one: o})
	return nil
}

// gap compiles a mark that words may stand in for.
func (c *compiler) gap(written string) error {
	n, known := gaps[written]
	if !known {
		var err error
		if n, err = strconv.Atoi(written[1:]); err != nil || n < 1 {
			return fmt.Errorf("%q is no gap", written)
		}
	}
	c.emit(step{do: gap, n: n})
	return nil
}

// elementEnd is where the element ends that source begins with. A bar with a space
// before or behind it parts ways, not words; the name of a list may have spaces.
func elementEnd(source string) int {
	inside := false
	for i, r := range source {
		switch {
		case r == '<':
			inside = true
		case r == '>':
			inside = false
		case inside:
		case strings.ContainsRune(" \t\n()[]{}", r):
			return i
		case r == '|' && (i+1 == len(source) || strings.ContainsRune(" \t\n)]}", rune(source[i+1]))):
			return i
		}
	}
	return len(source)
}

// add makes o a word, too.
func (o *one) add(written string, lists *Lists) error {
	name, listed := strings.CutPrefix(written, "<")
	head, open := strings.CutSuffix(written, "*")
	tail, closed := strings.CutPrefix(written, "*")
	switch {
	case written == "#":
		o.figure = true
	case listed:
		name = strings.TrimSuffix(name, ">")
		o.lists = append(o.lists, name)
		words := lists.words(name)
		o.asked = o.asked || words == nil
		for w := range words {
			if head, open := strings.CutSuffix(w, "*"); open {
				o.heads = append(o.heads, head)
			} else {
				o.words[w] = true
			}
		}
	case open:
		o.heads = append(o.heads, fold(head))
	case closed:
		o.tails = append(o.tails, fold(tail))
	default:
		words := lists.read(written)
		if len(words) != 1 {
			return fmt.Errorf("%q is %d words: write (a b | c)", written, len(words))
		}
		o.words[words[0].Text] = true
	}
	return nil
}

// Heads are the words that p can begin with; loose says that there are others.
func (p *Pattern) Heads() (heads map[string]bool, loose bool) {
	heads, starts, loose := p.starts()
	return heads, loose || len(starts) > 0
}

// starts are the words that p can begin with, and the first bytes of others; loose says
// that there are more.
func (p *Pattern) starts() (heads map[string]bool, starts map[byte]bool, loose bool) {
	heads, starts = map[string]bool{}, map[byte]bool{}
	seen := make([]bool, len(p.steps))
	for ahead := []int{0}; len(ahead) > 0; {
		at := ahead[len(ahead)-1]
		ahead = ahead[:len(ahead)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch s := p.steps[at]; s.do {
		case take:
			loose = loose || len(s.one.tails) > 0 || s.one.figure || s.one.asked || slices.Contains(s.one.heads, "")
			maps.Copy(heads, s.one.words)
			for _, head := range s.one.heads {
				starts[(head + " ")[0]] = true
			}
		case gap, keeps, done:
			loose = true
		case fork:
			ahead = append(ahead, s.to, s.or)
		case jump:
			ahead = append(ahead, s.to)
		default:
			ahead = append(ahead, at+1)
		}
	}
	return heads, starts, loose
}
