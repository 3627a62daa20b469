package agent

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"slices"
	"time"

	"parley"
	"parley/agent/endpoint"
	"parley/agent/heard"
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
// first sample of the recording.
type Utterance struct {
	ID       uint64
	From, To time.Duration
	// PCM is what a recogniser would be given: denoised, with what comes before
	// the onset.
	PCM []int16

	voice heard.Voice
}

// Recording is what a session's ear makes of a user's side of one call, for
// turn-taking to be tried on it. It is for one goroutine.
type Recording struct {
	Utterances []Utterance
	lines      []Line
	starts     []time.Duration
	events     []timedEvent
}

// timedEvent is an event of the ear's and when it came.
type timedEvent struct {
	event turn.Event
	at    time.Duration
}

// Record runs the ear of a session over lines, one after the other, faster than
// they are said: on a clock that the samples drive. c needs a Detector and a
// Denoiser, which must be new. Nothing is recognised meanwhile, and nothing
// answered; what utterances there are does not depend on either.
func Record(c Config, lines []Line) *Recording {
	t := &Recording{lines: lines}
	now := time.Duration(0)
	s := turn.New(c.timing(), turn.Limits{}, turn.Manners{}, parley.Profile{})
	var ear *ear
	tell := func(e turn.Event) {
		var effects []turn.Effect
		s, effects = turn.Step(s, e, now)
		for _, f := range effects {
			switch f := f.(type) {
			case turn.Listen:
				ear.obey(order{begin: true, utterance: f.Utterance, lead: f.Lead})
			case turn.Transcribe:
				ear.obey(order{utterance: f.Utterance})
			}
		}
	}
	ear = newEar(c, slog.New(slog.DiscardHandler), func(i item) bool {
		if e, ok := i.(turn.Event); ok {
			t.events = append(t.events, timedEvent{e, now})
		}
		return true
	}, func() time.Duration { return now })
	var spool stt.Stream = &spool{now: func() time.Duration { return now }, recording: t, witness: &ear.witness}
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
	now       func() time.Duration
	recording *Recording
	witness   *heard.Witness
	open      Utterance
}

func (s *spool) Begin(id uint64) { s.open = Utterance{ID: id} }

func (s *spool) Write(pcm []int16) { s.open.PCM = append(s.open.PCM, pcm...) }

func (s *spool) End() {
	s.open.To = s.now()
	s.open.From = s.open.To - media.Duration(len(s.open.PCM))
	s.open.voice, _ = s.witness.Voice(s.open.ID)
	s.recording.Utterances = append(s.recording.Utterances, s.open)
}

func (*spool) Next(context.Context) (stt.Event, error) { return stt.Event{}, io.EOF }

func (*spool) Close() error { return nil }

// Answered is what became of a line.
type Answered struct {
	// Cuts are when an answer would have been heard before the line's last voiced
	// sample; they run from the first of its PCM.
	Cuts []time.Duration
	// After is how long after the last voiced sample the answer is heard, of a
	// character that has it ready; negative if it never is.
	After time.Duration
	// Silences are those the line had to the ear.
	Silences []Silence
}

// Silence is one in which the end of the turn was asked for.
type Silence struct {
	// At is the last voiced sample before it, by the ear and from the first of the
	// line's PCM; it may lie before it.
	At time.Duration
	// Cues are what was known of it in the end.
	Cues endpoint.Cues
}

// Play has turn-taking hear the recording. finals are the transcripts of
// Utterances, in their order; each comes its Took after the utterance's end. The
// character's answers are ready at once and heard a frame after the turn is
// over. One that cuts into a line is noted but not heard, so that all of the line
// is.
func (t *Recording) Play(c Config, finals []stt.Event) []Answered {
	if len(t.lines) == 0 {
		return nil
	}
	events := slices.Clone(t.events)
	for i, e := range finals {
		u := &t.Utterances[i]
		e.Utterance, e.Final, e.Early = u.ID, true, false
		events = append(events, timedEvent{transcript(e, heard.Words(e, u.voice)), u.To + e.Took})
	}
	slices.SortStableFunc(events, func(a, b timedEvent) int { return cmp.Compare(a.at, b.at) })
	p := &player{state: turn.New(c.timing(), turn.Limits{}, turn.Manners{Language: c.Scenario.Language}, c.Profile)}
	before := endpoint.Marks{}
	if c.Marks != nil {
		before = c.Marks.Marks()
		defer func() { c.Marks.Learn(p.state.Marks.CountedSince(before)) }()
	}
	p.state.Marks = before
	p.apply(turn.Started{Opening: "Hello."})
	p.apply(turn.Subscribed{})
	p.answer(t.lines[0].Asked)
	answered := make([]Answered, len(t.lines))
	for i, l := range t.lines {
		n := len(events)
		if i+1 < len(t.starts) {
			n, _ = slices.BinarySearchFunc(events, t.starts[i+1], func(e timedEvent, at time.Duration) int { return cmp.Compare(e.at, at) })
		}
		next := ""
		if i+1 < len(t.lines) {
			next = t.lines[i+1].Asked
		}
		p.now += time.Second
		answered[i] = p.line(l, t.starts[i], events[:n], next)
		events = events[n:]
	}
	return answered
}

