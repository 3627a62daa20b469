package quality

import "time"

// Kind is what was observed.
type Kind string

// The kinds of observation.
const (
	// Pause is one pause in mid-sentence; Failed means that the character spoke
	// in it or in the rest of the sentence.
	Pause Kind = "pause"
	// Fluent is a line up to its first pause, or a whole line without; Failed
	// means that the character spoke in it.
	Fluent Kind = "fluent"
	// Complete is a whole turn; Took is how long the character took to answer,
	// Failed that this was over LateAfter or never.
	Complete Kind = "complete"
	// Backchannel and Noise come over the character's reply; Failed means that
	// it did not go on, Took is how long it was silent first.
	Backchannel Kind = "backchannel"
	Noise       Kind = "noise"
	// Interruption comes over the reply; Took is how long it was heard on,
	// Failed that this was over MissedAfter.
	Interruption Kind = "interruption"
	// Caption is one reply of the character's; Off is how many words its final
	// caption has more or less than were heard, Failed that this is more than
	// one.
	Caption Kind = "caption"
	// Waste is an answer of the character's; Off is how many others it had begun
	// for that turn before it was over, and dropped, Failed that there was one.
	Waste Kind = "waste"
)

const (
	// LateAfter is when an answer is late.
	LateAfter = 1500 * time.Millisecond
	// MissedAfter is when an interruption is missed.
	MissedAfter = time.Second
)

// Observation is one thing seen in a call.
type Observation struct {
	Kind      Kind   `json:"kind"`
	Fixture   string `json:"fixture"`
	Condition string `json:"condition"`
	Profile   string `json:"profile"`
	Voice     string `json:"voice"`
	// Pause is how long the pause was, Hard whether the words before it made a
	// clause.
	Pause time.Duration `json:"pause,omitempty"`
	Hard  bool          `json:"hard,omitempty"`
	// Soft is set on backchannels of the lower level.
	Soft   bool          `json:"soft,omitempty"`
	Failed bool          `json:"failed"`
	Took   time.Duration `json:"took,omitempty"`
	Off    int           `json:"off,omitempty"`
}
