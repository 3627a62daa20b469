package agenttest

import (
	"time"

	"parley/media/playout"
)

// Air is the room around a user whose sounds are real: what the character says
// fills it, and the microphone picks up what is in it. Its methods are called from
// different goroutines.
type Air interface {
	// Played takes the frame that leaves at a time of the call.
	Played(at time.Duration, f playout.Frame)
	// Mic fills frame with what the microphone picks up until at.
	Mic(at time.Duration, frame []int16)
}
