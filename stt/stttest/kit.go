package stttest

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

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

// Fault is one way for an engine to fail, such as a service that refuses.
type Fault struct {
	Name string
	// Open makes an engine that has the fault.
	Open func(testing.TB) stt.Engine
	// Want is the error of package fault that the engine must give, nil if any
	// will do.
	Want error
	// Says are what its message must hold, such as the service's address, and
	// Hides what it must not, such as the key.
	Says, Hides []string
	// Within bounds the wait for the error; 0 means Options.Patience.
	Within time.Duration
}

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
	// Patience bounds the wait for any one event; 0 means 30 s.
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

// promptly is how soon whatever is cancelled or closed must return. The best of
// tries counts, since the machine may be busy.
const (
	promptly = 50 * time.Millisecond
	tries    = 6
)

// Run holds an engine to the contract of package stt, as subtests of t. open
// makes an engine, or returns one that is shared, for a subtest; what it starts
// it must stop in the subtest's Cleanup, since goroutines left over fail it.
// Subtests run one after another.
func Run(t *testing.T, open func(testing.TB) stt.Engine, o Options) {
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
		{"words", testWords},
		{"order", testOrder},
		{"no audio", testNoAudio},
		{"no utterance", testNoUtterance},
		{"next ends with its context", testNextEnds},
		{"close while hearing", testCloseWhileHearing},
		{"close twice from anywhere", testCloseTwice},
		{"open with an ended context", testOpenEnded},
		{"unicode", testUnicode},
		{"streams at once", testStreams},
		{"an hour", testHour},
	}
	for _, f := range o.Faults {
		list = append(list, check{"fault " + f.Name, func(t testing.TB, k *kit) { testFault(t, k, f) }})
	}
	return list
}

// run holds one engine to c and then looks for goroutines it left.
func (c check) run(t testing.TB, open func(testing.TB) stt.Engine, o Options) {
	t.Helper()
	if len(o.Speech) < 2 {
		t.Fatalf("%d recordings in Options.Speech, want at least 2", len(o.Speech))
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
	open func(testing.TB) stt.Engine
}

func newKit(open func(testing.TB) stt.Engine, o Options) *kit {
	k := &kit{o, open}
	if k.WordErrors == 0 {
		k.WordErrors = 0.2
	}
	if k.Streams == 0 {
		k.Streams = 2
	}
	if k.Patience == 0 {
		k.Patience = 30 * time.Second
	}
	if k.Memory == 0 {
		k.Memory = 64 << 20
	}
	if k.Long == nil {
		k.Long = open
	}
	return k
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
