package endpointing

import (
	_ "embed"
	"fmt"
	"strings"

	"parley/bench/quality"
)

//go:embed testdata/said.txt
var said string

// Sentence is one thing that is said.
type Sentence struct {
	// ID is its number in the file, from 1.
	ID int
	// Kind is what sort of turn it is, such as "question".
	Kind string
	// Asked is what the character asked before; empty where it does not matter.
	Asked string
	// Pieces are what stands between the places where the speaker may pause; Hard
	// says of each place whether the words before it make a clause.
	Pieces []string
	Hard   []bool
	// Held is set on those that nothing is fitted to.
	Held bool
}

// Text is the whole sentence without marks of pauses.
func (s Sentence) Text() string { return strings.Join(s.Pieces, " ") }

// Fixture is the sentence with a pause after its n-th piece, or without one if n
// is negative.
func (s Sentence) Fixture(n int) quality.Fixture {
	f := quality.Fixture{ID: fmt.Sprint(s.ID), Text: s.Text()}
	if n >= 0 {
		f.Text = strings.Join(s.Pieces[:n+1], " ") + " | " + strings.Join(s.Pieces[n+1:], " ")
	}
	return f
}

// Sentences reads those built in.
func Sentences() ([]Sentence, error) { return parse(said) }

func parse(file string) ([]Sentence, error) {
	var out []Sentence
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		s := Sentence{ID: len(out) + 1, Held: len(out)%2 == 1}
		var text string
		var ok bool
		if s.Kind, text, ok = strings.Cut(line, ": "); !ok {
			return nil, fmt.Errorf("sentence %d: no kind in %q", s.ID, line)
		}
		if strings.HasPrefix(text, "[") {
			if s.Asked, text, ok = strings.Cut(text[1:], "] "); !ok {
				return nil, fmt.Errorf("sentence %d: the question does not end in %q", s.ID, line)
			}
		}
		var piece []string
		for word := range strings.FieldsSeq(text) {
			if word != "|" && word != "||" {
				piece = append(piece, word)
				continue
			}
			if len(piece) == 0 {
				return nil, fmt.Errorf("sentence %d: a pause stands between two words, not in %q", s.ID, line)
			}
			s.Pieces, s.Hard = append(s.Pieces, strings.Join(piece, " ")), append(s.Hard, word == "||")
			piece = nil
		}
		if len(piece) == 0 || !strings.ContainsAny(piece[len(piece)-1], ".?") {
			return nil, fmt.Errorf("sentence %d: no end mark in %q", s.ID, line)
		}
		s.Pieces = append(s.Pieces, strings.Join(piece, " "))
		out = append(out, s)
	}
	return out, nil
}
