package sherpa

import (
	"testing"

	"parley/engine/enginetest"
	"parley/stt"
)

// TestNothingIsLeft hears hundreds of utterances and opens engine after engine:
// what C holds must not grow.
func TestNothingIsLeft(t *testing.T) {
	all := []Options{whole(t, wholeModel()), streaming(t)}
	rounds := func(n int) {
		for i := range n {
			e, err := Open(all[i%len(all)])
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				s, err := e.Open(t.Context(), stt.Options{Phrases: []string{"fine"}})
				if err != nil {
					t.Fatal(err)
				}
				for id := range uint64(5) {
					events(t, s, id, "one two three")
				}
				s.Begin(9)
				s.Write(tones("four")) // left in the middle
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	rounds(15)
	before := enginetest.Resident(t)
	rounds(45)
	if grown := enginetest.Resident(t) - before; grown > 16<<20 {
		t.Errorf("450 utterances of 45 engines left %d MiB", grown>>20)
	}
}
