// Package parley holds the words every part of Parley shares: who speaks, what
// a turn is, what the checker found, what happened in a call. It imports only
// the standard library, knows no transport and starts no goroutine; all its
// types are plain values, safe to copy and to share once built.
//
// The folders around it, and which may import which, are described in
// docs/architecture.md and held by TestImportDirection.
package parley

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
)

// CallID names one call for its whole life: in the journal, in check subjects
// and to the browser. It is safe in a file name and in a NATS subject.
type CallID string

// NewCallID returns an id no other call has: "call_" and 80 random bits.
func NewCallID() CallID {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
	return CallID("call_" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:])))
}

// Role says which side of the conversation spoke.
type Role string

// The two sides of a call.
const (
	User      Role = "user"
	Character Role = "character"
)

// Turn is all that one side said before the floor passed, as the other side
// truly heard it.
type Turn struct {
	// Number counts the turns of a call from 1, both sides together. The
	// character's opening line is turn 1.
	Number int  `json:"number"`
	Role   Role `json:"role"`
	// Text is what was heard: the transcript of the user's speech, or the part
	// of the character's reply whose audio was sent.
	Text string `json:"text"`
	// Full is the character's whole reply when Interrupted cut it; else empty.
	Full        string `json:"full,omitempty"`
	Interrupted bool   `json:"interrupted,omitempty"`
	// Typed is set when the user wrote the turn instead of speaking it.
	Typed bool `json:"typed,omitempty"`
	// Backchannel is set when the user spoke while the character did and did not take
	// the floor: "mm-hm", or a word over a line that may not be interrupted. Its
	// key is older than its name; journals have it.
	Backchannel bool `json:"aside,omitempty"`
}

// State is what the character is doing, in the words of LiveKit's
// "lk.agent.state" attribute.
type State string

// The agent states that LiveKit's front ends know
// (github.com/livekit/components-js, packages/react/src/hooks/useAgent.ts).
const (
	Initializing State = "initializing"
	Idle         State = "idle"
	Listening    State = "listening"
	Thinking     State = "thinking"
	Speaking     State = "speaking"
)

// Caption is one step of the text shown for one segment of speech. Text is the
// whole segment so far, never a delta; Final marks the last step.
type Caption struct {
	Role Role
	// Segment is unique within the call and constant over the steps of one
	// segment.
	Segment string
	Text    string
	Final   bool
	// Typed marks a user's caption with words that they typed; Spoken is then the
	// rest of it. Whoever types sees that on their own screen at once, so a typed
	// caption is for the others, and the user is shown Spoken alone.
	Typed  bool
	Spoken string
}

// Reaction is an emoji the character shows; it is never spoken.
type Reaction struct {
	Emoji string `json:"emoji"`
	// Label says the emoji in words, such as "raises an eyebrow".
	Label string `json:"label"`
}

// Hint is one answer to the user's request for help.
type Hint struct {
	// Level runs from 1, a question to consider, to 3, an example line.
	Level     int    `json:"level"`
	Text      string `json:"text"`
	Remaining int    `json:"remaining"`
	// Turn is the number of the newest turn when it was asked for; 0 in old journals.
	Turn int `json:"turn,omitempty"`
}

// Outcome says how a call ended.
type Outcome string

// All outcomes of a call.
const (
	Won     Outcome = "won"     // the character agreed
	Lost    Outcome = "lost"    // a bad ending
	Timeout Outcome = "timeout" // the scenario's time limit passed
	Left    Outcome = "left"    // the user left or ended the call
	Failed  Outcome = "error"   // the agent could not hold the call
)

// Ending tells the user that the call is over and why.
type Ending struct {
	Outcome Outcome `json:"outcome"`
	Call    CallID  `json:"call_id"`
	// Reason is one plain sentence for the user, Code its name if it has one.
	Reason string `json:"reason"`
	Code   Phrase `json:"code,omitempty"`
}
