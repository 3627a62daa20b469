package sphinx

import (
	"testing"
	"time"

	"parley/media"
	"parley/tts"
)

// BenchmarkStream reports the real-time factor and the wait from the end of
// speech, with its audio already decoded, to the final.
func BenchmarkStream(b *testing.B) {
	s := open(b, shared)
	pcm := say(b, sentences[0], tts.Voice{})
	var wait, busy time.Duration
	id := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		id++
		start := time.Now()
		s.Begin(id)
		write(s, pcm)
		for range time.Tick(time.Millisecond) {
			if s.audio.Len() == 0 {
				break
			}
		}
		s.End()
		for {
			e := next(b, s)
			if e.Final {
				wait += e.Took
				break
			}
		}
		busy += time.Since(start)
	}
	b.ReportMetric(busy.Seconds()/(float64(b.N)*media.Duration(len(pcm)).Seconds()), "rtf")
	b.ReportMetric(float64(wait.Microseconds())/1000/float64(b.N), "end-final-ms")
}
