// Package llmtest holds thinking engines to the contract of package llm.
package llmtest

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/llm"
)

// Fault is one way for an engine to fail; what was asked is always hidden.
type Fault = enginetest.Fault[llm.Engine]

// Options tell the kit about an engine. Each may be left out.
type Options struct {
	// Want is the whole text the engine has to answer, in order and to the
	// right one of many at once; nil if it cannot be foretold.
	Want func(llm.Request) string
	// Finishes says that the engine tells why an answer ended.
	Finishes bool
	// Silent makes an engine that takes a request and never says a word, Stalled
	// one that stops after its first; nil for engines that never wait.
	Silent, Stalled func(testing.TB) llm.Engine
	// Answers is how many are asked for at once; 0 means 16.
	Answers int
	// Patience bounds the wait for any one answer; 0 means two minutes, for it only ends a hang.
	Patience time.Duration
	// Faults are checked one by one.
	Faults []Fault
}

type opener = func(testing.TB) llm.Engine

// Run holds an engine to the contract of package llm, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
func Run(t *testing.T, open func(testing.TB) llm.Engine, o Options) {
	t.Helper()
	enginetest.Run(t, checks(open, o), newKit(open, o))
}

// Hour is Run with a conversation of an hour, ten times over. Where the race
// detector takes long over it, up to 17 times as long, it is a test of its own in a file
// without it.
func Hour(t *testing.T, open func(testing.TB) llm.Engine, o Options) {
	t.Helper()
	enginetest.Run(t, []check{hour}, newKit(open, o))
}

type check = enginetest.Check[*kit]

var hour = check{Name: "an hour", Test: testHour}

func checks(open opener, o Options) []check {
	o.Faults = slices.Clone(o.Faults)
	for i := range o.Faults {
		o.Faults[i].Hides = append(o.Faults[i].Hides, question(1))
	}
	list := enginetest.Common[*kit](enginetest.Contract[llm.Engine]{
		Open: open, Use: use, Patience: cmp.Or(o.Patience, enginetest.Patience), Faults: o.Faults,
	})
	list = append(list, []check{
		{Name: "answer", Test: testAnswer},
		{Name: "no messages", Test: testNothing},
		{Name: "unicode", Test: testUnicode},
		{Name: "stop", Test: testStop},
		{Name: "tool rounds", Test: testToolRounds},
		{Name: "answers at once", Test: testAtOnce},
		{Name: "close early", Test: testCloseEarly},
		{Name: "cancel between pieces", Test: testCancelBetween},
		{Name: "abandon", Test: testAbandon},
	}...)
	if o.Silent != nil {
		list = append(list, check{Name: "cancel while silent", Test: func(t testing.TB, k *kit) { testCancelWaiting(t, k, o.Silent) }})
	}
	if o.Stalled != nil {
		list = append(list, check{Name: "cancel while stalled", Test: func(t testing.TB, k *kit) { testCancelWaiting(t, k, o.Stalled) }})
	}
	return list
}

// kit is what one check works with.
type kit struct {
	Options
	open opener
}

func newKit(open opener, o Options) func(testing.TB) *kit {
	o.Answers = cmp.Or(o.Answers, 16)
	o.Patience = cmp.Or(o.Patience, enginetest.Patience)
	return func(testing.TB) *kit { return &kit{o, open} }
}

// wait ends the check if f takes longer than the kit's patience.
func (k *kit) wait(t testing.TB, what string, f func()) {
	t.Helper()
	enginetest.Wait(t, k.Patience, what, f)
}
