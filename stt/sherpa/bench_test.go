package sherpa

import (
	"testing"

	"parley/media"
	"parley/stt"
)

// BenchmarkFrame is the way of a frame from the room to the model.
func BenchmarkFrame(b *testing.B) {
	in := media.NewQueue[mark](queueLength)
	frame, pcm, samples := make([]int16, media.FrameSamples), make([]int16, media.FrameSamples), make([]float32, media.FrameSamples)
	b.ReportAllocs()
	for b.Loop() {
		in.Write(frame)
		in.Next(pcm, 1)
		float(samples, pcm)
	}
}

// BenchmarkUtterance is what sherpa-onnx and this package cost around a network
// that costs next to nothing, most of it for features.
func BenchmarkUtterance(b *testing.B) {
	for name, o := range both(b) {
		b.Run(name, func(b *testing.B) {
			e := open(b, o)
			s, err := e.Open(b.Context(), stt.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			pcm := tones("one two three four five six one two three four")
			id := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				id++
				s.Begin(id)
				s.Write(pcm)
				s.End()
				for {
					if e, err := s.Next(b.Context()); err != nil {
						b.Fatal(err)
					} else if e.Final {
						break
					}
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/(float64(b.N)*media.Duration(len(pcm)).Seconds()), "rtf")
		})
	}
}
