// Package beep is the voice of a character whose every word can be recognised
// at the listener's end: each word of its vocabulary is a chord of two tones.
// What was heard is then known from the audio alone, whatever was paused,
// lowered, cut or said again on the way.
//
// Author writes replies of these words, Voice speaks them, Reader tells which
// word a frame is of, and Listening counts what was heard of a reply.
package beep

import (
	"context"
	"math"
	"strings"
	"time"
	"unicode"

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

// Sets is how many sets of words there are, and Size how many words each has. A
// reply keeps to one set, so that two replies in a row are told apart.
const (
	Sets = 3
	Size = 24
)

// vocabulary are plain nouns: none of them is a word that says how a turn goes
// on, and callers use none.
var vocabulary = [Sets][]string{
	strings.Fields("apple birch cedar daisy elder fern grape hazel ivy jasmine kale lemon " +
		"maple nettle olive pear quince rose sage thyme umbra violet willow yarrow"),
	strings.Fields("badger camel deer eagle falcon goose heron ibex jackal koala lynx mole " +
		"newt otter panda quail raven seal tiger urchin viper walrus yak zebra"),
	strings.Fields("anvil bucket candle drum engine flute guitar hammer inkwell jug kettle lamp " +
		"mirror needle oven piano quilt rudder saddle table umbrella vase wagon xylophone"),
}

// Word is a place in the vocabulary.
type Word struct{ Set, Index int }

var places = func() map[string]Word {
	m := map[string]Word{}
	for set, words := range vocabulary {
		for i, w := range words {
			m[w] = Word{set, i}
		}
	}
	return m
}()

// Find is the word a written one stands for, whatever its case and punctuation.
func Find(text string) (Word, bool) {
	w, ok := places[strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }))]
	return w, ok
}

// The two tones of a word, in Hz: lines of the spectrum of 20 ms, 50 Hz apart,
// so that a frame of one word holds nothing of another, and within the band that
// telephones carry.
const (
	lowTone, lowStep   = 400, 150
	highTone, highStep = 900, 100
)

func (w Word) tones() (low, high float64) {
	return lowTone + lowStep*float64(w.Set), highTone + highStep*float64(w.Index)
}
