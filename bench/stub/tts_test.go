package stub

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/tts"
)

func TestTTSSpeaksAfterItsFirstByte(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const text = "That is — a fair point,"
		began := time.Now()
		var pcm []int16
		var words []media.Word
		err := (&TTS{}).Speak(t.Context(), text, tts.Voice{}, func(c tts.Chunk) error {
			if at := time.Since(began); at != DefaultFirstByte {
				t.Errorf("a chunk at %v, want %v", at, DefaultFirstByte)
			}
			pcm, words = append(pcm, c.PCM...), append(words, c.Words...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := []media.Word{{TextEnd: 4, End: 150 * ms}, {TextEnd: 7, End: 300 * ms}, {TextEnd: 13, End: 450 * ms},
			{TextEnd: 18, End: 600 * ms}, {TextEnd: len(text), End: 750 * ms}}
		if !slices.Equal(words, want) {
			t.Errorf("words = %v, want %v", words, want)
		}
		if got := media.Duration(len(pcm)); got != 750*ms {
			t.Errorf("%v of audio, want 750ms", got)
		}
		wantSteady(t, pcm)
	})
}

// wantSteady holds every frame to the same loudness, wherever it begins.
func wantSteady(t *testing.T, pcm []int16) {
	t.Helper()
	for at := 0; at+media.FrameSamples <= len(pcm); at += 37 {
		if got := media.Level(pcm[at : at+media.FrameSamples]); got != SpeakerLevel {
			t.Fatalf("the frame at sample %d is at -%d dBov, want -%d", at, got, SpeakerLevel)
		}
	}
}

func TestTTSHasNothingToSay(t *testing.T) {
	for _, text := range []string{"", " … — "} {
		if err := (&TTS{}).Speak(t.Context(), text, tts.Voice{}, func(tts.Chunk) error {
			t.Errorf("%q was spoken", text)
			return nil
		}); err != nil {
			t.Errorf("Speak(%q) = %v, want nil", text, err)
		}
	}
}

func TestTTSIsCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(30*ms, cancel)
		began := time.Now()
		err := (&TTS{}).Speak(ctx, "never heard", tts.Voice{}, func(tts.Chunk) error { return nil })
		if !errors.Is(err, context.Canceled) || time.Since(began) != 30*ms {
			t.Errorf("Speak = %v after %v, want %v after 30ms", err, time.Since(began), context.Canceled)
		}
		full := errors.New("full")
		if err := (&TTS{}).Speak(t.Context(), "heard once", tts.Voice{}, func(tts.Chunk) error { return full }); !errors.Is(err, full) {
			t.Errorf("Speak = %v, want emit's %v", err, full)
		}
	})
}

// Opus, as calls use it, must leave the tone as steady as it is.
func TestToneSurvivesOpus(t *testing.T) {
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	receiver, err := media.NewReceiver()
	if err != nil {
		t.Fatal(err)
	}
	pcm := tone(0, 2*media.SampleRate)
	var levels []uint8
	for i := 0; (i+1)*media.FrameSamples <= len(pcm); i++ {
		packet, err := enc.Encode(pcm[i*media.FrameSamples : (i+1)*media.FrameSamples])
		if err != nil {
			t.Fatal(err)
		}
		receiver.Push(uint16(i), uint32(i*960), packet, func(frame []int16) { levels = append(levels, media.Level(frame)) })
	}
	if levels[0] > audible {
		t.Errorf("the first packet is at -%d dBov, want it audible", levels[0])
	}
	for i, l := range levels[2:] {
		if l < SpeakerLevel-2 || l > SpeakerLevel+2 {
			t.Errorf("frame %d comes out at -%d dBov, want -%d within 2", i+2, l, SpeakerLevel)
		}
	}
}