// patient is how long after a line its answer is waited for.
const patient = 15 * time.Second

// player is turn-taking with a character whose answers are ready at once.
type player struct {
	state turn.State
	now   time.Duration
	// let is when the reply in progress was let go, 0 while it is held; noted is
	// the one that was noted.
	let, noted time.Duration
}

// apply steps on an event, and on what follows from it at once.
func (p *player) apply(e turn.Event) {
	var effects []turn.Effect
	p.state, effects = turn.Step(p.state, e, p.now)
	for _, f := range effects {
		switch f := f.(type) {
		case turn.Answer:
			if p.let = p.now; f.HeldBack {
				p.let = 0
			}
		case turn.Release:
			p.let = p.now
		case turn.HoldBack:
			p.let = 0
		case turn.Cut:
			p.let = 0
			p.apply(turn.Finished{Reply: f.Reply})
		}
	}
}

// pass lets time go by up to at and reports whether an answer was heard by then
// that is not noted yet.
func (p *player) pass(at time.Duration) bool {
	for {
		next := at
		if w := p.state.Wake; w != 0 {
			next = min(next, w)
		}
		if p.let > 0 && p.let != p.noted && p.let+media.PTime <= next {
			p.now, p.noted = p.let+media.PTime, p.let
			return true
		}
		if p.now = max(p.now, next); next == at {
			return false
		}
		p.apply(turn.Tick{})
	}
}

// answer has the character say text, in no time, if it is its turn.
func (p *player) answer(text string) {
	if id := p.state.Pending(); id != 0 {
		p.apply(turn.Audible{Reply: id, At: p.now})
		p.apply(turn.Finished{Reply: id, Heard: cmp.Or(text, "I see."), Complete: true})
	}
	p.let = 0
}

// line plays the events of the line that begins at start on the recording. The answer
// to it is next.
func (p *player) line(l Line, start time.Duration, events []timedEvent, next string) Answered {
	a := Answered{After: -1}
	begin := p.now
	for _, e := range events {
		p.hear(&a, begin, begin+l.Voiced, begin+e.at-start, next)
		p.apply(shifted(e.event, begin-start))
		p.note(&a, begin)
	}
	if a.After < 0 {
		p.hear(&a, begin, begin+l.Voiced, begin+l.Voiced+patient, next)
	}
	if a.After < 0 { // what is left of the line shall not join the next
		p.state = p.state.Dropped(p.now)
	}
	return a
}

// hear lets time go by up to to and notes the answers that are heard, next once
// the line is over at voiced.
func (p *player) hear(a *Answered, begin, voiced, to time.Duration, next string) {
	for p.pass(to) {
		switch {
		case a.After >= 0: // to a noise after the line
		case p.now <= voiced:
			a.Cuts = append(a.Cuts, p.now-begin)
			continue
		default:
			a.After = p.now - voiced
		}
		p.answer(next)
	}
}

// note keeps what is known of the silence there is, if it is the line's.
func (p *player) note(a *Answered, begin time.Duration) {
	voiced, cues, ok := p.state.Silence()
	if a.After >= 0 || !ok {
		return
	}
	s := Silence{voiced - begin, cues}
	if n := len(a.Silences); n > 0 && a.Silences[n-1].At == s.At {
		a.Silences = a.Silences[:n-1]
	}
	a.Silences = append(a.Silences, s)
}

// shifted is e with its times moved.
func shifted(e turn.Event, by time.Duration) turn.Event {
	if v, ok := e.(turn.Voice); ok {
		v.At += by
		return v
	}
	return e
}
