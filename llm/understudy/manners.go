package understudy

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"parley/language"
)

//go:embed manners/*.txt
var mannersFiles embed.FS

// manners are what the understudy knows of one language beside its grammar: how its words
// are compared, and what every character minds or answers alike. It does not change once
// read.
type manners struct {
	*language.Grammar
	lists   *language.Lists            // the grammar's, too
	endings []string                   // that stems lose, longest first
	stems   map[string]map[string]bool // of the lists of insults

	insults, orders, gross, apology, again, outside, refusals *concept

	// ways of being rude, where insults are sentences; scorn are those that are
	// rude whoever else is named, and spared what only sounds so.
	rude, scorn, spared *language.Patterns

	marks map[string][]mark // what a word alone makes

	neutral, negatives []string
}

// allManners are read once each, when a scene first needs one.
var allManners sync.Map // tag to func() *language

// mannersOf finds the manners of a BCP 47 tag. A language that is not known is
// heard as English is: its words are compared, and only the scene's own insults
// are minded.
func mannersOf(tag string) *manners {
	g := language.GrammarOf(tag)
	read, _ := allManners.LoadOrStore(g.Tag, sync.OnceValue(func() *manners { return readManners(g) }))
	return read.(func() *manners)()
}

func readManners(g *language.Grammar) *manners {
	l := &manners{Grammar: g}
	file, err := mannersFiles.ReadFile("manners/" + g.Tag + ".txt")
	if err == nil {
		err = l.learn(string(file))
	}
	if err != nil {
		panic(fmt.Sprintf("understudy: the manners of %q: %v", g.Tag, err)) // they are embedded, and the tests read all
	}
	return l
}

func (l *manners) learn(file string) (err error) {
	if l.lists, err = l.ReadLists(file); err != nil {
		return err
	}
	words, phrases := l.lists.Words, l.lists.Phrases
	l.endings = slices.SortedFunc(maps.Keys(words["endings"]), func(a, b string) int { return len(b) - len(a) })
	l.stems = map[string]map[string]bool{}
	for _, list := range []string{"insult names", "insult adjectives"} {
		l.stems[list] = map[string]bool{}
		for w := range words[list] {
			if s := l.stem(w); len(s) > minStem {
				l.stems[list][s] = true
			}
		}
	}
	for name, into := range map[string]**language.Patterns{"insult patterns": &l.rude, "scorn": &l.scorn, "spared": &l.spared} {
		if *into, err = l.lists.Patterns(phrases[name]); err != nil {
			return err
		}
	}
	exact := func(list []string) *concept { return l.concept(list, false, true) }
	examples := slices.Clip(phrases["insult examples"]) // of what makes no beat
	l.insults, l.orders, l.gross = exact(append(examples, phrases["insults"]...)), exact(phrases["orders"]), exact(phrases["gross"])
	l.apology, l.again = exact(phrases["apology"]), exact(phrases["again"])
	l.outside, l.refusals = exact(phrases["outside"]), exact(phrases["refusals"])
	l.marks = map[string][]mark{}
	for m := range markCount {
		for _, list := range markLists[m] {
			for w := range words[list] {
				l.marks[w] = append(l.marks[w], m)
			}
		}
	}
	l.neutral, l.negatives = phrases["neutral"], slices.Concat(phrases["negatives"], phrases["gross"], examples)
	return nil
}

// is reports whether w is in a word list.
func (l *manners) is(list, w string) bool { return l.lists.Is(list, w) }
