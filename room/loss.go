package room

import "math/rand/v2"

// loss loses packets before they are sent, for measuring what a bad network
// does to a call. The zero value loses none; the same share loses the same ones.
type loss struct {
	share float64
	rng   *rand.Rand
	// lost counts the packets since the last that was not.
	lost uint16
}

func newLoss(share float64) loss {
	return loss{share: share, rng: rand.New(rand.NewPCG(5, 20))}
}

// next reports whether the next packet is sent, and how many were lost before
// it.
func (l *loss) next() (lost uint16, sent bool) {
	if l.share > 0 && l.rng.Float64() < l.share {
		l.lost++
		return 0, false
	}
	lost, l.lost = l.lost, 0
	return lost, true
}
