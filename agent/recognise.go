package agent

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/engine"
	"parley/stt"
)

// Waits before a broken recogniser is opened again: the first failure is often
// a hiccup, a lasting one should not be hammered.
//
// openWait is how long the user may go unheard before being told: an engine
// whose decoders are all taken waits for one.
const (
	openWait    = 3 * time.Second
	firstReopen = 500 * time.Millisecond
	lastReopen  = 8 * time.Second
)

// errUnopened means a recogniser of which no stream could be opened.
var errUnopened = errors.New("no stream could be opened")

// recognise keeps a recogniser open and passes its transcripts on until ctx
// ends. It opens the first with the first audio, as callers who only type need none;
// what is said meanwhile the ear keeps. While it is broken the call goes on by text. An
// engine that does not know the language is not asked again; one without a place free is
// asked twice a second, as that costs it nothing, and the user is told of it once.
func (s *Session) recognise(ctx context.Context) error {
	select {
	case <-s.ear.audio:
	case <-ctx.Done():
		return nil
	}
	wait, queued, told := firstReopen, false, false
	for {
		heard, err := s.recogniseOnce(ctx, told)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the call is over, and so is hearing
		}
		full := errors.Is(err, engine.ErrCapacity)
		if !full || !queued {
			s.log.Warn("speech recognition broke", "engine", s.cfg.STT.Name(), "err", err)
			s.trouble("stt", err)
			s.inbox.put(turn.RecogniserLost{})
		}
		queued, told = full, full || errors.Is(err, errUnopened)
		if errors.Is(err, engine.ErrLanguage) {
			return nil
		}
		if heard || full {
			wait = firstReopen
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
		wait = min(2*wait, lastReopen)
	}
}

// recogniseOnce runs one stream to its end and reports whether it ever gave a
// transcript. told says that the user was told that there is none.
func (s *Session) recogniseOnce(ctx context.Context, told bool) (heard bool, err error) {
	opening, cancel := context.WithTimeout(ctx, openWait)
	defer cancel()
	s.ear.opening.Store(!told) // else they know that they are not heard
	defer s.ear.opening.Store(false)
	stream, err := s.cfg.STT.Open(opening, stt.Options{
		Language: s.cfg.Scenario.Language, Phrases: s.cfg.Scenario.Names(), Domain: s.cfg.Scenario.Domain(),
	})
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", engine.ErrSlow, err)
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", errUnopened, err)
	}
	defer stream.Close()
	if told {
		back := isBack("stt", s.cfg.STT.Name())
		s.stage.Trouble(back)
		s.inbox.put(noted{parley.Body(back)})
	}
	s.ear.stream.Store(&stream)
	defer s.ear.stream.Store(nil)
	s.ear.opening.Store(false)
	for {
		e, err := stream.Next(ctx)
		if err != nil {
			return heard, err
		}
		heard = true
		if e.Err != nil {
			s.log.Warn("an utterance was not recognised", "engine", s.cfg.STT.Name(), "err", e.Err)
			s.trouble("stt", e.Err)
		}
		e.Text = parley.Plain(e.Text)
		words := s.ear.witness.Words(e)
		if e.Final && e.Text != "" && words == "" {
			s.log.Debug("a transcript was of no speech", "engine", s.cfg.STT.Name(), "utterance", e.Utterance)
		}
		s.inbox.put(transcript(e, words))
	}
}

// transcript is a recogniser's event, of which words were said.
func transcript(e stt.Event, words string) turn.Transcript {
	return turn.Transcript{
		Utterance: e.Utterance, Text: words, Final: e.Final, Early: e.Early,
		Confidence: e.Confidence, Failed: e.Err != nil, Ends: e.Ends,
	}
}

const (
	// earlySpare is how many requests for an early transcript may be made for
	// nothing before it is left at one a turn; each utterance gives one back.
	earlySpare = 3
)

