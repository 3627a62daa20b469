package checker

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"parley/language"
)

// listFiles hold what code listens for, in English, German, French, Spanish,
// Italian and, where it is cheap, Portuguese; all languages at once, for nobody
// tells the checker which one somebody games it in. "<name>" is a word of the
// character's name.
//
//go:embed phrases/*.txt
var listFiles embed.FS

// lists are those of all files.
var lists = readLists()

func readLists() *language.Lists {
	names, err := fs.Glob(listFiles, "phrases/*")
	var all strings.Builder
	for _, n := range names {
		data, wrong := listFiles.ReadFile(n)
		all.Write(data)
		err = errors.Join(err, wrong)
	}
	l, wrong := language.ReadLists(all.String())
	if err = errors.Join(err, wrong); err != nil {
		panic("checker: " + err.Error()) // they are built in
	}
	return l
}

// set is a set of words.
type set map[string]bool

// wordsOf is the list of words of a name.
func wordsOf(name string) set {
	if len(lists.Words[name]) == 0 {
		panic("checker: there are no words " + name)
	}
	return lists.Words[name]
}

// phrases are the ways of saying something, compiled when they are first looked for.
type phrases struct {
	patterns func() *language.Patterns
	// firm is of those whose gaps no word of denial may fill.
	firm bool
}

// phrasesOf are those of a list.
func phrasesOf(name string) phrases {
	return phrases{patterns: sync.OnceValue(func() *language.Patterns {
		p, err := lists.Patterns(lists.Phrases[name])
		if err != nil || len(lists.Phrases[name]) == 0 {
			panic(fmt.Sprintf("checker: the phrases %s: %v", name, err)) // they are built in
		}
		return p
	})}
}

// firmly are those of a list with gaps that no word of denial may fill.
func firmly(name string) phrases { return phrases{phrasesOf(name).patterns, true} }

// compiled are those that a scene's author wrote. A line that cannot be read says nothing:
// the check of scenes tells of it.
func compiled(lines []string, firm bool) phrases {
	return phrases{sync.OnceValue(func() *language.Patterns {
		var none *language.Lists
		p, err := none.Patterns(lines)
		if err != nil {
			p, _ = none.Patterns(slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
				_, err := none.Patterns([]string{line})
				return err != nil
			}))
		}
		return p
	}), firm}
}

// in yields where the phrases begin and end in words, name being that of the character.
func (p phrases) in(words []language.Word, name ...string) iter.Seq2[int, int] {
	s := language.Scope{Words: words, Begins: func(at int) bool { return begins(words, at) }}
	if p.firm {
		s.Fills = func(at int) bool { return !negations[words[at].Text] }
	}
	if len(name) > 0 {
		s.Is = func(list string, at int) bool { return list == "name" && slices.Contains(name, words[at].Text) }
	}
	return p.patterns().Find(s)
}

// stands reports whether any phrase is in words.
func (p phrases) stands(words []language.Word, name ...string) bool {
	for range p.in(words, name...) {
		return true
	}
	return false
}

// The sets of words: phrases/words.txt tells what each is.
var (
	abouts    = wordsOf("abouts")
	after     = wordsOf("after")
	arranges  = wordsOf("arranges")
	bare      = wordsOf("bare")
	buts      = wordsOf("buts")
	days      = wordsOf("days")
	fillers   = wordsOf("fillers")
	idle      = wordsOf("idle")
	joins     = wordsOf("joins")
	leads     = wordsOf("leads")
	matters   = wordsOf("matters")
	negations = wordsOf("negations")
	nones     = wordsOf("nones")
	numbers   = wordsOf("numbers")
	ohs       = wordsOf("ohs")
	orders    = wordsOf("orders")
	others    = wordsOf("other scripts")
	persons   = wordsOf("persons")
	praise    = wordsOf("praise")
	roles     = wordsOf("roles")
	selves    = wordsOf("selves")
	spans     = wordsOf("spans")
	spelling  = wordsOf("spelling")
	tags      = wordsOf("tags")
	thens     = wordsOf("thens")
	things    = wordsOf("things")
	titles    = wordsOf("titles")
	unsures   = wordsOf("unsures")
	with      = wordsOf("with")
	yeses     = wordsOf("yeses")
)

// commons are words of nearly every sentence, by language; common are all of them.
var commons, common = readCommons()

func readCommons() (by map[string]set, all set) {
	by, all = map[string]set{}, set{}
	for name, list := range lists.Words {
		if tag, found := strings.CutPrefix(name, "common "); found {
			by[tag] = list
			maps.Copy(all, list)
		}
	}
	return by, all
}
