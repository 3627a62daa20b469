package openai

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"parley/media/sound"
)

// BenchmarkPlay is a second of OpenAI's pcm, from body to chunks.
func BenchmarkPlay(b *testing.B) {
	var second []byte
	for i := range defaultRate {
		second = binary.LittleEndian.AppendUint16(second, uint16(int16(8000*math.Sin(float64(i)/20))))
	}
	b.ReportAllocs()
	for b.Loop() {
		s, err := sound.Open(bytes.NewReader(second), sound.Raw{Rate: defaultRate})
		if err != nil {
			b.Fatal(err)
		}
		if err := play(s, longest(""), func([]int16) error { return nil }); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
