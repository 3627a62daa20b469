// Package beep is the voice of a character whose every word can be recognised
// at the listener's end: each word of its vocabulary is a chord of two tones.
// What was heard is then known from the audio alone, whatever was paused,
// lowered, cut or said again on the way.
//
// Author writes replies of these words, Voice speaks them, Reader tells which
// word a frame is of, and Listening counts what was heard of a reply.
package beep

import (
	"strings"
	"unicode"
)

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
