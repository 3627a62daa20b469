package endpointing

import (
	"math/rand/v2"
	"slices"
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
