package probe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/media"
	"parley/tts"
)

// Audible is the quietest media.Level, in -dBov, that counts as voiced: below
// the weakest consonants, above what Opus makes out of silence.
const Audible uint8 = 50

// step is the resolution at which speech and silence are told apart.
const step = media.FrameSamples / 2

// Clip is something to say.
type Clip struct {
	// Text is what it says, as it is written.
	Text string
	// PCM is 16 kHz mono. It begins with the first and ends with the last voiced
	// 10 ms.
	PCM []int16
	// Ends are when the words of Text end, from the first sample on.
	Ends []time.Duration
}

// ErrSilent is wrapped by Record's error when there is nothing to hear.
var ErrSilent = errors.New("nothing was spoken")

// Record has an engine speak text and trims the silence off both ends.
func Record(ctx context.Context, speech tts.Engine, v tts.Voice, text string) (Clip, error) {
	var pcm []int16
	var words []media.Word
	err := speech.Speak(ctx, text, v, func(c tts.Chunk) error {
		pcm, words = append(pcm, c.PCM...), append(words, c.Words...)
		return nil
	})
	if err != nil {
		return Clip{}, fmt.Errorf("record a clip: %w", err)
	}
	from, to := voiced(pcm)
	if from == to {
		return Clip{}, fmt.Errorf("record a clip: %w", ErrSilent)
	}
	c := Clip{Text: text, PCM: pcm[from:to:to]}
	last := c.Length()
	for i := range strings.Fields(text) {
		end := last
		if i < len(words)-1 {
			end = min(max(words[i].End-media.Duration(from), 0), last)
		}
		c.Ends = append(c.Ends, end)
	}
	return c, nil
}

// Length is how long the clip is.
func (c Clip) Length() time.Duration { return media.Duration(len(c.PCM)) }

// voiced is where the first voiced step begins and the last one ends; both 0
// when there is none.
func voiced(pcm []int16) (from, to int) {
	for at := 0; at < len(pcm); at += step {
		end := min(at+step, len(pcm))
		if media.Level(pcm[at:end]) > Audible {
			continue
		}
		if to == 0 {
			from = at
		}
		to = end
	}
	return from, to
}
