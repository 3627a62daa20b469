// Package stub is speech engines of set latencies. They stand where real ones
// do, behind the same interfaces, so that what a call takes beyond them is
// Parley's own doing, to the millisecond and the same on every machine. What
// they hear and answer is known beforehand; what they speak is a steady tone
// whose loudness can be read from packets.
//
// Every engine's zero value is usable, its fields are fixed before the first
// use and can travel as JSON to an agent in a process of its own.
package stub

import (
	"time"
)

// Defaults, of engines in the cloud on a good day. They are what the figures of
// docs/benchmarks.md were measured with, the reference's too.
const (
	// DefaultFinal is the time from an utterance's end to its transcript, of an
	// engine that hears whole utterances.
	DefaultFinal = 100 * time.Millisecond
	// DefaultStreamingFinal is the same of one that has listened all along, and
	// DefaultLag how far its interim transcripts are behind the audio.
	DefaultStreamingFinal = 50 * time.Millisecond
	DefaultLag            = 200 * time.Millisecond
	// DefaultFirstToken is the time from a request to the first word of the
	// answer, DefaultTokenEvery from each word to the next.
	DefaultFirstToken = 150 * time.Millisecond
	DefaultTokenEvery = 20 * time.Millisecond
	// DefaultFirstByte is the time from a text to its first audio.
	DefaultFirstByte = 100 * time.Millisecond
	// DefaultWord is how long a spoken word is: about twice as quick as people
	// are, for the sake of whoever waits for the figures.
	DefaultWord = 150 * time.Millisecond
)

// DefaultReply is what LLM answers. Its first clause, up to the comma, is whole
// 80 ms after the first word.
const DefaultReply = "That is a fair point, but I would need to see the numbers for the last two quarters " +
	"before I say anything more about it."

// Kit is a set of engines as it travels to an agent in a process of its own.
type Kit struct {
	STT STT `json:"stt"`
	LLM LLM `json:"llm"`
	TTS TTS `json:"tts"`
}
