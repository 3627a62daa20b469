package caller

import (
	"time"

	"parley"
	"parley/rpc"
)

// Report is what the caller knows when the call is over.
type Report struct {
	// Call, Outcome and Reason are the agent's last word; empty if it had none.
	Call    parley.CallID
	Outcome parley.Outcome
	Reason  string
	// Conversation is what was said, from the final captions of both sides in
	// the order they were first shown.
	Conversation []Said
	// Exchanges counts the caller's lines that the character answered.
	Exchanges int
	Verdicts  []rpc.Checker
	Reactions []rpc.EmojiReaction
	// Troubles are the faults told of; that one is over is none.
	Troubles []rpc.Trouble
	// Usage is the agent's last account of what each engine did.
	Usage []rpc.EngineUsage
	// Latencies are the agent's own account, Responses the caller's: from the
	// last voiced frame sent to the first audible one heard, the way there and
	// back included.
	Latencies []rpc.Latency
	Responses []time.Duration
	// Join is how long joining took, Opening how long after that the character
	// was first heard; 0 if it never was.
	Join, Opening time.Duration
	// Audio is the left channel, the caller, and the right, the character, as
	// media.WriteWAV takes them; nil unless Config.Record was set.
	Audio [][]int16
	// Cut is set if the call was longer than what Audio can hold.
	Cut bool
}

// Said is one caption segment.
type Said struct {
	Role parley.Role
	Text string
}

// take fills the report with what the caller knows.
func (r *Report) take(v View) {
	if e := v.Ended; e != nil {
		r.Call, r.Outcome, r.Reason = e.CallID, e.Outcome, e.Reason
	}
	for _, c := range v.Captions {
		r.Conversation = append(r.Conversation, Said{c.Role, c.Text})
	}
	for _, verdict := range v.Verdicts {
		r.Verdicts = append(r.Verdicts, verdict.Checker)
	}
	r.Reactions, r.Troubles, r.Usage, r.Latencies = v.Reactions, v.Troubles, v.Usage, v.Latencies
}
