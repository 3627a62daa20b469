package caller

import "time"

// answerClock measures how long the character takes to answer, as the caller
// hears it.
type answerClock struct {
	sent    time.Time // when the caller was last voiced
	waiting bool      // nothing was heard since
	took    time.Duration
}

// voiced takes a voiced frame the caller sent. An answer heard before it was
// none.
func (a *answerClock) voiced(now time.Time) { a.sent, a.waiting, a.took = now, true, 0 }

// heard takes an audible frame of the character's.
func (a *answerClock) heard(now time.Time) {
	if a.waiting {
		a.waiting, a.took = false, now.Sub(a.sent)
	}
}

// settle puts the answer under way, if one was heard, into the report.
func (a *answerClock) settle(r *Report) {
	if a.took > 0 {
		r.Responses = append(r.Responses, a.took)
	}
	*a = answerClock{}
}
