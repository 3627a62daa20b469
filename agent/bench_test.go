package agent

import (
	"log/slog"
	"testing"
	"time"

	"parley"
	"parley/agent/reply"
	"parley/agent/turn"
	"parley/media"
	"parley/media/vad"
)

// windows reports a window for every second frame, as a VAD does about, with
// speech that comes and goes every two seconds.
type windows struct{ frames int64 }

func (w *windows) Write(_ []int16, report func(vad.Window)) error {
	w.frames++
	if w.frames%2 == 0 {
		report(vad.Window{End: w.frames * media.FrameSamples, Started: w.frames%200 == 0, Ended: w.frames%200 == 100})
	}
	return nil
}

type quiet struct{}

func (quiet) Process([]int16) {}

// BenchmarkEar is Parley's own share of hearing one frame of 20 ms; VAD, noise
// suppression and recogniser are measured where they live.
func BenchmarkEar(b *testing.B) {
	put := func(item) bool { return true }
	e := newEar(Config{Detector: &windows{}, Denoiser: quiet{}}, slog.Default(), put, func() time.Duration { return 0 })
	var f frame
	b.ReportAllocs()
	for b.Loop() {
		e.frame(&f)
	}
}

// BenchmarkStep is one event of a conversation with nothing new to do: a frame's
// worth of turn-taking is at most one of these.
func BenchmarkStep(b *testing.B) {
	s := turn.New(parley.Timing{}, turn.Limits{}, turn.Manners{Nudges: true}, parley.Profile{})
	s, _ = turn.Step(s, turn.Started{Opening: "Hello."}, 0)
	s, _ = turn.Step(s, turn.Audible{Reply: 1, At: time.Second}, time.Second)
	b.ReportAllocs()
	for b.Loop() {
		s, _ = turn.Step(s, turn.Tick{}, 2*time.Second)
	}
}

// BenchmarkReply is the text side of one reply: cleaning and cutting 60 words
// that come in pieces of a word.
func BenchmarkReply(b *testing.B) {
	words := []string{"Well, ", "to ", "be ", "honest, ", "I ", "am ", "not ", "so ", "sure. "}
	b.ReportAllocs()
	for b.Loop() {
		c, cut := reply.Cleaner{Name: "Sterling"}, reply.Segmenter{}
		for i := range 60 {
			cut.Write(c.Write(words[i%len(words)]))
		}
		cut.Write(c.Flush())
		cut.Flush()
	}
}
