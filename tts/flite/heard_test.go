package flite_test

import (
	"context"
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
		want []string // the recogniser mistakes small words now and then
	}{
		{"It costs $9.99 — *sighs* — in the store.", []string{"costs nine dollars", "ninety nine cents in the store"}},
		{"We made “$1.5M” last year 🎉", []string{"we made one point five million dollars last year"}},
		{"It’s 20% of the money & the time", []string{"twenty percent of the money and the time"}},
	} {
		got := heard(ctx, t, stream, uint64(id), tt.text)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q is heard as %q, want %q in it", tt.text, got, want)
			}
		}
	}
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
