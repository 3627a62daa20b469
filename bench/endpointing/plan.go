package endpointing

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"parley/bench/quality"
)

// Voices are those of the callers, Flite's.
var Voices = []string{"rms", "slt", "awb"}

// Conditions are those of the quality set that change the sound.
var Conditions = []quality.Condition{{Name: "clean"}, {Name: "noise-20", SNR: 20}, {Name: "noise-10", SNR: 10}}

// Pauses are how long speakers pause in mid-sentence. Those under Short count
// against the target.
var Pauses = []time.Duration{
	400 * time.Millisecond, 500 * time.Millisecond, 600 * time.Millisecond, 700 * time.Millisecond,
	800 * time.Millisecond, 900 * time.Millisecond, 1000 * time.Millisecond, 1200 * time.Millisecond,
}

// Short is the pause that nobody may be cut off in.
const Short = time.Second

// How a pause came to be.
const (
	// Within is a pause put into one synthesis: the melody goes on across it.
	Within = "within"
	// Apart is a pause between two syntheses: each piece falls like a sentence
	// of its own, the hardest case for whoever listens to the melody.
	Apart = "apart"
)

// spokenTurn is one sentence as it is said once.
type spokenTurn struct {
	sentence Sentence
	// after is the piece that a pause of pause comes after, -1 for none.
	after  int
	pause  time.Duration
	manner string
}

// call is what one caller says.
type call struct {
	seed      uint64
	condition quality.Condition
	voice     string
	held      bool
	turns     []spokenTurn
}

// perCall is how many turns a call has: what is learnt in a call is forgotten
// after it.
const perCall = 10

// plan deals the sentences to calls: in every condition each is said once whole
// and once for each place where its speaker may pause. share is the part of the
// calls that is made.
func plan(sentences []Sentence, share float64) []call {
	var calls []call
	for c, condition := range Conditions {
		for _, held := range []bool{false, true} {
			var turns []spokenTurn
			for _, s := range sentences {
				if s.Held != held {
					continue
				}
				turns = append(turns, spokenTurn{sentence: s, after: -1})
				for i := range s.Hard {
					k := s.ID + 3*i + 5*c
					turns = append(turns, spokenTurn{s, i, Pauses[k%len(Pauses)], []string{Within, Apart}[(s.ID/2+i+c)%2]})
				}
			}
			rng := rand.New(rand.NewPCG(uint64(c), 9)) //nolint:gosec // the same order each time
			rng.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
			turns = turns[:int(float64(len(turns))*share)]
			for some := range slices.Chunk(turns, perCall) {
				n := len(calls)
				calls = append(calls, call{uint64(n), condition, Voices[n%len(Voices)], held, some}) //nolint:gosec // small
			}
		}
	}
	return calls
}

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
