package endpoint

import "time"

// The points of the curve from probability to silence, chosen on the fitting
// half of bench/endpointing's sentences: of the pauses there, few that are
// shorter than likelyShare of the longest wait have likely or more.
const (
	// surely and likely are the probabilities from which a turn counts as that;
	// from surer on the wait grows shorter.
	likely, surer, surely = 0.815, 0.93, 0.985
	likelyShare           = 0.66
)

// Delay is how long to wait with the answer to a turn that is over with
// probability p: sure if it surely is, most if that is open, and between them the
// less the surer. It rises as p falls.
func Delay(p float64, sure, most time.Duration) time.Duration {
	sure = min(sure, most)
	wait := max(time.Duration(likelyShare*float64(most)), sure)
	switch {
	case p >= surely:
		return sure
	case p >= surer:
		share := (logit(p) - logit(surer)) / (logit(surely) - logit(surer))
		return wait - time.Duration(share*float64(wait-sure))
	case p >= likely:
		return wait
	}
	return most
}
