package stub

import (
	"cmp"
	"context"
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

// Recogniser is a stt.Engine that knows what will be said. The n-th utterance of
// a stream in which anything is audible is taken for the n-th of Utterances;
// after the last the first comes again.
type Recogniser struct {
	// Utterances are what will be said; without any, everything is transcribed
	// as nothing.
	Utterances []Utterance `json:"utterances"`
	// Streaming gives interim transcripts, Lag behind the audio; 0 means
	// DefaultLag.
	Streaming bool          `json:"streaming,omitempty"`
	Lag       time.Duration `json:"lag,omitempty"`
	// Final is the time from End to the final transcript; 0 means DefaultFinal,
	// or DefaultStreamingFinal of a streaming one.
	Final time.Duration `json:"final,omitempty"`
}

// Utterance is one thing that will be said.
type Utterance struct {
	Text string `json:"text"`
	// Ends are when the words of Text end, from the first audible sample. The
	// final transcript and the interim ones are timed by them. Without Ends there
	// is neither.
	Ends []time.Duration `json:"ends,omitempty"`
}

var _ stt.Engine = (*Recogniser)(nil)

// audible is the quietest media.Level, in -dBov, that counts as speech: below
// the weakest consonants, above what Opus makes out of silence.
const audible uint8 = 50

// Name implements stt.Engine.
func (*Recogniser) Name() string { return "stub" }

// Open implements stt.Engine.
func (r *Recogniser) Open(context.Context, stt.Options) (stt.Stream, error) {
	final := DefaultFinal
	if r.Streaming {
		final = DefaultStreamingFinal
	}
	return &stream{
		said: r.Utterances, streaming: r.Streaming,
		lag: cmp.Or(r.Lag, DefaultLag), final: cmp.Or(r.Final, final),
		wake: make(chan struct{}, 1), closed: make(chan struct{}),
	}, nil
}

// words are the words of u with their times, the first audible sample being at
// onset.
func (u Utterance) words(onset time.Duration) []stt.Word {
	var words []stt.Word
	var end time.Duration
	for i, text := range strings.Fields(u.Text) {
		if i == len(u.Ends) {
			break
		}
		words = append(words, stt.Word{Text: text, Start: onset + end, End: onset + u.Ends[i], Confidence: 1})
		end = u.Ends[i]
	}
	return words
}

// over is how many words have ended by the end of s.
func (u Utterance) over(s sound) (n int) {
	for n < len(u.Ends) && s.heard && s.onset+u.Ends[n] <= s.at {
		n++
	}
	return n
}

// soFar is the text of the first n words.
func (u Utterance) soFar(n int) string {
	words := strings.Fields(u.Text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// sound finds the first audible 10 ms of an utterance.
type sound struct {
	heard bool
	onset time.Duration
	// at is the length of the audio so far.
	at time.Duration
}

func (s *sound) write(pcm []int16) {
	const step = media.FrameSamples / 2
	for len(pcm) > 0 {
		n := min(step, len(pcm))
		if !s.heard && media.Level(pcm[:n]) <= audible {
			s.heard, s.onset = true, s.at
		}
		s.at += media.Duration(n)
		pcm = pcm[n:]
	}
}
