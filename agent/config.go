package agent

import (
	"log/slog"
	"time"

	"parley"
	"parley/agent/endpoint"
	"parley/llm"
	"parley/media/playout"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
)

// Config is what one call is made of. The first two groups are needed; without
// the rest the call does without.
type Config struct {
	Call     parley.CallID
	Dispatch parley.Dispatch
	Scenario scenarios.Scenario

	STT stt.Engine
	LLM llm.Engine
	TTS tts.Engine
	// Detector and Denoiser serve this call alone; the caller frees them once the
	// session has settled.
	Detector Detector
	Denoiser Denoiser
	Reviewer Reviewer
	Journal  Journal

	// Wheel is the clock that all calls of a process share; nil is one of its
	// own.
	Wheel *playout.Wheel
	// Echo, for this call alone, knows the character's voice when it comes back
	// through the user's microphone.
	Echo Echo
	// TurnModel judges by the sound whether a turn is over.
	TurnModel TurnModel
	// Habits are the user's, from earlier calls.
	Habits parley.Habits
	// Meter counts what the call does.
	Meter Meter

	// Pace is what all calls have learnt of how fast the voices speak; nil is one
	// of the call's own.
	Pace *Pace
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
	// DefaultTiming's where that has none.
	Timing Timing
	// Log gets ids and faults, never speech; nil means slog.Default.
	Log *slog.Logger
}

// timing is what holds for this call, habits aside.
func (c Config) timing() Timing {
	t, of := c.Timing, c.Scenario.Timing
	for _, f := range []struct {
		v  *time.Duration
		by int
		in time.Duration
	}{
		{&t.SureDelay, of.SureDelayMS, ms}, {&t.MinDelay, of.MinDelayMS, ms}, {&t.OpenDelay, of.OpenDelayMS, ms},
		{&t.TranscriptWait, of.TranscriptWaitMS, ms}, {&t.Hold, of.HoldMS, ms}, {&t.Yield, of.YieldMS, ms},
		{&t.FalseStart, of.FalseStartMS, ms}, {&t.Filler, of.FillerMS, ms}, {&t.UtteranceEnd, of.UtteranceEndMS, ms},
		{&t.Stable, of.StableMS, ms}, {&t.Ahead, of.AheadMS, ms}, {&t.LateMerge, of.LateMergeMS, ms},
		{&t.SoftHold, of.SoftHoldMS, ms}, {&t.WordEnd, of.WordEndMS, ms}, {&t.NodAfter, of.NodAfterMS, ms},
		{&t.NodPause, of.NodPauseMS, ms}, {&t.NodGap, of.NodGapMS, ms}, {&t.LostRelease, of.LostReleaseMS, ms},
		{&t.LastWord, of.LastWordMS, ms}, {&t.Subscription, of.SubscriptionMS, ms},
		{&t.Abandoned, of.AbandonedS, time.Second}, {&t.Silent, of.SilentS, time.Second},
		{&t.Away, of.AwayS, time.Second}, {&t.Patience, c.Scenario.Bot.PatienceS, time.Second},
	} {
		if *f.v == 0 {
			*f.v = time.Duration(f.by) * f.in
		}
	}
	return t
}

// manners are what the scenario lets the character say between its lines.
func (c Config) manners() manners {
	m := manners{
		language: c.Scenario.Language,
		nudges:   len(c.Scenario.Nudges) > 0,
		fillers:  len(c.Scenario.Fillers) > 0,
		nods:     len(c.Scenario.Nods) > 0,
	}
	for _, line := range c.Scenario.Uninterruptible {
		m.firmOpening = m.firmOpening || line == scenarios.LineOpening
		m.firmNudges = m.firmNudges || line == scenarios.LineNudge
	}
	return m
}
