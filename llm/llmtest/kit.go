// Package llmtest holds thinking engines to the contract of package llm.
package llmtest

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/llm"
)

// Fault is one way for an engine to fail, such as a service that refuses.
type Fault struct {
	Name string
	// Open makes an engine that has the fault.
	Open func(testing.TB) llm.Engine
	// Want is the error of package fault that the engine must give, nil if any
	// will do, and RetryAfter the wait it must tell.
	Want       error
	RetryAfter time.Duration
	// Says are what its message must hold beside the engine's name, such as the
	// service's address, and Hides what it must not, such as the key. What was
	// asked is always hidden.
	Says, Hides []string
	// Heard says that text comes before the fault; otherwise none may.
	Heard bool
	// Within bounds the wait for the error; 0 means Options.Patience.
	Within time.Duration
}

// Options tell the kit about an engine. Each may be left out.
type Options struct {
	// Want is the whole text the engine has to answer, in order and to the
	// right one of many at once; nil if it cannot be foretold.
	Want func(llm.Request) string
	// Silent makes an engine that takes a request and never says a word, Stalled
	// one that stops after its first; nil for engines that never wait.
	Silent, Stalled func(testing.TB) llm.Engine
	// Answers is how many are asked for at once; 0 means 16.
	Answers int
	// Patience bounds the wait for any one answer; 0 means 30 s.
	Patience time.Duration
	// Faults are checked one by one.
	Faults []Fault
}

// promptly is how soon whatever is cancelled or closed must return. The best of
// tries counts, since the machine may be busy.
const (
	promptly = 50 * time.Millisecond
	tries    = 3
)

type opener = func(testing.TB) llm.Engine

// Run holds an engine to the contract of package llm, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
// Subtests run one after another.
func Run(t *testing.T, open func(testing.TB) llm.Engine, o Options) {
	t.Helper()
	for _, c := range checks(o) {
		t.Run(c.name, func(t *testing.T) { c.run(t, open, o) })
	}
}

// check is one requirement.
type check struct {
	name string
	test func(testing.TB, *kit)
}

func checks(o Options) []check {
	list := []check{
		{"name", testName},
		{"answer", testAnswer},
		{"no messages", testNothing},
		{"unicode", testUnicode},
		{"an hour", testHour},
		{"answers at once", testAtOnce},
		{"close early", testCloseEarly},
		{"ended context", testEndedContext},
		{"cancel between pieces", testCancelBetween},
		{"abandon", testAbandon},
	}
	if o.Silent != nil {
		list = append(list, check{"cancel while silent", func(t testing.TB, k *kit) { testCancelWaiting(t, k, o.Silent) }})
	}
	if o.Stalled != nil {
		list = append(list, check{"cancel while stalled", func(t testing.TB, k *kit) { testCancelWaiting(t, k, o.Stalled) }})
	}
	for _, f := range o.Faults {
		list = append(list, check{"fault " + f.Name, func(t testing.TB, k *kit) { testFault(t, k, f) }})
	}
	return list
}

// run holds one engine to c and then looks for goroutines it left.
func (c check) run(t testing.TB, open opener, o Options) {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { // the first set is the last run: the engine is closed by then
		if err := goleak.Find(before); err != nil {
			t.Errorf("after the engine was closed: %v", err)
		}
	})
	c.test(t, newKit(open, o))
}

// kit is what one check works with.
type kit struct {
	Options
	open opener
}

func newKit(open opener, o Options) *kit {
	k := &kit{o, open}
	if k.Answers == 0 {
		k.Answers = 16
	}
	if k.Patience == 0 {
		k.Patience = 30 * time.Second
	}
	return k
}

// wait runs f, which may outlive the check if the engine is at fault, and ends
// the check if it takes longer than the kit's patience.
func (k *kit) wait(t testing.TB, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(k.Patience):
		t.Fatalf("%s takes more than %v", what, k.Patience)
	}
}
