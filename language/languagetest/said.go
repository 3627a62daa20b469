// Package languagetest has what people say to a question that wants a yes or a no, and
// the test of all who read it.
package languagetest

import (
	"embed"
	"strings"
	"testing"
)

// Question is what the sets answer.
const Question = "Shall I remove 3 tasks from your list for good?"

//go:embed said/*.txt
var said embed.FS

// Set is lines that are one person's words each.
type Set struct {
	Name  string
	Lines []string
}

// Refusals are lines that allow nothing, though "yes", "delete" or "do it" is in many:
// noes, conditions, questions, quotations, mockery. Each set was written before the
// words of the one before it were in the vocabularies.
func Refusals(t testing.TB) []Set { return read(t, "said/refusals.txt") }

// Assents are lines that allow what was asked: to remove three tasks.
func Assents(t testing.TB) []Set { return read(t, "said/assents.txt") }

func read(t testing.TB, name string) (sets []Set) {
	t.Helper()
	data, err := said.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if named, ok := strings.CutPrefix(line, "# == "); ok {
			sets = append(sets, Set{Name: named})
		} else if line != "" && line[0] != '#' {
			last := &sets[len(sets)-1]
			last.Lines = append(last.Lines, line)
		}
	}
	for _, s := range sets {
		if len(s.Lines) < 100 {
			t.Fatalf("%s: %s has only %d lines", name, s.Name, len(s.Lines))
		}
	}
	return sets
}
