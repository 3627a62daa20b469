// Package stttest holds recognisers to the contract of package stt, and hears
// whole recordings the way a call hears a speaker, utterance by utterance.
package stttest

import (
	"cmp"
	"context"
	"slices"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/media"
	"parley/stt"
)

// Recording is speech and what is said in it.
type Recording struct {
	// Text is lower case and without punctuation, numbers as words.
	Text string
	// PCM is 16 kHz mono of 2 to 5 seconds, with silence around the speech.
	PCM []int16
}

// Fault is one way for an engine to fail. Midway does not matter.
type Fault = enginetest.Fault[stt.Engine]

// Options tell the kit about an engine. Only Speech is required.
type Options struct {
	// Speech is what the engine has to understand: at least two recordings with
	// no word in common, or the kit cannot tell streams apart.
	Speech []Recording
	// WordErrors is the largest share of the words of Speech the engine may get
	// wrong; 0 means 0.2.
	WordErrors float64
	// Interims says that the engine shows text while an utterance is spoken.
	Interims bool
	// Stream is how the streams are opened.
	Stream stt.Options
	// Streams is how many are open at once; 0 means 2.
	Streams int
	// Patience bounds the wait for any one event; 0 means two minutes, for it only ends a hang.
	Patience time.Duration
	// Long makes the engine that gets an hour of audio at once; nil means that
	// any engine will do. It need not understand it.
	Long func(testing.TB) stt.Engine
	// Memory is how much the Go heap may grow by that hour, 115 MB of PCM; 0
	// means 64 MiB.
	Memory uint64
	// Faults are checked one by one.
	Faults []Fault
}

// Run holds an engine to the contract of package stt, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
func Run(t *testing.T, open func(testing.TB) stt.Engine, o Options) {
	t.Helper()
	enginetest.Run(t, checks(open, o), newKit(open, o))
}

// Hour is Run with an hour of audio written at once. Where the race
// detector takes long over it, up to 17 times as long, it is a test of its own in a file
// without it.
func Hour(t *testing.T, open func(testing.TB) stt.Engine, o Options) {
	t.Helper()
	enginetest.Run(t, []check{hour}, newKit(open, o))
}

type check = enginetest.Check[*kit]

var hour = check{Name: "an hour", Test: testHour}

func checks(open func(testing.TB) stt.Engine, o Options) []check {
	use := func(ctx context.Context, t testing.TB, e stt.Engine) (bool, error) {
		return false, failure(ctx, t, e, o)
	}
	o.Faults = slices.Clone(o.Faults)
	for i := range o.Faults {
		o.Faults[i].Midway = false
	}
	return append(enginetest.Common[*kit](enginetest.Contract[stt.Engine]{
		Open: open, Use: use, Patience: cmp.Or(o.Patience, enginetest.Patience), Faults: o.Faults,
	}), []check{
		{Name: "words", Test: testWords},
		{Name: "order", Test: testOrder},
		{Name: "no audio", Test: testNoAudio},
		{Name: "no utterance", Test: testNoUtterance},
		{Name: "next ends with its context", Test: testNextEnds},
		{Name: "close while hearing", Test: testCloseWhileHearing},
		{Name: "close twice from anywhere", Test: testCloseTwice},
		{Name: "open with an ended context", Test: testOpenEnded},
		{Name: "unicode", Test: testUnicode},
		{Name: "streams at once", Test: testStreams},
	}...)
}

// kit is what one check works with.
type kit struct {
	Options
	open func(testing.TB) stt.Engine
}

func newKit(open func(testing.TB) stt.Engine, o Options) func(testing.TB) *kit {
	o.WordErrors = cmp.Or(o.WordErrors, 0.2)
	o.Streams = cmp.Or(o.Streams, 2)
	o.Patience = cmp.Or(o.Patience, enginetest.Patience)
	o.Memory = cmp.Or(o.Memory, 64<<20)
	if o.Long == nil {
		o.Long = open
	}
	return func(t testing.TB) *kit {
		t.Helper()
		if len(o.Speech) < 2 {
			t.Fatalf("%d recordings in Options.Speech, want at least 2", len(o.Speech))
		}
		return &kit{o, open}
	}
}

// stream opens a stream that is closed with the check.
func (k *kit) stream(t testing.TB, e stt.Engine) stt.Stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), k.Patience)
	defer cancel()
	s, err := e.Open(ctx, k.Stream)
	if err != nil {
		t.Fatalf("Open = %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// say writes one utterance in frames of 20 ms, as the room does.
func say(s stt.Stream, id uint64, pcm []int16) {
	s.Begin(id)
	write(s, pcm)
	s.End()
}

func write(s stt.Stream, pcm []int16) {
	for len(pcm) > 0 {
		n := min(media.FrameSamples, len(pcm))
		s.Write(pcm[:n])
		pcm = pcm[n:]
	}
}

// next is the next event; it fails the test if there is none in time.
func (k *kit) next(t testing.TB, s stt.Stream) stt.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), k.Patience)
	defer cancel()
	e, err := s.Next(ctx)
	if err != nil {
		t.Fatalf("Next = %v", err)
	}
	return e
}