// early has the recogniser transcribe an utterance in the first silence that may
// be its end, and takes that back as the user goes on. It belongs to the ear.
type early struct {
	// fresh is set while something was heard that the recogniser has not been
	// paused after, paused while it is.
	fresh, paused bool
	// voiced is the VAD's word on the frame before.
	voiced bool
	// spare is how many requests may still be made for nothing.
	spare int
}

// begin begins an utterance, within which the user may speak already.
func (l *early) begin(voiced bool) {
	l.fresh, l.paused = voiced, false
	l.spare = min(l.spare+1, earlySpare)
}

// recogniseEarly looks at the frame just heard.
func (e *ear) recogniseEarly() {
	l, d := &e.early, &e.edges
	onset := d.voiced && !l.voiced
	l.voiced = d.voiced
	silence := d.silence()
	switch {
	case d.voiced && (d.sound.Loud || onset), l.paused && d.voiced && silence >= reach:
		l.fresh = true
		if l.paused {
			e.resume()
		}
	case e.open && l.fresh && !l.paused && l.spare > 0 && !(d.voiced && silence >= reach):
		e.pause(silence)
	}
}

// pause asks for an early transcript if the silence is long enough.
func (e *ear) pause(silence time.Duration) {
	p := e.pauser()
	if p == nil {
		return
	}
	if least := p.Lull(); least <= 0 || silence < least {
		return
	}
	e.early.paused, e.early.fresh = true, false
	at := e.edges.offset
	if e.edges.voiced {
		at = e.edges.tail
	}
	e.put(turn.EarlyRequest{On: true, At: at}) // first: the transcript may come at once
	p.Pause()
}

// resume takes the early transcript back.
func (e *ear) resume() {
	e.early.paused = false
	if p := e.pauser(); p != nil && p.Resume() {
		e.early.spare--
		e.put(recognisedEarly{kept: false})
	}
	e.put(turn.EarlyRequest{})
}

// pauser is the recogniser that hears the open utterance, nil if it cannot pause.
func (e *ear) pauser() stt.Pauser {
	s := e.stream.Load()
	if s == nil || s != e.begun {
		return nil
	}
	p, _ := (*s).(stt.Pauser)
	return p
}

// judgeSpan is how much of the user's speech the turn model hears: what Smart
// Turn was trained on.
const judgeSpan = 8 * time.Second

// judge asks the turn model about utterances, one at a time, while the
// conversation goes on. All but the asking belongs to the ear's goroutine.
type judge struct {
	model TurnModel
	log   *slog.Logger
	put   func(item) bool
	// run runs a function on a goroutine of the session's.
	run  func(func())
	ring []int16
	head int
	full bool
	// busy holds a token while the model is asked; with one under way the next
	// utterance goes unjudged, as a late judgement is worth nothing.
	busy chan struct{}
}

func newJudge(m TurnModel, log *slog.Logger, put func(item) bool) *judge {
	return &judge{
		model: m, log: log, put: put,
		ring: make([]int16, judgeSpan*16000/time.Second), busy: make(chan struct{}, 1),
	}
}

// hear keeps a frame.
func (j *judge) hear(pcm []int16) {
	n := copy(j.ring[j.head:], pcm)
	j.head += n
	if j.head == len(j.ring) {
		j.full = true
		j.head = copy(j.ring, pcm[n:])
	}
}

// ask has the utterance that ends now judged; the answer is a prediction.
func (j *judge) ask(utterance uint64) {
	select {
	case j.busy <- struct{}{}:
	default:
		return
	}
	var pcm []int16
	if j.full {
		pcm = append(pcm, j.ring[j.head:]...)
	}
	pcm = append(pcm, j.ring[:j.head]...)
	j.run(func() {
		defer func() { <-j.busy }()
		p, err := j.model.Predict(pcm)
		if err != nil {
			j.log.Warn("turn model failed", "err", err)
			return
		}
		j.put(turn.Prediction{Utterance: utterance, Likelihood: p})
	})
}
