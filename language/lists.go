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
// of a Pattern. "#" begins a comment at the start of a line. A section
// may come more than once; one without a line is empty, not missing. The zero value and
// nil have none. Lists do not change once read.
type Lists struct {
	// Words and Phrases are by name. They are not to be changed.
	Words   map[string]map[string]bool
	Phrases map[string][]string
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

func (l *Lists) phrases(name string) []string {
	if l == nil {
		return nil
	}
	return l.Phrases[name]
}

// Patterns compiles lines, each the source of a Pattern; one that begins with "- " is an
// exception. Patterns that hold for no word, such as "[a]", are refused.
func (l *Lists) Patterns(lines []string) (*Patterns, error) {
	out, except := &Patterns{byHead: map[string][]*Pattern{}}, &Patterns{byHead: map[string][]*Pattern{}}
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
		} else {
			out.add(p)
		}
	}
	if len(except.byHead)+len(except.loose) > 0 {
		out.except = except
	}
	return out, nil
}

func (p *Patterns) add(pattern *Pattern) {
	heads, loose := pattern.heads()
	if loose {
		p.loose = append(p.loose, pattern)
		return
	}
	for w := range heads {
		p.byHead[w] = append(p.byHead[w], pattern)
	}
}
