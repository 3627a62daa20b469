package agent

import (
	"log/slog"
	"time"

	"parley"
	"parley/agent/endpoint"
	"parley/agent/reply"
	"parley/agent/turn"
	"parley/media/playout"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
)

// Config is what one call is made of. Without STT the user is not heard and only
// types, without TTS the character is read instead of heard. The first two groups are needed; without
// the rest the call does without.
type Config struct {
	Call     parley.CallID
	Dispatch parley.Dispatch
	Scenario scenarios.Scenario
	// SceneHash and Version are for the journal: the hash of the scene as it is kept, and
	// the version of Parley.
	SceneHash, Version string

	STT stt.Engine
	// Mind is how the character thinks, of this call alone.
	Mind Mind
	TTS  tts.Engine
	// Detector and Denoiser serve this call alone; the caller frees them once the
	// session has settled.
	Detector Detector
	Denoiser Denoiser
	Journal  Journal

	// Past is the call that this one goes on from, up to the line that is said again;
	// nil for none.
	Past *parley.Inherited

	// Reviewer has each exchange judged; nil judges none.
	Reviewer Reviewer

	// Wheel is the clock that all calls of a process share; nil is one of its
	// own.
	Wheel *playout.Wheel
	// Echo, for this call alone, knows the character's voice when it comes back
	// through the user's microphone.
	Echo Echo
	// TurnModel judges by the sound whether a turn is over.
	TurnModel TurnModel
	// Profile is the user's, from earlier calls.
	Profile parley.Profile
	// Meter counts what the call does.
	Meter Meter

	// Pace is what all calls have learnt of how fast the voices speak; nil is one
	// of the call's own.
	Pace *reply.Pace
	// Marks is what all calls have learnt of the marks that STT writes; nil is what
	// the call learns alone.
	Marks *endpoint.Experience
	// Lines has the audio of what the characters of all calls say again and again;
	// nil is one of the call's own.
	Lines *LineCache

	// Waste is how many of its answers a turn the call may begin for nothing,
	// before the user's turn is over, in the long run; 0 means DefaultWaste, less
	// than that none is begun early.
	Waste float64

	// Timing overrides single timers; its zero fields are the scenario's, and
	// parley.DefaultTiming's where that has none.
	Timing parley.Timing
	// Log gets ids and faults, never speech; nil means slog.Default.
	Log *slog.Logger
}

// timing is what holds for this call before what is known of the user.
func (c Config) timing() parley.Timing {
	t := c.Timing.FillFrom(c.Scenario.Timing)
	if t.Patience == 0 {
		t.Patience = time.Duration(c.Scenario.Bot.PatienceS) * time.Second
	}
	return t.FillFrom(parley.DefaultTiming)
}

// manners are what the scenario lets the character say between its lines.
func (c Config) manners() turn.Manners {
	m := turn.Manners{
		Language: c.Scenario.Language,
		Nudges:   len(c.Scenario.Nudges) > 0,
		Fillers:  len(c.Scenario.Fillers) > 0,
		Nods:     len(c.Scenario.Nods) > 0 && c.TTS != nil,
		Unjudged: c.Reviewer == nil,
	}
	for _, line := range c.Scenario.Uninterruptible {
		m.FirmOpening = m.FirmOpening || line == scenarios.LineOpening
		m.FirmNudges = m.FirmNudges || line == scenarios.LineNudge
	}
	return m
}
