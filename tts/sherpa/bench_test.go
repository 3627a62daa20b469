package sherpa

import (
	"testing"

	"parley/media"
	"parley/tts"
)

// BenchmarkListen is the way of a second of 24 kHz from the model to the
// listener.
func BenchmarkListen(b *testing.B) {
	second := make([]float32, 24000)
	for i := range second {
		second[i] = float32(i%100)/100 - 0.5
	}
	b.ReportAllocs()
	for b.Loop() {
		l := newBuffer(1)
		l.put(second)
		l.end(nil)
		if err := emitAll(b.Context(), l, 24000, ignore); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpeak is what sherpa-onnx and this package cost around a network
// that costs next to nothing.
func BenchmarkSpeak(b *testing.B) {
	e := open(b, letters(b))
	samples := 0
	b.ReportAllocs()
	for b.Loop() {
		samples += len(say(b, e, "we have a clear plan for every risk", tts.Voice{}))
	}
	b.ReportMetric(b.Elapsed().Seconds()/media.Duration(samples).Seconds(), "rtf")
}
