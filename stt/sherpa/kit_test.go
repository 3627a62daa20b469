package sherpa

import (
	"os"
	"testing"

	"parley/stt"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
)

// TestKit runs the kit with the model in the folder that PARLEY_TEST_STT_MODEL
// names, on speech of Flite, or else with the networks of tones.
func TestKit(t *testing.T) {
	if dir := os.Getenv("PARLEY_TEST_STT_MODEL"); dir != "" {
		t.Run("model", func(t *testing.T) { runKit(t, dir, sentences(t)) })
		return
	}
	var speech []stttest.Recording
	for _, words := range []string{"one three two three one two", "four six five six six four five"} {
		speech = append(speech, stttest.Recording{Text: words, PCM: tones(words)})
	}
	t.Run("whole", func(t *testing.T) { runKit(t, modelDir(t, wholeModel()), speech) })
	t.Run("streaming", func(t *testing.T) { runKit(t, modelDir(t, streamingModel()), speech) })
}

func runKit(t *testing.T, dir string, speech []stttest.Recording) {
	t.Helper()
	open := func(t testing.TB) stt.Engine { return open(t, Options{Dir: dir}) }
	o := stttest.Options{Speech: speech, Interims: true}
	stttest.Run(t, open, o)
	stttest.Hour(t, open, o)
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

// sentences are recordings that share no word that matters.
func sentences(t *testing.T) []stttest.Recording {
	t.Helper()
	voice, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	var out []stttest.Recording
	for _, text := range []string{
		"we have a clear plan for every risk you mentioned", "please give us three months and two more engineers",
	} {
		pcm := make([]int16, 4800)
		if err := voice.Speak(t.Context(), text, tts.Voice{}, func(c tts.Chunk) error {
			pcm = append(pcm, c.PCM...)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		out = append(out, stttest.Recording{Text: text, PCM: append(pcm, make([]int16, 4800)...)})
	}
	return out
}
