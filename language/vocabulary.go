package language

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// answers are the words of each language by which questions are answered. A file has
// sections, "== yes"; in these, a line is a phrase, or several between bars, where (a|b)
// is one of several and [a] may be left out. A section "== deed remove" has the words for
// one and the same deed, in every language.
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
	spelling map[string][]string
	number   map[string]string
	phrases  map[string][]role
	known    map[string]bool
	// read is each piece of a file in words.
	read map[string][]string
	// longest is of the phrases, in words.
	longest int
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

func readVocabulary(text string) (*vocabulary, error) {
	v := &vocabulary{
		spelling: map[string][]string{}, number: map[string]string{}, phrases: map[string][]role{}, known: map[string]bool{},
		read: map[string][]string{},
	}
	section := ""
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		err := v.readLine(&section, line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return v, nil
}

func (v *vocabulary) readLine(section *string, line string) error {
	if name, ok := strings.CutPrefix(line, "== "); ok {
		*section = name
		return nil
	}
	switch *section {
	case "spelling":
		return v.spell(line)
	case "number":
		figure, words, _ := strings.Cut(line, ":")
		for w := range strings.SplitSeq(words, ",") {
			v.number[fold(strings.TrimSpace(w))] = figure
		}
		return nil
	}
	name, which, _ := strings.Cut(*section, " ")
	k := kind(name)
	if !slices.Contains(kinds, k) || (k == deed) != (which != "") {
		return fmt.Errorf("there is no section %q", *section)
	}
	phrases, rest := expand(line)
	if rest != "" {
		return fmt.Errorf("a bracket is missing before %q", rest)
	}
	for _, phrase := range phrases {
		v.add(phrase, role{k, which})
	}
	return nil
}

// spell reads "as written, or so: as it is kept".
func (v *vocabulary) spell(line string) error {
	written, kept, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("%q has no colon", line)
	}
	for w := range strings.SplitSeq(written, ",") {
		words := split(fold(w))
		if len(words) != 1 {
			return fmt.Errorf("%q is not one word", w)
		}
		v.spelling[words[0]] = v.words(kept)
	}
	return nil
}

func (v *vocabulary) add(phrase string, r role) {
	var words []string
	for w := range strings.FieldsSeq(phrase) {
		as, ok := v.read[w]
		if !ok {
			as = v.words(w)
			v.read[w] = as
		}
		words = append(words, as...)
	}
	if len(words) == 0 {
		return
	}
	for _, w := range words {
		v.known[w] = true
	}
	v.longest = max(v.longest, len(words))
	key := strings.Join(words, " ")
	if !slices.Contains(v.phrases[key], r) {
		v.phrases[key] = append(v.phrases[key], r)
	}
}

// expand is every phrase of a pattern, up to a bracket that closes what encloses it.
func expand(pattern string) (phrases []string, rest string) {
	current := []string{""}
	for {
		i := strings.IndexAny(pattern, "([|)]")
		if i < 0 {
			i = len(pattern)
		}
		current, pattern = joined(current, []string{pattern[:i]}), pattern[i:]
		if pattern == "" || pattern[0] == ')' || pattern[0] == ']' {
			return append(phrases, current...), pattern
		}
		opening := pattern[0]
		pattern = pattern[1:]
		if opening == '|' {
			phrases, current = append(phrases, current...), []string{""}
			continue
		}
		inner, after := expand(pattern)
		if after == "" {
			return nil, pattern
		}
		if opening == '[' {
			inner = append(inner, "")
		}
		current, pattern = joined(current, inner), after[1:]
	}
}

// joined is each phrase followed by each of the ends.
func joined(phrases, ends []string) []string {
	out := make([]string, 0, len(phrases)*len(ends))
	for _, p := range phrases {
		for _, e := range ends {
			out = append(out, p+" "+e)
		}
	}
	return out
}
