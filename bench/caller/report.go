package caller

import (
	"strings"
	"time"
	"unicode"

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

// Progress is that of the last verdict, 0 without any.
func (r Report) Progress() int {
	if len(r.Verdicts) == 0 {
		return 0
	}
	return r.Verdicts[len(r.Verdicts)-1].ProgressTowardsGoal
}

// Recall is the share of the words of said that heard gives back in order, from
// 0 to 1: the longest common subsequence of the two over the words of said. Case
// and punctuation do not count; nothing said is 1. It takes time proportional to
// the product of the two lengths.
func Recall(said, heard string) float64 {
	want, got := words(said), words(heard)
	if len(want) == 0 {
		return 1
	}
	// best[j] is the longest common subsequence of the words of want so far and
	// the first j of got.
	best := make([]int, len(got)+1)
	for _, w := range want {
		diagonal := 0
		for j, g := range got {
			above := best[j+1]
			if w == g {
				best[j+1] = diagonal + 1
			} else {
				best[j+1] = max(above, best[j])
			}
			diagonal = above
		}
	}
	return float64(best[len(got)]) / float64(len(want))
}

// words are the words of text in lower case, apostrophes kept.
func words(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	fields := strings.FieldsFunc(text, func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	kept := fields[:0]
	for _, w := range fields {
		if w = strings.Trim(w, "'"); w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}
