package endpoint

import (
	"sync"
	"testing"
)

// How a recogniser writes, one call learns from another.
func TestMarksAreKnownFromEarlierCalls(t *testing.T) {
	fresh := Marks{}.Trust()
	var every, always Experience
	for range 3 {
		every.Learn(Marks{Right: 5, Wrong: 5})
		always.Learn(Marks{Right: 5})
	}
	if p := every.Marks().Trust(); p > 0.55 {
		t.Errorf("one that marks every piece begins a call trusted by %.2f, unknown by %.2f", p, fresh)
	}
	if p := always.Marks().Trust(); p < 0.95 {
		t.Errorf("one that was always right begins a call trusted by %.2f, unknown by %.2f", p, fresh)
	}
	always.Learn(Marks{}) // a call without a mark
	if got := always.Marks(); got != (Marks{Right: fromAll}) {
		t.Errorf("then it is known as %+v", got)
	}
}

// In a young process, too, no call's user makes the next call's answers late; the
// second that saw it is believed.
func TestOneCallAloneTeachesNoDistrust(t *testing.T) {
	var e Experience
	fresh := e.Marks().Trust()
	e.Learn(Marks{Right: 1, Wrong: 10})
	if got := e.Marks().Trust(); got != fresh {
		t.Errorf("after one call with wrong marks the next begins trusting by %.2f, the first by %.2f", got, fresh)
	}
	e.Learn(Marks{Right: 3})
	if got := e.Marks().Trust(); got <= fresh {
		t.Errorf("the right marks of the second call count for nothing: %.2f, before %.2f", got, fresh)
	}
	e.Learn(Marks{Right: 2, Wrong: 2})
	if got := e.Marks().Trust(); got > 0.65 {
		t.Errorf("two calls with wrong marks leave a trust of %.2f", got)
	}
}

// What one user's way of talking, or one long call, teaches is little among others'.
func TestOneCallTeachesTheOthersLittle(t *testing.T) {
	var e Experience
	for range remembered {
		e.Learn(Marks{Right: 4})
	}
	before := e.Marks().Trust()
	e.Learn(Marks{Wrong: 10_000})
	if after := e.Marks().Trust(); after != before {
		t.Errorf("one call brought the trust from %.2f to %.2f", before, after)
	}
	for range remembered {
		e.Learn(Marks{Right: 4})
	}
	if after := e.Marks().Trust(); after != before {
		t.Errorf("it is remembered for ever: %.2f, before %.2f", after, before)
	}
}

func TestExperienceIsSharedByCalls(t *testing.T) {
	var e Experience
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			began := e.Marks()
			now := began
			now.Right += 2
			e.Learn(now.CountedSince(began))
		})
	}
	calls.Wait()
	if got := e.Marks(); got != (Marks{Right: fromAll}) {
		t.Errorf("eight calls with two right marks each make %+v", got)
	}
}
