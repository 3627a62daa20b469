package agent

import (
	"context"

	"parley"
	"parley/media"
)

// Screen is what the user sees. Its methods never block and may drop what is
// out of date when the network is slow.
type Screen interface {
	State(parley.State)
	Caption(parley.Caption)
	Verdict(parley.Verdict)
}

// Margin is what is shown beside the conversation. Its methods never block.
type Margin interface {
	React(parley.Reaction)
	Latency(parley.Latency)
	Trouble(parley.Trouble)
}

// Stage is where the character appears: its mouth, the user's screen and the
// last word. room.Call is one. Its methods are called from several goroutines.
type Stage interface {
	media.Sink
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

// Detector finds speech in audio; media.VAD is one. report runs before Write
// returns.
type Detector interface {
	Write(pcm []int16, report func(media.Window)) error
}

// Denoiser suppresses noise in place; media.Denoiser is one.
type Denoiser interface {
	Process(frame []int16)
}
