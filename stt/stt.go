// Package stt is speech to text: utterances of audio in, transcript events
// out. An engine lives in a sub-package; the conversation in agent/ knows only
// the interfaces here.
package stt

import (
	"context"
	"time"
)

// Engine opens streams. An Engine is safe for concurrent use; each call of the
// product has a stream of its own.
type Engine interface {
	// Name is the engine's name for logs and the page, such as "sphinx".
	Name() string
	// Open starts a stream for one speaker. ctx bounds the opening only.
	Open(ctx context.Context, o Options) (Stream, error)
}

// Options describe one speaker's stream. The zero value is usable.
type Options struct {
	// Language is a BCP 47 tag; empty means "en".
	Language string
	// Phrases are words and names likely to be said, Domain sentences of the
	// kind that will be said. Engines that cannot use them ignore them.
	Phrases []string
	Domain  []string
}

// Stream transcribes one speaker, utterance after utterance. Begin, Write and
// End are called from one goroutine, in the order Begin, Write…, End, and
// never block on the recogniser: an engine that falls behind queues. Next is
// called from another goroutine.
type Stream interface {
	// Begin opens the utterance id; ids rise.
	Begin(id uint64)
	// Write adds 16 kHz mono PCM to the open utterance. The stream copies pcm
	// if it keeps it. Without an open utterance it does nothing.
	Write(pcm []int16)
	// End closes the open utterance. Exactly one Final event with its id
	// follows, with empty Text if nothing was recognised, and with Err if it
	// could not be; finals come in the order of their utterances.
	End()
	// Next blocks for the next event. It returns ctx's error when ctx ends,
	// io.EOF after Close, and any other error when the stream is broken for
	// good; the caller then opens another.
	Next(ctx context.Context) (Event, error)
	// Close frees the stream; it may be called twice and from any goroutine.
	Close() error
}

// Pauser is a Stream that can transcribe an utterance before it ends. Its
// methods are called from the goroutine that writes and never block.
type Pauser interface {
	// Pause says that the speaker has fallen silent and may have finished. What
	// was written of the open utterance is transcribed as if it ended here, and
	// shown by an Event with Early set; the utterance stays open. If End follows
	// without Resume, what was written in between counts as silence and that
	// transcript is the final one: nothing is asked for again. An engine that
	// streams may have heard more by then, as the "p" of "stop" 150 ms after its
	// voice, and its final has that, too. The Event may come before Pause returns.
	// Without an open utterance, or a second time in a row, Pause does nothing.
	Pause()
	// Resume says that the speaker goes on: the transcript is dropped, and a
	// request for it cancelled, although an Early event that is on its way may
	// still come. It reports whether a request was made for nothing. Without a
	// Pause before it does nothing.
	Resume() (wasted bool)
	// Lull is the silence after which Pause is worth calling: short where it
	// costs nothing, longer than the silences within words where each is a
	// request. It is 0 while the stream cannot pause, and may change from one
	// utterance to the next.
	Lull() time.Duration
}

// RequestLull is Pauser.Lull of engines to which each Pause is a request of its
// own: the closure of a stop is shorter, 40-100 ms, nearly always, and what is
// between the end of the speech and the request is added to every answer.
const RequestLull = 80 * time.Millisecond

// Event is one step of the transcript of one utterance.
type Event struct {
	Utterance uint64
	// Text is the whole utterance so far, never a delta. It carries no
	// punctuation unless the engine makes it. Of an interim the last word is the
	// least sure: shown text that hides it changes six times less often (1.3
	// instead of 7.6 % of words, measured with PocketSphinx).
	Text string
	// Final marks the last event of the utterance.
	Final bool
	// Early marks an interim that Pauser.Pause asked for: the text of the final
	// unless the speaker goes on.
	Early bool
	// Words are timed from the utterance's first sample; set on finals by
	// engines that know them.
	Words []Word
	// Confidence is 0-1, or 0 if the engine has none.
	Confidence float64
	// Ends is the probability, 0-1, that a sentence ends after Text and does not
	// go on, by the engine's language model; 0 if the engine does not say.
	Ends float64
	// Evidence is what the engine says of whether there was speech at all.
	Evidence Evidence
	// Took is, on finals, the time from End to this event.
	Took time.Duration
	// Err is set on finals, with Text empty, when the utterance could not be
	// recognised: it wraps one of package engine's kinds where one fits. The
	// stream goes on with the next utterance; the caller may give this one's
	// audio to another engine.
	Err error
}

// Evidence is what speaks against a transcript, as far as its engine says. The zero
// value says nothing.
type Evidence struct {
	// NoSpeech is the probability, 0-1, that there was no speech.
	NoSpeech float64
	// LogProb is the mean logarithm of the probability of its tokens, 0 or less.
	LogProb float64
	// Compression is how many times smaller the text gets by compression, 1 or more:
	// text that repeats itself has over 2.4, where Whisper gives its transcript up.
	Compression float64
	// Prompt is what the engine was told to expect: a recogniser with nothing to hear
	// may repeat it.
	Prompt string
}

// Word is one recognised word.
type Word struct {
	Text       string
	Start, End time.Duration
	// Confidence is 0-1, or 0 if the engine has none.
	Confidence float64
}
