// Package ttstest holds speech engines to the contract of package tts.
package ttstest

import (
	"cmp"
	"context"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/tts"
)

// Fault is one way for an engine to fail.
type Fault = enginetest.Fault[tts.Engine]

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
	// Patience bounds the wait for any one chunk; 0 means two minutes, for it only ends a hang.
	Patience time.Duration
	// Faults are checked one by one.
	Faults []Fault
}

// Run holds an engine to the contract of package tts, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
func Run(t *testing.T, open func(testing.TB) tts.Engine, o Options) {
	t.Helper()
	enginetest.Run(t, checks(open, o), newKit(open, o))
}

type check = enginetest.Check[*kit]

func checks(open func(testing.TB) tts.Engine, o Options) []check {
	use := func(ctx context.Context, t testing.TB, e tts.Engine) (began bool, err error) {
		s := newEmitted(t, sentence)
		err = e.Speak(ctx, sentence, o.Voice, s.emit)
		s.done()
		return len(s.chunks) > 0, err
	}
	return append(enginetest.Common[*kit](enginetest.Contract[tts.Engine]{
		Open: open, Use: use, Patience: cmp.Or(o.Patience, enginetest.Patience), Faults: o.Faults,
	}), []check{
		{Name: "heard", Test: testHeard},
		{Name: "chunks", Test: testChunks},
		{Name: "word times", Test: testWordTimes},
		{Name: "nothing speakable", Test: testNothing},
		{Name: "unicode", Test: testUnicode},
		{Name: "voices", Test: testVoices},
		{Name: "segments at once", Test: testAtOnce},
		{Name: "emit fails", Test: testEmitFails},
		{Name: "emit blocks", Test: testEmitBlocks},
		{Name: "cancel", Test: testCancel},
		{Name: "an hour", Test: testHour},
	}...)
}

// kit is what one check works with.
type kit struct {
	Options
	open func(testing.TB) tts.Engine
}

func newKit(open func(testing.TB) tts.Engine, o Options) func(testing.TB) *kit {
	o.WordErrors = cmp.Or(o.WordErrors, 0.25)
	o.Streams = cmp.Or(o.Streams, 4)
	o.Hour = cmp.Or(o.Hour, time.Minute)
	o.Memory = cmp.Or(o.Memory, 32<<20)
	o.Patience = cmp.Or(o.Patience, enginetest.Patience)
	return func(t testing.TB) *kit {
		t.Helper()
		if o.Hear == nil {
			t.Fatalf("Options.Hear is not set")
		}
		return &kit{o, open}
	}
}

// speak returns all that one Speak emits and fails the test if it fails.
func (k *kit) speak(t testing.TB, e tts.Engine, text string, v tts.Voice) *emitted {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), k.Patience)
	defer cancel()
	s := newEmitted(t, text)
	if err := e.Speak(ctx, text, v, s.emit); err != nil {
		t.Errorf("Speak(%.40q) = %v", text, err)
	}
	s.done()
	return s
}
