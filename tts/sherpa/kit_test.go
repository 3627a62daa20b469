package sherpa

import (
	"os"
	"path/filepath"
	"testing"

	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/ttstest"
)

// TestKit runs the kit with the model in the folder that PARLEY_TEST_TTS_MODEL
// names, heard by PocketSphinx, or else with the network of letters.
func TestKit(t *testing.T) {
	o, model := ttstest.Options{Hear: hear}, letters(t)
	if dir := os.Getenv("PARLEY_TEST_TTS_MODEL"); dir != "" {
		o.Hear, model = sphinxEars(t), Options{Dir: dir, Kind: kindOf(t, filepath.Base(dir))}
	}
	ttstest.Run(t, func(t testing.TB) tts.Engine { return open(t, model) }, o)
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

func open(tb testing.TB, o Options) *Engine {
	tb.Helper()
	e, err := Open(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = e.Close() })
	return e
}
