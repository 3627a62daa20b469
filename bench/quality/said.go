package quality

import (
	"context"
	"time"

	"parley/bench/quality/noise"
	"parley/bench/quality/oracle"
	"parley/tts"
)

// Said is a fixture as one voice says it, as loud as callers speak. Times run
// from its first sample.
type Said struct {
	PCM []int16
	// Words are as written and when each has been said.
	Words []oracle.Word
	// Start and End are the first and the last voiced sample.
	Start, End time.Duration
	Silences   []Silence
}

// Silence is a pause within what is said. A hard one comes after words that make
// a clause.
type Silence struct {
	Start, End time.Duration
	Hard       bool
}

// Say has x said with every pause of it lasting d. The sentence is synthesised
// in one, and the pauses put into it.
func Say(ctx context.Context, speech tts.Engine, voice string, x Fixture, d time.Duration) (Said, error) {
	l, err := render(ctx, speech, voice, x, d)
	if err != nil {
		return Said{}, err
	}
	s := Said{PCM: l.pcm, Words: l.words, Start: l.start, End: l.end}
	for _, p := range l.pauses {
		s.Silences = append(s.Silences, Silence{p.start, p.end, p.hard})
	}
	return s, nil
}

// Noise is n samples of what a caller of the condition has around: white and pink
// noise and babble.
func (c Condition) Noise(n int, seed uint64, babble []int16) []int16 {
	if c.SNR == 0 {
		return make([]int16, n)
	}
	return noise.Bed(n, seed, babble, noise.Under(speechLevel, c.SNR))
}

// Babble is several voices at once, for Noise.
func Babble(ctx context.Context, speech tts.Engine) ([]int16, error) {
	f, err := LoadFixtures()
	if err != nil {
		return nil, err
	}
	l := newLibrary(speech)
	err = l.chat(ctx, f.Complete)
	return l.babble, err
}
