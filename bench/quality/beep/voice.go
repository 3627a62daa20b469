package beep

import (
	"context"
	"math"
	"strings"
	"time"

	"parley/media"
	"parley/tts"
)

// A word sounds for WordTime and WordGap of silence follows, or ClauseGap after
// punctuation: some 200 words a minute.
const (
	WordTime  = 220 * time.Millisecond
	WordGap   = 60 * time.Millisecond
	ClauseGap = 160 * time.Millisecond
)

// amplitude of each of the two tones: together 18 dB below full scale, a usual
// level of speech.
const amplitude = 4000

// fade is how long a tone takes to rise and to fall.
const fade = media.SampleRate / 200

// Voice implements tts.Engine. It knows the times of its words. A word it does
// not know is a plain low tone. It is safe for concurrent use.
type Voice struct {
	// FirstByte is waited before the audio, which then comes at once.
	FirstByte time.Duration
}

var _ tts.Engine = Voice{}

// Name implements tts.Engine.
func (Voice) Name() string { return "beep" }

// Speak implements tts.Engine.
func (v Voice) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	select {
	case <-time.After(v.FirstByte):
	case <-ctx.Done():
		return ctx.Err()
	}
	var c tts.Chunk
	offset := 0
	for _, field := range strings.Fields(text) {
		offset += strings.Index(text[offset:], field) + len(field)
		c.PCM = append(c.PCM, chord(field)...)
		c.Words = append(c.Words, media.Word{TextEnd: offset, End: media.Duration(len(c.PCM))})
		gap := WordGap
		if strings.ContainsAny(field[len(field)-1:], ",.?!") {
			gap = ClauseGap
		}
		c.PCM = append(c.PCM, make([]int16, media.Samples(gap))...)
	}
	c.Words[len(c.Words)-1].TextEnd = len(text)
	return emit(c)
}

func chord(text string) []int16 {
	low, high := float64(lowTone/2), 0.0
	if w, ok := Find(text); ok {
		low, high = w.tones()
	}
	pcm := make([]int16, media.Samples(WordTime))
	for i := range pcm {
		at := 2 * math.Pi * float64(i) / media.SampleRate
		loud := amplitude * min(1, float64(i)/fade, float64(len(pcm)-i)/fade)
		pcm[i] = int16(loud * (math.Sin(low*at) + math.Sin(high*at)))
	}
	return pcm
}
