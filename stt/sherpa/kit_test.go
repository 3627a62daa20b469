package sherpa

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parley/engine/models"
	"parley/stt"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
)

// TestKit runs the kit with the model in the folder that PARLEY_TEST_STT_MODEL
// names, on speech of Flite, or else with the networks of tones.
func TestKit(t *testing.T) {
	if dir := os.Getenv("PARLEY_TEST_STT_MODEL"); dir != "" {
		m, err := models.Lookup(filepath.Base(dir))
		if err != nil {
			t.Fatal(err)
		}
		t.Run("model", func(t *testing.T) { runKit(t, Options{Dir: dir, Kind: Kind(m.Kind)}, sentences(t)) })
		return
	}
	var speech []stttest.Recording
	for _, words := range []string{"one three two three one two", "four six five six five four five"} {
		speech = append(speech, stttest.Recording{Text: words, PCM: tones(words)})
	}
	for name, o := range both(t) {
		t.Run(name, func(t *testing.T) { runKit(t, o, speech) })
	}
}

func runKit(t *testing.T, model Options, speech []stttest.Recording) {
	t.Helper()
	open := func(t testing.TB) stt.Engine { return open(t, model) }
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
		said, err := tts.Whole(t.Context(), voice, text, tts.Voice{})
		if err != nil {
			t.Fatal(err)
		}
		silence := make([]int16, 4800)
		out = append(out, stttest.Recording{Text: text, PCM: slices.Concat(silence, said.PCM, silence)})
	}
	return out
}
