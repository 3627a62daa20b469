package sherpa

import (
	"os"
	"testing"

	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/ttstest"
)

// TestKit runs the kit with the model in the folder that PARLEY_TEST_TTS_MODEL
// names, heard by PocketSphinx, or else with the network of letters.
func TestKit(t *testing.T) {
	dir, o := os.Getenv("PARLEY_TEST_TTS_MODEL"), ttstest.Options{Hear: hear}
	if dir == "" {
		dir = lettersDir(t)
	} else {
		o.Hear = sphinxEars(t)
	}
	ttstest.Run(t, func(t testing.TB) tts.Engine { return open(t, dir) }, o)
}

func sphinxEars(t *testing.T) func(testing.TB, []int16) string {
	t.Helper()
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ears.Close() })
	silence := make([]int16, 4800)
	return func(t testing.TB, pcm []int16) string {
		t.Helper()
		return stttest.Transcribe(t, ears, append(append(silence[:4800:4800], pcm...), silence...))
	}
}

func open(tb testing.TB, dir string) *Engine {
	tb.Helper()
	e, err := Open(Options{Dir: dir})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = e.Close() })
	return e
}
