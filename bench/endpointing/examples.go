package endpointing

import (
	"context"
	"time"

	"parley/agent"
	"parley/agent/endpoint"
	"parley/bench"
)

// Example is one silence of the sentences that weights are fitted to.
type Example struct {
	Cues endpoint.Cues
	// Over is set if the turn was over, Manner how the pause came to be if not.
	Over                          bool
	Recogniser, Condition, Manner string
	Pause                         time.Duration
	ID                            int
}

// Examples are those of the fitting half, or with held of the other.
func Examples(ctx context.Context, env *bench.Env, held bool) ([]Example, error) {
	var out []Example
	_, err := run(ctx, env, 1, func(c call) bool { return c.held == held }, func(s *spoken, recogniser string, answered []agent.Answered) {
		for i, a := range answered {
			for _, silence := range a.Silences {
				over := silence.At > s.lines[i].Voiced-edgeOff
				p := s.pauses[i]
				if !over && (p.end == 0 || silence.At < p.start-edgeOff || silence.At > p.start+edgeOff) {
					continue // what the VAD alone takes for a silence
				}
				t := s.call.turns[i]
				out = append(out, Example{silence.Cues, over, recogniser, s.call.condition.Name, t.manner, t.pause, t.sentence.ID})
			}
		}
	})
	return out, err
}

// edgeOff is how far the VAD's edge of speech may be off.
const edgeOff = 200 * time.Millisecond
