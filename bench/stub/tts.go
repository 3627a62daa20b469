package stub

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"
	"unicode"

	"parley/media"
	"parley/tts"
)

// TTS is a tts.Engine whose voice is a steady tone. After its first byte the
// rest follows at once.
type TTS struct {
	// First is the time from the text to its first audio, Word how long each word
	// is, in whole 10 ms; 0 means DefaultFirstByte and DefaultWord.
	First time.Duration `json:"first,omitempty"`
	Word  time.Duration `json:"word,omitempty"`
}

var _ tts.Engine = (*TTS)(nil)

const (
	// SpeakerLevel is the media.Level of every frame of the tone: that of normal
	// speech.
	SpeakerLevel uint8 = 20
	// toneHz divides a frame, so that all frames are equally loud wherever they
	// begin, and is within a voice's range.
	toneHz = 300
	// harmonics of the tone, each half as loud as the one before.
	harmonics = 3
	// chunk is the piece of audio emitted at once.
	chunk = 200 * time.Millisecond
)

// Name implements tts.Engine.
func (*TTS) Name() string { return "stub" }

// Speak implements tts.Engine.
func (s *TTS) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	word := cmp.Or(s.Word, DefaultWord)
	words := spoken(text, word)
	if len(words) == 0 {
		return ctx.Err()
	}
	if err := until(ctx, time.Now().Add(cmp.Or(s.First, DefaultFirstByte))); err != nil {
		return err
	}
	total := media.Samples(words[len(words)-1].End)
	for at := 0; at < total; at += media.Samples(chunk) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := emit(tts.Chunk{PCM: tone(at, min(media.Samples(chunk), total-at)), Words: words}); err != nil {
			return err
		}
		words = nil
	}
	return nil
}

// spoken are the words of text with a letter or a digit in them; the last ends
// with the text.
func spoken(text string, each time.Duration) []media.Word {
	var words []media.Word
	end := 0
	for part := range strings.FieldsSeq(text) {
		end += strings.Index(text[end:], part) + len(part)
		if strings.IndexFunc(part, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
			words = append(words, media.Word{TextEnd: end, End: time.Duration(len(words)+1) * each})
		}
	}
	if len(words) > 0 {
		words[len(words)-1].TextEnd = len(text)
	}
	return words
}

// tone is n samples of the voice from its sample at on.
func tone(at, n int) []int16 {
	var power, share float64 = 0, 1
	for range harmonics {
		power += share * share / 2
		share /= 2
	}
	scale := 32768 * math.Pow(10, -float64(SpeakerLevel)/20) / math.Sqrt(power)
	pcm := make([]int16, n)
	for i := range pcm {
		phase := 2 * math.Pi * toneHz * float64((at+i)%media.SampleRate) / media.SampleRate
		var v float64
		share = 1
		for h := range harmonics {
			v += share * math.Sin(phase*float64(h+1))
			share /= 2
		}
		pcm[i] = int16(math.Round(scale * v))
	}
	return pcm
}
