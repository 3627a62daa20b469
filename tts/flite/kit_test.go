package flite_test

import (
	"testing"
	"time"

	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
	"parley/tts/ttstest"
)

func TestKit(t *testing.T) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	voice, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	silence := make([]int16, 4800)
	ttstest.Run(t, func(testing.TB) tts.Engine { return voice }, ttstest.Options{
		Hear: func(t testing.TB, pcm []int16) string {
			return stttest.Transcribe(t, ears, append(append(silence[:4800:4800], pcm...), silence...))
		},
		Words: true,
		Hour:  10 * time.Minute,
	})
}
