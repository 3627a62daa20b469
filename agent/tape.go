package agent

import (
	"context"
	"io"
	"log/slog"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/media"
	"parley/stt"
)

// Line is one turn of a user's, to be heard by Record.
type Line struct {
	// Asked is what the character said before it.
	Asked string
	// PCM is the line with the silence, or the noise, around it: whole frames of
	// 16 kHz, and no less than a second after the last voiced sample.
	PCM []int16
	// Voiced is the last voiced sample, from the first of PCM.
	Voiced time.Duration
}

// Utterance is audio that a recogniser is asked to transcribe. Times run from the
// first sample of the tape.
type Utterance struct {
	ID       uint64
	From, To time.Duration
	// PCM is what a recogniser would be given: denoised, with what comes before
	// the onset.
	PCM []int16
}

// Tape is what a session's ear makes of a user's side of one call, for
// turn-taking to be tried on it. It is for one goroutine.
type Tape struct {
	Utterances []Utterance
	lines      []Line
	starts     []time.Duration
	events     []taped
}

// taped is an event of the ear's and when it came.
type taped struct {
	event turn.Event
	at    time.Duration
}

// Record runs the ear of a session over lines, one after the other, faster than
// they are said: on a clock that the samples drive. c needs a Detector and a
// Denoiser, which must be new. Nothing is recognised meanwhile, and nothing
// answered; what utterances there are does not depend on either.
func Record(c Config, lines []Line) *Tape {
	t := &Tape{lines: lines}
	now := time.Duration(0)
	s := turn.New(c.timing(), turn.Limits{}, turn.Manners{}, parley.Habits{})
	var ear *ear
	tell := func(e turn.Event) {
		var effects []turn.Effect
		s, effects = turn.Step(s, e, now)
		for _, f := range effects {
			switch f := f.(type) {
			case turn.Listen:
				ear.obey(order{begin: true, utterance: f.Utterance, roll: f.Lead})
			case turn.Transcribe:
				ear.obey(order{utterance: f.Utterance})
			}
		}
	}
	ear = newEar(c, slog.New(slog.DiscardHandler), func(i item) bool {
		if e, ok := i.(turn.Event); ok {
			t.events = append(t.events, taped{e, now})
		}
		return true
	}, func() time.Duration { return now })
	var spool stt.Stream = &spool{now: func() time.Duration { return now }, tape: t}
	ear.stream.Store(&spool)
	for _, l := range lines {
		t.starts = append(t.starts, now)
		for pcm := l.PCM; len(pcm) >= media.FrameSamples; pcm = pcm[media.FrameSamples:] {
			for s.Wake != 0 && s.Wake < now+media.PTime {
				now = max(now, s.Wake)
				tell(turn.Tick{})
			}
			now = now.Truncate(media.PTime) + media.PTime
			heard := len(t.events)
			f := frame(pcm[:media.FrameSamples])
			ear.frame(&f)
			for _, e := range t.events[heard:] {
				tell(e.event)
			}
		}
	}
	return t
}

// spool is a stt.Stream that keeps what it is given.
type spool struct {
	now  func() time.Duration
	tape *Tape
	open Utterance
}

func (s *spool) Begin(id uint64) { s.open = Utterance{ID: id} }

func (s *spool) Write(pcm []int16) { s.open.PCM = append(s.open.PCM, pcm...) }

func (s *spool) End() {
	s.open.To = s.now()
	s.open.From = s.open.To - media.Duration(len(s.open.PCM))
	s.tape.Utterances = append(s.tape.Utterances, s.open)
}

func (*spool) Next(context.Context) (stt.Event, error) { return stt.Event{}, io.EOF }

func (*spool) Close() error { return nil }
