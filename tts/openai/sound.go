package openai

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"strconv"
	"time"
	"unicode/utf8"

	"parley/media"
	"parley/media/sound"
)

const (
	// defaultRate is what OpenAI's "pcm" has.
	defaultRate = 24000
	// minChunk is the least that is emitted at once, but for the last chunk; what arrives at
	// once beyond maxChunk is emitted in several.
	minChunk = media.FrameSamples
	maxChunk = 2*minChunk + media.SampleRate/100
	// A service that speaks for longer than lead and perLetter, ten times as long as a slow
	// voice takes, has lost itself: it would never end.
	lead      = 30 * time.Second
	perLetter = time.Second
)

// rawOf is how samples without a header lie by the content type, such as "audio/L16;
// rate=16000; channels=1", and else at rate. Nothing else of the type is believed.
func rawOf(contentType string, rate int) sound.Raw {
	_, params, _ := mime.ParseMediaType(contentType)
	raw := sound.Raw{Rate: rate}
	if n, err := strconv.Atoi(params["rate"]); err == nil {
		raw.Rate = n
	}
	if n, err := strconv.Atoi(params["channels"]); err == nil {
		raw.Channels = max(n, 0)
	}
	return raw
}

// longest is how much audio text can take.
func longest(text string) time.Duration {
	return lead + time.Duration(utf8.RuneCountInString(text))*perLetter
}

// play passes the audio of s to emit, 16 kHz mono in slices of their own of 20-50 ms, until
// the body ends. What came before an error has been emitted. It returns emit's error, and a
// sound.Error if there is more than limit.
func play(s *sound.Stream, limit time.Duration, emit func([]int16) error) error {
	var trim media.Trimmer
	var decoded, out []int16
	for played := 0; ; {
		var err error
		decoded, err = s.Next(decoded[:0])
		out = trim.Append(out, decoded)
		if err != nil {
			out = trim.Flush(out)
		}
		if played += len(decoded); media.Duration(played) > limit {
			return sound.Error(fmt.Sprintf("more than %v of audio for one text", limit))
		}
		for len(out) >= minChunk || err != nil && len(out) > 0 {
			n := len(out)
			if n > maxChunk {
				n = 2 * minChunk
			}
			chunk := make([]int16, n)
			out = out[:copy(out, out[copy(chunk, out):])]
			if err := emit(chunk); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
