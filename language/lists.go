package language

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
)

// Lists are the words and phrases of one file. A file has sections: of "[words name]" a
// line has words as Word.Text has them, of "[spelt name]" as Word.Spelt does, of
// "[phrases name]" each line is a phrase, whose form its user knows: most are the source
// of a Pattern, where a listed word that ends in "*" is any that begins so. "#" begins a
// comment at the start of a line. A section may come more than once; one without a line
// is empty, not missing. The zero value and nil have none. Lists do not change once read.
type Lists struct {
	// Words and Phrases are by name. They are not to be changed.
	Words   map[string]map[string]bool
	Phrases map[string][]string
	// reads takes the words of patterns apart; nil for Read.
	reads func(text string) []Word
}

var heading = regexp.MustCompile(`^\[(words|spelt|phrases) .*\]$`)

// Embedded is the Lists of a file that is part of the program, read when first asked for;
// a fault of it panics.
func Embedded(file string) func() *Lists {
	return sync.OnceValue(func() *Lists {
		l, err := ReadLists(file)
		if err != nil {
			panic(err)
		}
		return l
	})
}

// Must is Patterns of a file that is part of the program: a fault of it panics.
func (l *Lists) Must(lines []string) *Patterns {
	p, err := l.Patterns(lines)
	if err != nil {
		panic(err)
	}
	return p
}

// ReadLists reads a file of lists.
func ReadLists(file string) (*Lists, error) {
	l := &Lists{Words: map[string]map[string]bool{}, Phrases: map[string][]string{}}
	kind, name, n := "", "", 0
	for line := range strings.Lines(file) {
		n++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case heading.MatchString(line):
			kind, name, _ = strings.Cut(strings.Trim(line, "[]"), " ")
			if kind != "phrases" && l.Words[name] == nil {
				l.Words[name] = map[string]bool{}
			}
		case kind == "phrases":
			l.Phrases[name] = append(l.Phrases[name], line)
		case kind == "words":
			maps.Copy(l.Words[name], Set(line))
		case kind == "spelt":
			for w := range strings.FieldsSeq(line) {
				l.Words[name][spelt(w)] = true
			}
		default:
			return nil, fmt.Errorf("line %d is in no section", n)
		}
	}
	return l, nil
}

// Is reports whether a word is in a list; of a list that is not there it is not.
func (l *Lists) Is(list, word string) bool { return l.words(list)[word] }

func (l *Lists) words(name string) map[string]bool {
	if l == nil {
		return nil
	}
	return l.Words[name]
}

// plain reports whether a list is there and has no word that ends in "*".
func (l *Lists) plain(name string) bool {
	for w := range l.words(name) {
		if strings.HasSuffix(w, "*") {
			return false
		}
	}
	return l.words(name) != nil
}

func (l *Lists) phrases(name string) []string {
	if l == nil {
		return nil
	}
	return l.Phrases[name]
}

// Table is the section of phrases of that name as a table: of a line "a b: c d" both a and
// b are by c d.
func (l *Lists) Table(name string) map[string]string {
	table := map[string]string{}
	for _, line := range l.phrases(name) {
		keys, value, _ := strings.Cut(line, ":")
		for key := range Set(keys) {
			table[key] = strings.TrimSpace(value)
		}
	}
	return table
}

// Patterns compiles lines, each the source of a Pattern; one that begins with "- " is an
// exception. Patterns that hold for no word, such as "[a]", are refused.
func (l *Lists) Patterns(lines []string) (*Patterns, error) {
	out, except := newPatterns(), newPatterns()
	for _, line := range lines {
		source, excepted := strings.CutPrefix(line, "- ")
		p, err := l.Compile(source)
		if err != nil {
			return nil, err
		}
		if to, ok := p.At(Scope{}, 0, nil); ok && to == 0 {
			return nil, fmt.Errorf("pattern %q holds for no word", source)
		}
		if excepted {
			except.add(p)
			out.except = except
		} else {
			out.add(p)
		}
	}
	return out, nil
}

func newPatterns() *Patterns {
	return &Patterns{byHead: map[string][]*Pattern{}, byStart: map[byte][]*Pattern{}}
}

func (p *Patterns) add(pattern *Pattern) {
	heads, starts, loose := pattern.starts()
	switch {
	case loose:
		p.loose = append(p.loose, pattern)
	case len(starts) > 0:
		for w := range heads {
			starts[w[0]] = true
		}
		for start := range starts {
			p.byStart[start] = append(p.byStart[start], pattern)
		}
	default:
		for w := range heads {
			p.byHead[w] = append(p.byHead[w], pattern)
		}
	}
}

// read are the words of an element of a pattern, or its sign where it has none.
func (l *Lists) read(text string) (words []Word) {
	if l != nil && l.reads != nil {
		words = l.reads(text)
	} else {
		words = Read(text).Words
	}
	if len(words) == 0 {
		words = ReadSigns(text).Words
	}
	return words
}
