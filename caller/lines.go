package caller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/media"
	"parley/tts"
)

// Line is one turn of the caller.
type Line struct {
	// Text is what is said, or the file's name if the line is a recording.
	Text string
	// PCM is the line as 16 kHz mono; nil leaves it to the speech engine.
	PCM []int16
}

// wavPrefix marks a line that names a recording.
const wavPrefix = "wav:"

// ParseLines makes lines of texts: one that begins with "wav:" names a WAV file
// to play, read here with media.ReadWAV; any other is spoken as it is.
func ParseLines(texts []string) ([]Line, error) {
	lines := make([]Line, 0, len(texts))
	for i, text := range texts {
		path, recorded := strings.CutPrefix(text, wavPrefix)
		if !recorded {
			lines = append(lines, Line{Text: text})
			continue
		}
		path = strings.TrimSpace(path)
		pcm, err := media.ReadWAV(path)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if len(pcm) == 0 {
			return nil, fmt.Errorf("line %d: %s holds no audio", i+1, path)
		}
		lines = append(lines, Line{Text: path, PCM: pcm})
	}
	return lines, nil
}

// spoken is the line's audio, whole, so that a slow engine makes no pause within
// it that would pass for the end of a turn.
func (l Line) spoken(ctx context.Context, speech tts.Engine, v tts.Voice) ([]int16, error) {
	if l.PCM != nil {
		return l.PCM, nil
	}
	said, err := tts.Whole(ctx, speech, l.Text, v)
	return said.PCM, err
}

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
	said, err := tts.Whole(ctx, speech, text, v)
	if err != nil {
		return Clip{}, fmt.Errorf("record a clip: %w", err)
	}
	from, to := voiced(said.PCM)
	if from == to {
		return Clip{}, fmt.Errorf("record a clip: %w", ErrSilent)
	}
	c := Clip{Text: text, PCM: said.PCM[from:to:to]}
	last := c.Length()
	for i := range strings.Fields(text) {
		end := last
		if i < len(said.Words)-1 {
			end = min(max(said.Words[i].End-media.Duration(from), 0), last)
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
