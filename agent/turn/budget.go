package turn

import "time"

// DefaultWaste is Config.Waste's default: of engines that are paid for, one
// answer in four or so may be for nothing.
const DefaultWaste = 0.3

const (
	// firstWaste is what may be wasted before anything has been earned, mostWaste
	// the most that is saved up.
	firstWaste = 2
	mostWaste  = 3
)

// budget bounds the answers that are begun early for nothing. Every turn that is
// answered adds a share of one, every answer that is dropped takes one off; with
// less than one left answers are begun when the turn is over. As only the first
// clause of an answer is spoken before that, and an answer is short, it bounds
// tokens and characters too.
type budget struct{ share, left float64 }

func newBudget(share float64) budget {
	if share == 0 {
		share = DefaultWaste
	}
	return budget{share, max(share, firstWaste)}
}

// allows reports whether an answer may be begun early.
func (b budget) allows() bool { return b.share > 0 && b.left >= 1 }

// earn counts an answer that was wanted.
func (b *budget) earn() { b.left = min(b.left+b.share, max(mostWaste, b.share)) }

// spend counts one that was not.
func (b *budget) spend() { b.left-- }

// leadFor follows the time from asking the model to the first audio: up at once,
// as a late answer is felt, down slowly.
func leadFor(lead, took time.Duration) time.Duration {
	if took > lead {
		return lead + (took-lead)/2
	}
	return lead - (lead-took)/4
}
