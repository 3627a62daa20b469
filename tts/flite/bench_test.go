package flite

import (
	"errors"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
)

const line = "So, this project is bold, and I would like to see the numbers."

// BenchmarkSpeak reports the real-time factor of each voice.
func BenchmarkSpeak(b *testing.B) {
	e := open(b)
	for _, v := range allVoices {
		b.Run(voiceName(v), func(b *testing.B) {
			samples := 0
			b.ReportAllocs()
			for b.Loop() {
				if err := e.Speak(b.Context(), line, v, func(c tts.Chunk) error {
					samples += len(c.PCM)
					return nil
				}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/media.Duration(samples).Seconds(), "rtf")
		})
	}
}

// BenchmarkFirstAudio is the time to the first audible sample, and to stop
// there.
func BenchmarkFirstAudio(b *testing.B) {
	e, enough := open(b), errors.New("enough")
	for _, v := range allVoices {
		b.Run(voiceName(v), func(b *testing.B) {
			var first time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				err := e.Speak(b.Context(), line, v, func(tts.Chunk) error {
					first += time.Since(start)
					return enough
				})
				if !errors.Is(err, enough) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(first.Microseconds())/1000/float64(b.N), "ttfa-ms")
		})
	}
}

func BenchmarkSpell(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		spell("“Well… that's $9.99, or 20% more,” he said — e.g. for the API.")
	}
}
