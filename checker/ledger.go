package checker

import "parley"

// Ledger is what the checker knows of a call besides the window of turns it is
// sent: it goes with each verdict and so outlives the window and the worker.
// The zero Ledger is that of a call nothing was judged of.
type Ledger struct {
	// Exchange is the newest exchange judged, 0 before the first.
	Exchange int `json:"exchange"`
	// Progress is 0-10.
	Progress int `json:"progress"`
	// Evidence is the quotes that raised progress, oldest first, at most
	// maxEvidence.
	Evidence []Quote `json:"evidence,omitempty"`
	// Checks are the ids of the rubric checks met.
	Checks []string `json:"checks,omitempty"`
}

// Quote is words of the character.
type Quote struct {
	Exchange int    `json:"exchange"`
	Turn     int    `json:"turn"` // the turn's number
	Text     string `json:"text"` // as it stands in the turn
}

// before is the ledger a case begins with: that of the last verdict, or, where
// none is known, the progress the call itself remembers.
func before(known Ledger, e parley.Exchange) Ledger {
	if known.Exchange == 0 {
		known.Progress = clamp(e.Previous)
	}
	return known
}
