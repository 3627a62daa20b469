package agent

import (
	"context"
	"time"

	"parley"
	"parley/media/echo"
	"parley/media/playout"
	"parley/media/vad"
)

// Screen is what the user sees. Its methods never block and may drop what is
// out of date when the network is slow.
type Screen interface {
	State(parley.State)
	Caption(parley.Caption)
	Verdict(parley.Verdict)
	// Away tells that the user has been silent for long, or is back.
	Away(on bool)
	// Paused tells that both clocks stand still as the user wants, or no longer.
	Paused(on bool)
	// TimeLimit tells when the call is over for its time limit; while the clocks stand
	// still ends is zero and left what is left. Both are zero without a limit.
	TimeLimit(ends time.Time, left time.Duration)
}

// Margin is what is shown beside the conversation. Its methods never block.
type Margin interface {
	React(parley.Reaction)
	// Card and SetState show a card and the newest value of a state; the error says
	// what is wrong with it.
	Card(parley.Card) error
	SetState(parley.StateValue) error
	Latency(parley.Latency)
	Trouble(parley.Trouble)
	// Usage tells what each engine did for the call so far, from time to time
	// and in the end. The slice is not written to again.
	Usage([]parley.Usage)
}

// Stage is where the character appears: its mouth, the user's screen and the
// last word. room.Call is one. Its methods are called from several goroutines.
type Stage interface {
	playout.Sink
	Screen
	Margin
	// Ended tells the user that the call is over and returns when the user's
	// side has confirmed it or ctx ends.
	Ended(ctx context.Context, e parley.Ending) error
}

// Reviewer takes finished exchanges to the checker. Submit may block until ctx
// ends; verdicts come back through Session.Rule.
type Reviewer interface {
	Submit(ctx context.Context, e parley.Exchange) error
}

// Journal keeps the events of a call, in order. Append is called from one
// goroutine.
type Journal interface {
	Append(parley.Event) error
}

// Detector finds speech in audio; vad.Detector is one. report runs before Write
// returns.
type Detector interface {
	Write(pcm []int16, report func(vad.Window)) error
}

// Denoiser suppresses noise in place; echo.Denoiser is one.
type Denoiser interface {
	Process(frame []int16)
}

// Echo compares what the user's microphone hears with what was played;
// echo.Detector is one. The two methods are called from different goroutines, each
// with one frame every 20 ms.
type Echo interface {
	Played(pcm []int16)
	// Heard says whose voice the frame is: the character's own, the user's, or not
	// known yet.
	Heard(pcm []int16) echo.Voice
}

// TurnModel judges a user's turn by its sound; vad.TurnModel is one. Predict
// may be called from several goroutines and may block; its answer counts if it
// comes before the turn is decided without.
type TurnModel interface {
	// Predict is the probability, 0-1, that a turn whose last seconds are pcm
	// (16 kHz, newest last) is complete.
	Predict(pcm []int16) (float64, error)
}

// Meter counts what calls do. Its methods are called from one goroutine a call
// and never block.
type Meter interface {
	Answered(parley.Latency)
	// Overlap counts speech over the character by how it was taken: "ignored",
	// "resumed" (the character paused and went on) or "yielded".
	Overlap(outcome string)
	// Speculation counts an answer begun before the turn was over. Of one that was
	// not kept, tokens is about what the model had written, characters what was
	// given to the voice.
	Speculation(kept bool, tokens, characters int)
	// EarlyTranscript counts a transcript that was asked for in a silence and was
	// the final one, or was a request for nothing.
	EarlyTranscript(kept bool)
}

type noMeter struct{}

func (noMeter) Answered(parley.Latency)    {}
func (noMeter) Overlap(string)             {}
func (noMeter) Speculation(bool, int, int) {}
func (noMeter) EarlyTranscript(bool)       {}
