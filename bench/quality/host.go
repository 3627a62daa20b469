package quality

import (
	"context"
	"errors"
	"fmt"

	"parley"
	"parley/agent"
	"parley/bench/quality/beep"
	"parley/media"
	"parley/room"
	"parley/scenarios"
	"parley/stt"
)

// scenario is the scene of all calls: an opening, and nothing the character says
// of its own accord.
var scenario = scenarios.Scenario{
	ID: "quality", Botname: "Ada", Opening: "Hello.", Goal: "a good conversation", Language: "en",
	Character: []string{"A patient person"}, Negprompt: []string{"Say little"},
	Bot: scenarios.Bot{PatienceS: 6}, // as of a file that says nothing of it
}

// nowhere takes what is of no interest here: the journal's events and the
// checker's exchanges.
type nowhere struct{}

// Append implements agent.Journal.
func (nowhere) Append(parley.Event) error { return nil }

// Submit implements agent.Reviewer.
func (nowhere) Submit(context.Context, parley.Exchange) error { return nil }

// host holds the agent's side of a call until the caller has left or ctx ends.
func (b *bench) host(ctx context.Context, job *room.Job, listener stt.Engine, author *beep.Author) error {
	detector, err := b.vad.NewVAD()
	if err != nil {
		return fmt.Errorf("hold call: %w", err)
	}
	defer detector.Close()
	denoiser, err := media.NewDenoiser()
	if err != nil {
		return fmt.Errorf("hold call: %w", err)
	}
	defer denoiser.Close()
	id := parley.NewCallID()
	config := agent.Config{
		Call: id, Scenario: scenario, STT: listener, LLM: author, TTS: beep.Voice{FirstByte: firstByte},
		Detector: detector, Denoiser: denoiser, Reviewer: nowhere{}, Journal: nowhere{},
		Wheel: b.wheel, Echo: media.NewEcho(), Log: b.log,
	}
	if b.config.Equip != nil {
		b.config.Equip(&config)
	}
	s := agent.New(config)
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Log: b.log,
		Handlers: room.Handlers{
			Audio: s.Hear,
			Gone:  func(reason string) { s.Hangup(parley.Left, reason) },
		},
	})
	if err != nil {
		return fmt.Errorf("hold call: %w", err)
	}
	defer stage.Leave()
	if e := s.Run(ctx, stage); e.Outcome == parley.Failed && ctx.Err() == nil {
		return errors.New("hold call: " + e.Reason)
	}
	return nil
}
