package agent

import "time"

// Timing is every delay of turn-taking. The zero value of a field means its
// default; a scenario or a user may override any of them.
type Timing struct {
	// UtteranceEnd is the silence after which the open utterance is closed and
	// its final transcript asked for. Silences inside an utterance stay below
	// 160 ms for the VAD in use (speech.md C), so 200 ms splits none.
	UtteranceEnd time.Duration
	// MinDelay is the silence after which the user's turn is over.
	MinDelay time.Duration
	// OpenDelay replaces MinDelay when the words so far ask for more, as after
	// "and" or "because".
	OpenDelay time.Duration
	// TranscriptWait is how long past the endpointing delay a final transcript
	// is waited for before the interim one is taken instead.
	TranscriptWait time.Duration
	// BargeIn is how long the user must speak over the character before it
	// falls silent. Shorter yields to coughs.
	BargeIn time.Duration
	// Patience is the silence the character bears before its one nudge.
	Patience time.Duration
	// LastWord is how long the call waits for the last verdict once the
	// scenario's turns are used up.
	LastWord time.Duration
}

// DefaultTiming is what a call uses where neither scenario nor user says
// otherwise. MinDelay and BargeIn start from livekit.md Appendix A.
var DefaultTiming = Timing{
	UtteranceEnd:   200 * time.Millisecond,
	MinDelay:       500 * time.Millisecond,
	OpenDelay:      1200 * time.Millisecond,
	TranscriptWait: 1500 * time.Millisecond,
	BargeIn:        200 * time.Millisecond,
	Patience:       6 * time.Second,
	LastWord:       3 * time.Second,
}

// MinPatience and MaxPatience bound what a user may ask for (architecture.md
// section 4, set_patience).
const (
	MinPatience = 3 * time.Second
	MaxPatience = 15 * time.Second
)

func (t Timing) withDefaults() Timing {
	for _, f := range []struct {
		v *time.Duration
		d time.Duration
	}{
		{&t.UtteranceEnd, DefaultTiming.UtteranceEnd},
		{&t.MinDelay, DefaultTiming.MinDelay},
		{&t.OpenDelay, DefaultTiming.OpenDelay},
		{&t.TranscriptWait, DefaultTiming.TranscriptWait},
		{&t.BargeIn, DefaultTiming.BargeIn},
		{&t.Patience, DefaultTiming.Patience},
		{&t.LastWord, DefaultTiming.LastWord},
	} {
		if *f.v <= 0 {
			*f.v = f.d
		}
	}
	return t
}
