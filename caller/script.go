package caller

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley"
	"parley/media"
	"parley/tts"
)

// Defaults of Script.
const (
	// DefaultTimeout is far above what a scripted call of ten lines takes.
	DefaultTimeout = 5 * time.Minute
	// DefaultSettle is how long the character must have been silent and
	// listening before the caller speaks. It is longer than the pauses a
	// character makes between sentences.
	DefaultSettle = 700 * time.Millisecond
	// DefaultPatience is how long the caller waits, the character listening,
	// for an answer before it says its line again. It is below the 6 s after
	// which a character asks whether the user is still there.
	DefaultPatience = 5 * time.Second
	// heardPatience is how long it waits instead once words of its line were shown:
	// a character that heard "and" last keeps still for parley.MaxPatience at most.
	heardPatience = parley.MaxPatience + DefaultPatience
)

// Errors Run returns; all others are of joining or of speaking.
var (
	// ErrNoAgent means that no agent came within 20 s.
	ErrNoAgent = errors.New("no agent came to the room")
	// ErrNoAnswer means that the character did not answer a line said three
	// times.
	ErrNoAnswer = errors.New("the character does not answer")
	// ErrTimeout means that Script.Timeout passed.
	ErrTimeout = errors.New("the call took too long")
	// ErrLost means that the agent or the room went away without call_ended, or
	// that the connection was lost for 10 s.
	ErrLost = errors.New("the call was cut off")
)

// Script says where to call and what to say.
type Script struct {
	Config
	// Lines are said in order, one each time the floor is free. When none is
	// left, the caller lingers for the verdict on the last and hangs up.
	Lines []Line
	// Speech says the lines that have no audio of their own, in Voice. It may be
	// nil if all have.
	Speech tts.Engine
	Voice  tts.Voice
	// Timeout bounds the call; 0 means DefaultTimeout. Settle and Patience are
	// DefaultSettle and DefaultPatience if 0.
	Timeout, Settle, Patience time.Duration
	// Record keeps the audio of both sides for Report.Audio.
	Record bool
	// Observe is told everything as it happens, in order and on Run's goroutine;
	// nil means nobody is. While it blocks, the caller does nothing new.
	Observe func(Event)
}

func (s *Script) setDefaults() {
	if s.Timeout == 0 {
		s.Timeout = DefaultTimeout
	}
	if s.Settle == 0 {
		s.Settle = DefaultSettle
	}
	if s.Patience == 0 {
		s.Patience = DefaultPatience
	}
	if s.Observe == nil {
		s.Observe = func(Event) {}
	}
}

func (s *Script) check() error {
	for _, l := range s.Lines {
		if l.PCM == nil && s.Speech == nil {
			return errors.New("a line has no audio and there is no engine to speak it")
		}
	}
	return nil
}

// Run makes one call and returns when it is over: the agent ended it, or the
// caller had said its lines and hung up, which is no error either. The report
// holds what came before an error, too. When ctx ends Run hangs up, waits up to
// 3 s for the agent's call_ended and returns ctx's cause; the report's Outcome
// tells whether it came. Run is safe for concurrent use, one call each.
func Run(ctx context.Context, s Script) (Report, error) {
	s.setDefaults()
	if err := s.check(); err != nil {
		return Report{}, fmt.Errorf("make a call: %w", err)
	}
	recorder := media.NewRecorder(time.Now())
	if s.Record {
		s.Sent = func(at time.Time, pcm []int16) { recorder.Add(0, at, pcm) }
		s.Heard = func(at time.Time, pcm []int16) { recorder.Add(1, at, pcm) }
	}
	c, err := join(ctx, s.Config)
	if err != nil {
		return Report{}, fmt.Errorf("make a call: %w", err)
	}
	t := newTalk(s, c)
	err = t.run(ctx)
	c.Leave()
	if s.Record {
		t.report.Audio, t.report.Cut = recorder.PCM(), recorder.Truncated()
	}
	return t.report, err
}
