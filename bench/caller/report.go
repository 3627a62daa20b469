package caller

import (
	"slices"
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
}

// Said is one caption segment.
type Said struct {
	Role parley.Role
	Text string
}

// Text is all that role said, segments joined by a space.
func (r Report) Text(role parley.Role) string {
	var text []byte
	for _, s := range r.Conversation {
		if s.Role == role {
			text = append(append(text, s.Text...), ' ')
		}
	}
	return string(text[:max(len(text)-1, 0)])
}

// Progress is that of the last verdict, 0 without any.
func (r Report) Progress() int {
	if len(r.Verdicts) == 0 {
		return 0
	}
	return r.Verdicts[len(r.Verdicts)-1].ProgressTowardsGoal
}

// Quantile is the smallest of values that at least the share q of them does not
// exceed (nearest rank), for q from 0 to 1; 0 without values.
func Quantile(values []time.Duration, q float64) time.Duration {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(q*float64(len(sorted)) + 0.9999999)
	return sorted[min(max(rank, 1), len(sorted))-1]
}
