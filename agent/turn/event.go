package turn

import (
	"time"

	"parley"
	"parley/agent/endpoint"
)

// Event is what happened. All times in events run from the start of the session.
type Event interface{ isEvent() }

type (
	// Started opens the conversation with the character's first line.
	Started struct{ Opening string }

	// Subscribed says that the user's side takes the character's audio: what is
	// played from now on is heard.
	Subscribed struct{}

	// Sound is a sound that may be the beginning of speech: it comes within a
	// frame, long before the VAD is sure, and ends when the VAD says no or the
	// sound is over.
	Sound struct{ On bool }

	// Voice is the onset (On) or the end of speech by the VAD. At is the first or
	// the last voiced sample. Soft is set when an onset is well below the user's
	// usual level, Melody at an end.
	Voice struct {
		On     bool
		At     time.Duration
		Soft   bool
		Melody endpoint.Melody
	}

	// EarlyRequest says that the recogniser was asked, in a silence within speech or at
	// its end, for what it heard so far (On), or that the user goes on. At is the
	// last voiced sample.
	EarlyRequest struct {
		On bool
		At time.Duration
	}

	// Transcript is what the recogniser made of an utterance so far. Early is set
	// on the interim that an EarlyRequest brought, which is the final unless the
	// user goes on; Echo when the words are the character's own; Failed on a final
	// when there is none: the recogniser could not hear this utterance. Ends is its
	// probability that a sentence ends after Text.
	Transcript struct {
		Utterance  uint64
		Text       string
		Final      bool
		Early      bool
		Confidence float64
		Echo       bool
		Failed     bool
		Ends       float64
	}

	// RecogniserLost says that the recogniser broke: no final will come for the
	// utterances asked for so far.
	RecogniserLost struct{}

	// Prediction is the turn model's probability that the utterance ended the
	// turn.
	Prediction struct {
		Utterance  uint64
		Likelihood float64
	}

	// Typed is a turn the user wrote; it is complete as it stands.
	Typed struct{ Text string }

	// ButtonDown, ButtonUp and ButtonCancel are push-to-talk: the user takes the
	// floor, gives it up, or takes back what was said with the button down.
	ButtonDown struct{}

	// ButtonUp is described at ButtonDown.
	ButtonUp struct{}

	// ButtonCancel is described at ButtonDown.
	ButtonCancel struct{}

	// Audible is the first voiced frame of a reply having left.
	Audible struct {
		Reply uint64
		At    time.Duration
	}

	// FirstAudio is the first audio of an answer being there, Took after its model
	// was asked.
	FirstAudio struct {
		Reply uint64
		Took  time.Duration
	}

	// ThoughtsSpoken says that what was said of a reply so far is what the model thought.
	ThoughtsSpoken struct{ Reply uint64 }

	// Gap says that a segment of the reply is over and the next not yet heard,
	// or that it is.
	Gap struct {
		Reply uint64
		On    bool
	}

	// Finished ends a reply: all of it was played, or it was cut. Heard is what the
	// ledger says was heard; Complete is false after a cut.
	Finished struct {
		Reply    uint64
		Heard    string
		Complete bool
	}

	// Tell is something the character says on its own initiative, at the next pause.
	Tell struct{ Text string }

	// Judged is a verdict of the checker.
	Judged struct{ Verdict parley.Verdict }

	// Patience sets how long the character bears silence.
	Patience struct{ For time.Duration }

	// Hangup ends the call from outside: at once, or with Gently set at the next
	// moment when neither side speaks, and at the end of a word after farewell at the
	// latest. Then an ending that is due already is kept.
	Hangup struct {
		Outcome parley.Outcome
		Reason  parley.Phrase
		Gently  bool
	}

	// Alone says that nobody is there to hear, as the connection is lost, or that
	// somebody is again. What the character says waits meanwhile. Left is set if the
	// user has left and may come back: the clocks stand still, and the call ends when
	// they have not for Timing.Return.
	Alone struct{ On, Left bool }

	// SignOfLife is a sign of life of the user's that is no turn. Said is set if they
	// say that they are there, and do not only ask for something.
	SignOfLife struct{ Said bool }

	// Recess says that the user has both clocks stopped, or that they go on.
	Recess struct{ On bool }

	// MoreTime adds to the time limit, NoLimit takes it away. Without one they mean
	// nothing.
	MoreTime struct{ For time.Duration }

	// NoLimit is described at MoreTime.
	NoLimit struct{}

	// Tick only says that time has passed.
	Tick struct{}
)

func (Started) isEvent()        {}
func (Subscribed) isEvent()     {}
func (Sound) isEvent()          {}
func (Voice) isEvent()          {}
func (EarlyRequest) isEvent()   {}
func (Transcript) isEvent()     {}
func (RecogniserLost) isEvent() {}
func (Prediction) isEvent()     {}
func (Typed) isEvent()          {}
func (ButtonDown) isEvent()     {}
func (ButtonUp) isEvent()       {}
func (ButtonCancel) isEvent()   {}
func (Audible) isEvent()        {}
func (FirstAudio) isEvent()     {}
func (ThoughtsSpoken) isEvent() {}
func (Gap) isEvent()            {}
func (Finished) isEvent()       {}
func (Tell) isEvent()           {}
func (Judged) isEvent()         {}
func (Patience) isEvent()       {}
func (Hangup) isEvent()         {}
func (Alone) isEvent()          {}
func (SignOfLife) isEvent()     {}
func (Recess) isEvent()         {}
func (MoreTime) isEvent()       {}
func (NoLimit) isEvent()        {}
func (Tick) isEvent()           {}
