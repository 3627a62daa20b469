package caller

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
	"parley/tts/flite"
)

// voiceOf speaks whatever it is given as the same audio.
type voiceOf struct {
	pcm   []int16
	words []media.Word
	err   error
}

var _ tts.Engine = voiceOf{}

func (voiceOf) Name() string { return "test" }

func (v voiceOf) Speak(_ context.Context, _ string, _ tts.Voice, emit func(tts.Chunk) error) error {
	half := len(v.pcm) / 2
	if err := emit(tts.Chunk{PCM: v.pcm[:half], Words: v.words}); err != nil {
		return err
	}
	if err := emit(tts.Chunk{PCM: v.pcm[half:]}); err != nil {
		return err
	}
	return v.err
}

const ms = time.Millisecond

// sound is silence, a square wave and silence.
func sound(before, on, after time.Duration) []int16 {
	pcm := make([]int16, media.Samples(before+on+after))
	for i := range pcm[media.Samples(before):media.Samples(before+on)] {
		pcm[media.Samples(before)+i] = int16(3000 - 6000*(i/20%2))
	}
	return pcm
}

func TestRecordTrims(t *testing.T) {
	v := voiceOf{pcm: sound(130*ms, 470*ms, 300*ms), words: []media.Word{{TextEnd: 2, End: 250 * ms}, {TextEnd: 6, End: 650 * ms}}}
	c, err := Record(t.Context(), v, tts.Voice{}, "We go.")
	if err != nil {
		t.Fatal(err)
	}
	if c.Length() != 470*ms || c.PCM[0] == 0 || c.PCM[len(c.PCM)-1] == 0 {
		t.Errorf("%v from %d to %d, want 470ms of sound", c.Length(), c.PCM[0], c.PCM[len(c.PCM)-1])
	}
	if want := []time.Duration{120 * ms, 470 * ms}; !slices.Equal(c.Ends, want) || c.Text != "We go." {
		t.Errorf("%q ends at %v, want %v", c.Text, c.Ends, want)
	}
}

func TestRecordFails(t *testing.T) {
	if _, err := Record(t.Context(), voiceOf{pcm: make([]int16, 1600)}, tts.Voice{}, "…"); !errors.Is(err, ErrSilent) {
		t.Errorf("silence: %v, want %v", err, ErrSilent)
	}
	broken := errors.New("broken")
	if _, err := Record(t.Context(), voiceOf{pcm: sound(0, 100*ms, 0), err: broken}, tts.Voice{}, "a"); !errors.Is(err, broken) {
		t.Errorf("a broken engine: %v, want %v", err, broken)
	}
}

// The real voices begin and end with sound, and their words are in order.
func TestRecordFlite(t *testing.T) {
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	const text = "We have cut the costs by ten percent."
	for _, voice := range []string{"awb", "rms", "slt", "kal16"} {
		c, err := Record(t.Context(), speech, tts.Voice{Name: voice}, text)
		if err != nil {
			t.Fatal(err)
		}
		n := len(c.PCM)
		if first, last := media.Level(c.PCM[:step]), media.Level(c.PCM[n-step:]); first > Audible || last > Audible {
			t.Errorf("%s: edges at -%d and -%d dBov, want -%d or louder", voice, first, last, Audible)
		}
		if len(c.Ends) != len(strings.Fields(text)) || !slices.IsSorted(c.Ends) || c.Ends[0] <= 0 || c.Ends[len(c.Ends)-1] != c.Length() {
			t.Errorf("%s: words end at %v of %v", voice, c.Ends, c.Length())
		}
	}
}
