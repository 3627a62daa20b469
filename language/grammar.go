package language

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// clauseFiles are the lists of each language's Grammar. A word of the lists "numbers" and
// "signs" is followed by "=" and what it stands for. The list "traits" has
//
//	contracts  apostrophes stand for letters left out, as in "don't"
//	spells     figures are compared as words, and not words as figures
//	compounds  numbers are written in one word
//	late       the negation comes last, after the verb that it denies
//	implied    verbs name the person
//
//go:embed clauses/*.txt
var clauseFiles embed.FS

// Grammar is what has to be known of one language to read what its clauses do: its
// function words, by list, and its numbers. It does not change once read.
type Grammar struct {
	// Tag is the language's, as "en".
	Tag string
	*Lists
	traits  map[string]bool // see clauseFiles
	numbers map[string]int  // by word
	spelled map[int]string  // its inverse, where figures are spelled
	longest int             // of the number words, in bytes
	signs   map[string]string
	// harmless are negations that deny nothing, proposals the beginnings of questions that
	// propose something.
	harmless, proposals *Patterns
	fills               map[string]bool // what fills a pause between two marks
}

// grammars are read once each, when first needed.
var grammars sync.Map // tag to func() *Grammar

// GrammarOf finds the grammar of a BCP 47 tag; English where the language is not known.
func GrammarOf(tag string) *Grammar {
	tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
	read, _ := grammars.LoadOrStore(tag, sync.OnceValue(func() *Grammar { return readGrammar(tag) }))
	return read.(func() *Grammar)()
}

func readGrammar(tag string) *Grammar {
	file, err := clauseFiles.ReadFile("clauses/" + tag + ".txt")
	if err != nil && tag != "en" {
		return GrammarOf("en")
	}
	g := &Grammar{Tag: tag}
	if err == nil {
		err = g.learn(string(file))
	}
	if err != nil {
		panic(fmt.Sprintf("language: the clauses of %q: %v", tag, err)) // they are embedded, and the tests read all
	}
	return g
}

func (g *Grammar) learn(file string) (err error) {
	if g.Lists, err = g.ReadLists(file); err != nil {
		return err
	}
	g.traits = g.Words["traits"]
	g.numbers, g.spelled, g.signs, g.fills = map[string]int{}, map[int]string{}, map[string]string{}, map[string]bool{}
	for entry := range g.Words["numbers"] {
		word, value, _ := strings.Cut(entry, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("number %q: %w", word, err)
		}
		g.numbers[word], g.spelled[n] = n, word
		g.longest = max(g.longest, len(word))
	}
	for entry := range g.Words["signs"] {
		sign, word, _ := strings.Cut(entry, "=")
		g.signs[sign] = word
	}
	for _, phrase := range g.Phrases["pauses"] {
		g.fills[spoken(g.Read(phrase).Words)] = true
	}
	if g.harmless, err = g.Patterns(g.Phrases["no denial"]); err != nil {
		return err
	}
	g.proposals, err = g.Patterns(g.Phrases["proposals"])
	return err
}

// ReadLists reads a file of lists whose patterns are of this language's words; it has the
// grammar's words, too.
func (g *Grammar) ReadLists(file string) (*Lists, error) {
	l, err := ReadLists(file)
	if err != nil {
		return nil, err
	}
	l.reads = func(text string) []Word { return g.Read(text).Words }
	if g.Lists != nil {
		maps.Copy(l.Words, g.Words)
	}
	return l, nil
}

// among reports whether a word is in one of some lists.
func (g *Grammar) among(word string, lists ...string) bool {
	return slices.ContainsFunc(lists, func(list string) bool { return g.Is(list, word) })
}

// spoken is words with a space between.
func spoken(words []Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}
