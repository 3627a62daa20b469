package agent

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/agent/turn"
	"parley/media/playout"
)

// errCut is the cause with which a reply's context ends when it is cut.
var errCut = errors.New("reply cut")

// speech is one reply in the making: a source writes segments, the TTS speaks
// them, the playout plays them.
type speech struct {
	id     uint64
	cancel context.CancelCauseFunc
	ended  turn.EndOfTurn
	stamps stamps

	// segments go to the voice; whoever makes the text closes them. While the reply
	// is held back, until release, only the first is spoken.
	segments chan string
	released chan struct{}
	release  func()

	mu sync.Mutex
	// fixed is set if the reply is a line of the scenario's, filler the one said
	// first.
	fixed  bool
	filler string
	// full is the whole reply as far as it was made. mute is set when the TTS
	// failed, whole when no more text will come.
	full        string
	mute, whole bool
	// voiced are the characters that went to the voice.
	voiced int
	// reactions wait until the reply is audible: one that is dropped unheard
	// shows nothing.
	reactions []parley.Reaction
	audible   bool
}

// source makes the text of a reply and passes it on segment by segment; say
// blocks while earlier segments wait and fails when the reply is cut.
type source func(ctx context.Context, say func(segment string) error) error

// queuedSegments is how far thinking may run ahead of speaking.
const queuedSegments = 8

// start begins a reply, held back or not. It returns at once; the playout
// reports its end.
func (s *Session) start(ctx context.Context, sp *speech, held bool, from source) {
	ctx, cancel := context.WithCancelCause(ctx)
	sp.cancel = cancel
	sp.segments = make(chan string, queuedSegments)
	sp.released = make(chan struct{})
	sp.release = sync.OnceFunc(func() { close(sp.released) })
	if held {
		s.playout.Pause(sp.id)
	} else {
		sp.release()
	}
	s.speech = sp
	s.goroutines.Go(s.guarded(func() error {
		defer cancel(nil)
		return s.speak(ctx, sp, from)
	}))
}

// speak runs a reply's two stages: thinking and speaking. A fault of an engine
// ends the reply, not the call; only a panic is returned.
func (s *Session) speak(ctx context.Context, sp *speech, from source) error {
	var stages errgroup.Group
	stage := func(f func() error) { // a panic in one must not leave the other waiting
		stages.Go(func() error {
			err := s.guarded(f)()
			if errors.Is(err, errPanic) {
				sp.cancel(err)
			}
			return err
		})
	}
	stage(func() error {
		defer sp.end()
		return from(ctx, func(segment string) error {
			sp.stamps.mark(&sp.stamps.clause, s.now())
			sp.add(segment)
			select {
			case sp.segments <- segment:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
	})
	stage(func() error {
		index := 0
		for segment := range sp.segments {
			if index > 0 {
				select {
				case <-sp.released:
				case <-ctx.Done(): // what is left to come is passed over
				}
			}
			s.voice(ctx, sp, playout.Segment{Turn: sp.id, Index: index, Text: segment})
			index++
		}
		s.voiced(ctx, sp, index)
		return nil
	})
	err := stages.Wait()
	if ctx.Err() == nil { // of a cut reply the playout reports the end
		s.playout.Finish(sp.id)
	}
	if errors.Is(err, errPanic) {
		return err
	}
	if err != nil && ctx.Err() == nil {
		s.log.Error("reply failed", "reply", sp.id, "err", err)
	}
	return nil
}

func (sp *speech) add(segment string) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.full = turn.Join(sp.full, segment)
}

// fill says a filler first, unless the reply has words by now.
func (sp *speech) fill(filler string, now time.Duration) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if sp.whole || sp.full != "" || filler == "" {
		return
	}
	select {
	case sp.segments <- filler:
		sp.full, sp.filler = filler, filler
		sp.stamps.mark(&sp.stamps.clause, now)
	default:
	}
}

// end says that the reply has no more text.
func (sp *speech) end() {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.whole = true
	close(sp.segments)
}

// silence notes that the voice failed.
func (sp *speech) silence() {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.mute = true
}

// made is how much text there is of the reply, and how much of it was given to
// the voice, in characters.
func (sp *speech) made() (text, voiced int) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return utf8.RuneCountInString(sp.full), sp.voiced
}

// repeats reports whether a segment is one that other calls say, too.
func (sp *speech) repeats(s playout.Segment) bool {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return sp.fixed || s.Index == 0 && s.Text == sp.filler
}

// speaks counts what is given to the voice.
func (sp *speech) speaks(segment string) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.voiced += utf8.RuneCountInString(segment)
}

// text is the whole reply so far, and whether its voice failed.
func (sp *speech) text() (full string, mute bool) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return strings.TrimSpace(sp.full), sp.mute
}

// react keeps a reaction for when the reply is audible, or reports that it is.
func (sp *speech) react(r parley.Reaction) (now bool) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if !sp.audible {
		sp.reactions = append(sp.reactions, r)
	}
	return sp.audible
}

// sound says that the reply is audible, or was silent to its end, and returns
// the reactions to show.
func (sp *speech) sound() []parley.Reaction {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.audible = true
	due := sp.reactions
	sp.reactions = nil
	return due
}

// stamps are the moments of one reply in the making, from the session's start.
// The pipeline sets them, the owner reads them once the reply is audible.
type stamps struct {
	mu sync.Mutex
	// asked is when the model was, clause when it had given the first words to
	// say (or a filler was put in their place), speaking when their audio came.
	asked, clause, speaking time.Duration
}

// mark sets one stamp unless it is set already.
func (s *stamps) mark(which *time.Duration, now time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if *which == 0 {
		*which = now
	}
}

// speaks notes that there is audio, and reports how long after the model was
// asked the first of it came.
func (s *stamps) speaks(now time.Duration) (took time.Duration, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.speaking != 0 {
		return 0, false
	}
	s.speaking = now
	return now - s.asked, s.asked > 0
}

// spoke reports whether there was audio.
func (s *stamps) spoke() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.speaking != 0
}

// latency splits the time from the user's last voiced sample to the first
// voiced sample sent. It walks the way of the answer from milestone to
// milestone; what lies between one and the next is the share of whoever was
// waited for, so the stages add up exactly. Of an answer begun before the turn
// was over, work done during the endpointing delay shortens that delay's share.
func (s *stamps) latency(number int, e turn.EndOfTurn, audible time.Duration) parley.Latency {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := parley.Latency{Turn: number, Total: audible - e.Voiced, Speculated: e.Preemptive}
	at := e.Voiced
	until := func(milestone time.Duration, share *time.Duration) {
		if milestone = min(milestone, audible); milestone > at {
			*share += milestone - at
			at = milestone
		}
	}
	asked := s.asked
	until(min(e.Closed, asked), &l.Endpointing)
	until(min(e.Known, asked), &l.STT)
	if e.Preemptive { // the answer was begun when the end of the turn was near
		until(asked, &l.Endpointing)
	}
	until(min(e.Due, asked), &l.Endpointing)
	until(min(e.Decided, asked), &l.STT)
	until(asked, &l.Own)
	until(s.clause, &l.LLM)
	until(s.speaking, &l.TTS)
	until(e.Due, &l.Endpointing)
	until(e.Decided, &l.STT)
	until(audible, &l.Own)
	return l
}
