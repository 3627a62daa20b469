package language

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// answers are the words of each language by which questions are answered: Lists, of which a
// section is a kind of phrases, "[phrases yes]". A line is a phrase, or several between
// bars. A section "[phrases deed remove]" has the words for one and the same deed, in every
// language; spelling and number are tables.
//
//go:embed answers/*.txt
var answers embed.FS

// kind is what a phrase does in an answer.
type kind string

const (
	yes     kind = "yes"     // agrees
	agree   kind = "agree"   // the same, if nothing follows that it would be done to
	no      kind = "no"      // turns down
	not     kind = "not"     // turns down, with what follows
	refusal kind = "refusal" // turns down wherever it stands
	with    kind = "with"    // says nothing by itself
	on      kind = "on"      // the same, with something to come
	lead    kind = "lead"    // goes before a deed
	do      kind = "do"      // tells to do what was asked, whatever it was
	deed    kind = "deed"    // tells to do it by its name
	it      kind = "it"      // what it is done to
	small   kind = "small"   // goes before the words of a question
	all     kind = "all"     // goes before how many there are
	joins   kind = "joins"   // makes it several things
	asking  kind = "asking"  // makes a question of what it asks about
	open    kind = "open"    // begins as an answer does
	but     kind = "but"     // makes a no be not all that was said
	never   kind = "never"   // sounds like a yes
)

var kinds = []kind{yes, agree, no, not, refusal, with, on, lead, do, deed, it, small, all, joins, asking, open, but, never}

// role is a phrase's kind and, for a deed, which.
type role struct {
	kind kind
	deed string
}

// vocabulary is the words of one language.
type vocabulary struct {
	spelling, number map[string]string
	// phrases are by the words that they can begin with.
	phrases map[string][]phrase
	known   map[string]bool
}

// phrase is a pattern that has a role.
type phrase struct {
	*Pattern
	role
}

// vocabularies are those of all languages. Faults of the files panic: the tests read
// them all.
var vocabularies = sync.OnceValue(func() (all []*vocabulary) {
	names, err := fs.Glob(answers, "answers/*.txt")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		data, err := answers.ReadFile(name)
		if err == nil {
			var v *vocabulary
			v, err = readVocabulary(string(data))
			all = append(all, v)
		}
		if err != nil {
			panic(fmt.Sprintf("language: %s: %v", name, err))
		}
	}
	return all
})

func readVocabulary(file string) (*vocabulary, error) {
	l, err := ReadLists(file)
	if err != nil {
		return nil, err
	}
	v := &vocabulary{l.Table("spelling"), l.Table("number"), map[string][]phrase{}, map[string]bool{}}
	for section, lines := range l.Phrases {
		if section == "spelling" || section == "number" {
			continue
		}
		name, which, _ := strings.Cut(section, " ")
		k := kind(name)
		if !slices.Contains(kinds, k) || (k == deed) != (which != "") {
			return nil, fmt.Errorf("there is no section %q", section)
		}
		for _, line := range lines {
			p, err := l.Compile("(" + line + ")")
			if err != nil {
				return nil, err
			}
			v.add(phrase{p, role{k, which}})
		}
	}
	return v, nil
}

func (v *vocabulary) add(p phrase) {
	heads, _ := p.Heads()
	for w := range heads {
		v.phrases[w] = append(v.phrases[w], p)
	}
	for _, s := range p.steps {
		if s.do == take {
			maps.Copy(v.known, s.one.words)
		}
	}
}

// words are the words of a text as the phrases have them. All that is left over is a word:
// a sign, and an "s" that may be no possession.
func (v *vocabulary) words(text Text) (out []Word) {
	for _, w := range text.Words {
		said := w.Text
		if !isFigure(said) {
			said = unstretched(said)
		}
		if w.Owns {
			said += "'s"
		}
		as, ok := v.spelling[said]
		switch {
		case ok:
		case w.Owns:
			as = w.Text + " s"
		default:
			as = said
		}
		for one := range strings.FieldsSeq(as) {
			out = append(out, Word{Text: one})
		}
	}
	return out
}
