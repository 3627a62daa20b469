// Package ttstest holds speech engines to the contract of package tts.
package ttstest

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/tts"
)

// Fault is one way for an engine to fail, such as a service that refuses.
type Fault struct {
	Name string
	// Open makes an engine that has the fault.
	Open func(testing.TB) tts.Engine
	// Want is the error of package fault that Speak must return, nil if any
	// will do.
	Want error
	// Says are what its message must hold, such as the service's address, and
	// Hides what it must not, such as the key.
	Says, Hides []string
	// Spoken says that audio comes before the fault; otherwise none may.
	Spoken bool
	// Within bounds the time Speak takes; 0 means Options.Patience.
	Within time.Duration
}

// Options tell the kit about an engine. Only Hear is required.
type Options struct {
	// Hear is the words a recogniser hears in 16 kHz mono.
	Hear func(t testing.TB, pcm []int16) string
	// WordErrors is the largest share of words that may be misheard; 0 means
	// 0.25.
	WordErrors float64
	// Voice is the voice used where the kit asks for none of its own.
	Voice tts.Voice
	// Words says that the engine times its words.
	Words bool
	// Streams is how many segments are spoken at once; 0 means 4.
	Streams int
	// Hour is how much of the speech of an hour-long text is taken before it is
	// cancelled; 0 means a minute.
	Hour time.Duration
	// Memory is how much the Go heap may grow by that text; 0 means 32 MiB.
	Memory uint64
	// Patience bounds the wait for any one chunk; 0 means 30 s.
	Patience time.Duration
	// Faults are checked one by one.
	Faults []Fault
}

// promptly is how soon Speak must return when it is cancelled. The best of
// tries counts, since the machine may be busy.
const (
	promptly = 50 * time.Millisecond
	tries    = 6
)

// Run holds an engine to the contract of package tts, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
// Subtests run one after another.
func Run(t *testing.T, open func(testing.TB) tts.Engine, o Options) {
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
		{"heard", testHeard},
		{"chunks", testChunks},
		{"word times", testWordTimes},
		{"nothing speakable", testNothing},
		{"unicode", testUnicode},
		{"voices", testVoices},
		{"segments at once", testAtOnce},
		{"emit fails", testEmitFails},
		{"emit blocks", testEmitBlocks},
		{"ended context", testEndedContext},
		{"cancel", testCancel},
		{"an hour", testHour},
	}
	for _, f := range o.Faults {
		list = append(list, check{"fault " + f.Name, func(t testing.TB, k *kit) { testFault(t, k, f) }})
	}
	return list
}

// run holds one engine to c and then looks for goroutines it left.
func (c check) run(t testing.TB, open func(testing.TB) tts.Engine, o Options) {
	t.Helper()
	if o.Hear == nil {
		t.Fatalf("Options.Hear is not set")
	}
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
	open func(testing.TB) tts.Engine
}

func newKit(open func(testing.TB) tts.Engine, o Options) *kit {
	k := &kit{o, open}
	if k.WordErrors == 0 {
		k.WordErrors = 0.25
	}
	if k.Streams == 0 {
		k.Streams = 4
	}
	if k.Hour == 0 {
		k.Hour = time.Minute
	}
	if k.Memory == 0 {
		k.Memory = 32 << 20
	}
	if k.Patience == 0 {
		k.Patience = 30 * time.Second
	}
	return k
}

// speak returns all that one Speak emits and fails the test if it fails.
func (k *kit) speak(t testing.TB, e tts.Engine, text string, v tts.Voice) *spoken {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), k.Patience)
	defer cancel()
	s := newSpoken(t, text)
	if err := e.Speak(ctx, text, v, s.emit); err != nil {
		t.Errorf("Speak(%.40q) = %v", text, err)
	}
	s.done()
	return s
}
