//go:build !race

package flite_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
)

// TestWrittenFormsAreHeard speaks what Flite alone gets wrong and has it
// recognised.
func TestWrittenFormsAreHeard(t *testing.T) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	stream, err := ears.Open(ctx, stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for id, tt := range []struct {
		text string
		// want are content words, in order: Flite's noise is random, and the
		// recogniser now and then mistakes or drops a small word.
		want string
	}{
		{"It costs $9.99 — in the store.", "costs nine dollars ninety nine cents store"},
		{"We made “$1.5M” last year 🎉", "made one point five million dollars last year"},
		{"It’s 20% of the money & the time", "twenty percent money time"},
	} {
		got := heard(ctx, t, stream, uint64(id), tt.text)
		if lost := missing(strings.Fields(got), strings.Fields(tt.want)); lost != "" {
			t.Errorf("%q is heard as %q, want %q in this order: no %q", tt.text, got, tt.want, lost)
		}
	}
}

// missing is the first word of want that got lacks after the ones before it, or
// "".
func missing(got, want []string) string {
	for _, w := range want {
		i := slices.Index(got, w)
		if i < 0 {
			return w
		}
		got = got[i+1:]
	}
	return ""
}

func heard(ctx context.Context, t *testing.T, stream stt.Stream, id uint64, text string) string {
	t.Helper()
	voice, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	stream.Begin(id)
	stream.Write(make([]int16, media.Samples(300*time.Millisecond)))
	if err := voice.Speak(ctx, text, tts.Voice{}, func(c tts.Chunk) error {
		stream.Write(c.PCM)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	stream.Write(make([]int16, media.Samples(300*time.Millisecond)))
	stream.End()
	for {
		e, err := stream.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if e.Final {
			return e.Text
		}
	}
}
