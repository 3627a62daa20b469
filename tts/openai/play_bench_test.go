package openai

import (
	"bytes"
	"testing"

	"parley/media/sound"
)

// BenchmarkPlay is a second of OpenAI's pcm, from body to chunks.
func BenchmarkPlay(b *testing.B) {
	second := bytes.Repeat([]byte{0x10, 0x27, 0xf0, 0xd8}, defaultRate/2)
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
