package endpoint

import "sync"

// Marks are what is known of how a recogniser marks the ends of sentences. Some
// write a full stop after every piece they are given, whether the speaker goes on
// or not; that shows as soon as one does. The zero value knows nothing.
type Marks struct {
	// Right counts marks after which the turn was over, Wrong those after which the
	// user went on.
	Right, Wrong float64
}

// priorRight and priorWrong are how far a mark is trusted before any was seen.
// One that is wrong counts for several: who marks one piece marks them all.
const (
	priorRight = 4
	priorWrong = 1
	rights     = 2
	wrongs     = 4
)

// Trust is how likely a mark is to stand at the end of a turn.
func (m Marks) Trust() float64 {
	right := rights*m.Right + priorRight
	return right / (right + wrongs*m.Wrong + priorWrong)
}

// Experience is what the latest calls have shown of a recogniser's marks: how it
// writes does not depend on who talks, so a call need not find out alone. That
// marks are wrong is believed when two calls saw it: one alone may be of a user who
// goes on after whole sentences. It is safe for concurrent use; the zero value
// knows nothing.
type Experience struct {
	mu    sync.Mutex
	calls [remembered]Marks
	next  int
}

const (
	// remembered is how many calls count, the latest.
	remembered = 32
	// fromCall is how many marks of one call count at most, so that one user who
	// often pauses after a whole sentence changes little for the others.
	fromCall = 6
	// fromAll is how many marks of its own a new call holds all of them for.
	fromAll = 8
)

// Marks are where a new call begins: what all but the call with the most wrong
// marks have seen.
func (e *Experience) Marks() Marks {
	e.mu.Lock()
	defer e.mu.Unlock()
	var sum, worst Marks
	for _, m := range e.calls {
		sum.Right += m.Right
		sum.Wrong += m.Wrong
		if m.Wrong > worst.Wrong {
			worst = m
		}
	}
	return Marks{Right: sum.Right - worst.Right, Wrong: sum.Wrong - worst.Wrong}.bounded(fromAll)
}

// Learn takes what one call has seen itself; one without a mark is none.
func (e *Experience) Learn(own Marks) {
	if own.Right+own.Wrong <= 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls[e.next%remembered] = own.bounded(fromCall)
	e.next++
}

// Calls are what is remembered, a call each, the latest last.
func (e *Experience) Calls() []Marks {
	e.mu.Lock()
	defer e.mu.Unlock()
	var calls []Marks
	for i := range remembered {
		if m := e.calls[(e.next+i)%remembered]; m.Right+m.Wrong > 0 {
			calls = append(calls, m)
		}
	}
	return calls
}

// Recall learns what another process remembered of the same recogniser; what cannot
// be is left out.
func (e *Experience) Recall(calls []Marks) {
	for _, m := range calls {
		if m.Right >= 0 && m.Wrong >= 0 && m.Right+m.Wrong <= fromCall {
			e.Learn(m)
		}
	}
}

// bounded is m with no more than most marks, in the same proportion.
func (m Marks) bounded(most float64) Marks {
	if n := m.Right + m.Wrong; n > most {
		m.Right, m.Wrong = m.Right*most/n, m.Wrong*most/n
	}
	return m
}

// CountedSince is what m has counted more than before.
func (m Marks) CountedSince(before Marks) Marks {
	return Marks{Right: m.Right - before.Right, Wrong: m.Wrong - before.Wrong}
}
