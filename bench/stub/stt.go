package stub

import (
	"cmp"
	"context"
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

// STT is a stt.Engine that knows what will be said. The n-th utterance of
// a stream in which anything is audible is taken for the n-th of Utterances;
// after the last the first comes again.
type STT struct {
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

var _ stt.Engine = (*STT)(nil)

// audible is the quietest media.Level, in -dBov, that counts as speech: below
// the weakest consonants, above what Opus makes out of silence.
const audible uint8 = 50

// Name implements stt.Engine.
func (*STT) Name() string { return "stub" }

// Open implements stt.Engine.
func (r *STT) Open(context.Context, stt.Options) (stt.Stream, error) {
	final := DefaultFinal
	if r.Streaming {
		final = DefaultStreamingFinal
	}
	return &stream{
		said: r.Utterances, streaming: r.Streaming,
		lag: cmp.Or(r.Lag, DefaultLag), final: cmp.Or(r.Final, final),
		Events: NewEvents(),
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

// streamingLull is stt.Pauser's Lull of a streaming engine: less is the gap
// between two of the frames.
const streamingLull = 30 * time.Millisecond

// nearly is how much of a word may be missing for it to be recognised all the
// same: what a recogniser gets has been denoised, which takes 20 ms.
const nearly = 60 * time.Millisecond

var _ stt.Pauser = (*stream)(nil)

// stream transcribes one speaker.
type stream struct {
	*Events
	said       []Utterance
	streaming  bool
	lag, final time.Duration

	// Of the goroutine that writes.
	id    uint64
	open  bool
	sound sound
	next  int // of said
	shown int // words given as interims
	// early is when the transcript that Pause asked for is due, zero without one.
	early time.Time
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) {
	s.id, s.open, s.sound, s.shown, s.early = id, true, sound{}, 0, time.Time{}
}

// Lull implements stt.Pauser: one that has listened all along has nothing to pay
// for.
func (s *stream) Lull() time.Duration {
	if s.streaming {
		return streamingLull
	}
	return stt.RequestLull
}

// Pause implements stt.Pauser. Of words whose ends are known it gives those that
// are over.
func (s *stream) Pause() {
	if !s.open || !s.early.IsZero() {
		return
	}
	s.early = time.Now().Add(s.final)
	if !s.sound.heard || len(s.said) == 0 {
		return
	}
	u := s.said[s.next%len(s.said)]
	text := u.Text
	if len(u.Ends) > 0 {
		heard := s.sound
		heard.at += nearly
		text = u.soFar(u.over(heard))
	}
	if text != "" {
		s.Put(s.early, stt.Event{Utterance: s.id, Text: text, Early: true})
	}
}

// Resume implements stt.Pauser.
func (s *stream) Resume() (wasted bool) {
	if !s.open || s.early.IsZero() {
		return false
	}
	s.early = time.Time{}
	s.DropEarly(s.id)
	return !s.streaming
}

// Write implements stt.Stream.
func (s *stream) Write(pcm []int16) {
	if !s.open {
		return
	}
	s.sound.write(pcm)
	if !s.streaming || !s.sound.heard || len(s.said) == 0 {
		return
	}
	u, now := s.said[s.next%len(s.said)], time.Now()
	before := s.shown
	if s.shown = u.over(s.sound); s.shown > before {
		s.Put(now.Add(s.lag), stt.Event{Utterance: s.id, Text: u.soFar(s.shown)})
	}
}

// End implements stt.Stream.
func (s *stream) End() {
	if !s.open {
		return
	}
	s.open = false
	now := time.Now()
	due := now.Add(s.final)
	if !s.early.IsZero() {
		due = later(s.early, now)
	}
	e := stt.Event{Utterance: s.id, Final: true, Took: due.Sub(now)}
	if s.sound.heard && len(s.said) > 0 {
		u := s.said[s.next%len(s.said)]
		s.next++
		e.Text, e.Words, e.Confidence = u.Text, u.words(s.sound.onset), 1
	}
	s.Put(due, e)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
