package caller

import (
	"encoding/json"
	"time"

	"parley"
	"parley/rpc"
)

// Event is one thing the caller did, heard or was told.
type Event struct {
	// At runs from the moment the caller began to join.
	At   time.Duration
	Body Body
}

// Body is what happened: one of the types below, by value.
type Body interface{ kind() string }

// Joined tells that the caller is in the room.
type Joined struct {
	Identity string `json:"identity"`
}

// AgentCame tells that the agent is in the room.
type AgentCame struct {
	Identity string `json:"identity"`
}

// StateChanged tells what the character is doing now.
type StateChanged struct {
	State parley.State `json:"state"`
}

// LineBegun tells that the caller begins to say a line. Repeat is set when the
// character did not answer it the first time.
type LineBegun struct {
	// Number counts the lines from 1.
	Number int    `json:"number"`
	Text   string `json:"text"`
	Repeat bool   `json:"repeat,omitempty"`
}

// LineDone tells that the last sample of the line was sent.
type LineDone struct {
	Number int `json:"number"`
}

// Caption is one step of a caption; Text is the whole segment so far.
type Caption struct {
	Role    parley.Role `json:"role"`
	Segment string      `json:"segment"`
	Text    string      `json:"text"`
	Final   bool        `json:"final"`
}

// ConnectionLost tells that the connection is being made again, and
// ConnectionBack that it was.
type (
	ConnectionLost struct{}
	ConnectionBack struct{}
)

// Verdict, Reaction, Latency, Trouble, Usage and Ended are the agent's news as they
// came over the wire.
type (
	Verdict  rpc.Checker
	Reaction rpc.EmojiReaction
	Latency  rpc.Latency
	Trouble  rpc.Trouble
	Usage    rpc.Usage
	Ended    rpc.CallEnded
)

func (Joined) kind() string         { return "joined" }
func (AgentCame) kind() string      { return "agent" }
func (StateChanged) kind() string   { return "state" }
func (LineBegun) kind() string      { return "line" }
func (LineDone) kind() string       { return "line_done" }
func (Caption) kind() string        { return "caption" }
func (ConnectionLost) kind() string { return "connection_lost" }
func (ConnectionBack) kind() string { return "connection_back" }
func (Verdict) kind() string        { return "checker" }
func (Reaction) kind() string       { return "emoji_reaction" }
func (Latency) kind() string        { return "latency" }
func (Trouble) kind() string        { return "trouble" }
func (Usage) kind() string          { return "usage" }
func (Ended) kind() string          { return "call_ended" }

// MarshalJSON writes the event as one object: at_ms, kind and body.
func (e Event) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		AtMS int64  `json:"at_ms"`
		Kind string `json:"kind"`
		Body Body   `json:"body"`
	}{e.At.Milliseconds(), e.Body.kind(), e.Body})
}
