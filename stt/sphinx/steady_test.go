package sphinx

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parley/media"
	"parley/stt"
	"parley/tts"
)

// TestChunksChangeNothing writes the same utterances in frames and in chunks of
// any size, as they come after a stall, and wants the same words at the same
// times with the same confidence.
func TestChunksChangeNothing(t *testing.T) {
	e, err := Open(Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var spoken [][]int16
	for _, text := range sentences[:2] {
		spoken = append(spoken, say(t, text, tts.Voice{Name: "slt"}))
	}
	frames := func() int { return media.FrameSamples }
	// What PocketSphinx keeps of the utterance before, whoever spoke it, changes
	// how it rounds: a confidence may differ by one part in 10,000 (measured). So
	// each round here comes after the same one.
	finals(t, e, spoken, frames)
	want := finals(t, e, spoken, frames)
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // chunk sizes
		got := finals(t, e, spoken, func() int { return 1 + r.IntN(5*media.FrameSamples) })
		if !reflect.DeepEqual(got, want) {
			t.Errorf("chunks %d: heard %+v, in frames %+v", seed, got, want)
		}
	}
}

// finals are the finals of utterances that one speaker says to e, written in
// chunks of so many samples.
func finals(t *testing.T, e *Engine, spoken [][]int16, chunk func() int) []stt.Event {
	t.Helper()
	s := open(t, e)
	defer s.Close()
	var all []stt.Event
	for id, pcm := range spoken {
		s.Begin(uint64(id))
		for len(pcm) > 0 {
			n := min(chunk(), len(pcm))
			s.Write(pcm[:n])
			pcm = pcm[n:]
		}
		s.End()
		for {
			if e := next(t, s); e.Final {
				e.Took = 0
				all = append(all, e)
				break
			}
		}
	}
	return all
}
