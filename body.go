package parley

import "time"

// Started opens a call. All but the first three fields are missing in journals
// of before their time.
type Started struct {
	Dispatch
	Botname string `json:"botname"`
	// Engines says which engine serves each role, such as "stt": "sphinx".
	Engines map[string]string `json:"engines"`
	// SceneHash names the scene's text as it was, see scenarios.Scenario.Hash.
	SceneHash string `json:"scene_hash,omitempty"`
	// Version is that of the Parley that held the call.
	Version string `json:"version,omitempty"`
}

// Heard is a finished user turn. Times run from the start of the call. A later
// one with the same turn number replaces it: part of the turn was recognised
// late.
type Heard struct {
	Turn       Turn          `json:"turn"`
	Start      time.Duration `json:"start"`
	End        time.Duration `json:"end"`
	Confidence float64       `json:"confidence,omitempty"`
	// Segments are the stretches of speech within the turn, oldest first; missing
	// where nobody measured them.
	Segments []Span `json:"segments,omitempty"`
	// By says what ended the turn: one of the By constants; empty in old journals.
	By string `json:"by,omitempty"`
}

// Span is a stretch of a call, from its start.
type Span struct {
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
}

// How a user's turn came.
const (
	ByVoice  = "voice"
	ByButton = "button"
	ByTyping = "typed"
)

// Said is a finished character turn. Times run from the start of the call.
type Said struct {
	Turn  Turn          `json:"turn"`
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end"`
	// InterruptedAt is when the user's speech cut the turn; 0 if it did not.
	InterruptedAt time.Duration `json:"interrupted_at,omitempty"`
	// Why is what the turn was for: one of the Why constants; empty in old journals.
	Why string `json:"why,omitempty"`
}

// What a character's turn is for.
const (
	WhyOpening = "opening"
	WhyAnswer  = "answer"
	WhyNudge   = "nudge"
	WhyExcuse  = "excuse"
	WhyTold    = "told"
)

// Inherited is what a fork begins with: its parent's call up to the turn it forks
// at, so that the fork can be read by itself when the parent is gone. The line that
// is said again is the last of Turns and comes once more as a Said of the same number.
type Inherited struct {
	// Turns are the conversation so far, with the parent's times.
	Turns []InheritedTurn `json:"turns"`
	// Exchanges is how many of them were judged or could have been.
	Exchanges int `json:"exchanges"`
	// Verdicts are the parent's so far, oldest first, with the times of what they judged.
	Verdicts []InheritedVerdict `json:"verdicts,omitempty"`
	// Hints is how many hints were used, Patience how long the character bore silence;
	// 0 is the scene's own.
	Hints int `json:"hints,omitempty"`
	// Given are the texts of those hints; journals of before leave them out.
	Given    []string      `json:"given,omitempty"`
	Patience time.Duration `json:"patience,omitempty"`
	// At is how long the parent had been under way.
	At time.Duration `json:"at"`
}

// InheritedTurn is a turn of a fork's parent.
type InheritedTurn struct {
	Turn       Turn          `json:"turn"`
	Start      time.Duration `json:"start"`
	End        time.Duration `json:"end"`
	Confidence float64       `json:"confidence,omitempty"`
	Why        string        `json:"why,omitempty"`
}

// InheritedVerdict is a verdict of a fork's parent and when it fell.
type InheritedVerdict struct {
	At      time.Duration `json:"at"`
	Verdict Verdict       `json:"verdict"`
}

// PatienceSet is the user's choice of how long the character bears silence.
type PatienceSet struct {
	For time.Duration `json:"for"`
}

// Overlap is the user's speech over the character.
type Overlap struct {
	At time.Duration `json:"at"`
	// Length is how long both spoke; 0 where that is not known.
	Length time.Duration `json:"length,omitempty"`
	// Outcome is how it was taken: "ignored", "resumed" (the character paused and
	// went on) or "yielded".
	Outcome string `json:"outcome"`
}

// Paused is a stretch in which the user had both clocks stopped. End is 0 where
// the call ended meanwhile.
type Paused struct {
	Start time.Duration `json:"start"`
	End   time.Duration `json:"end,omitempty"`
}

// Presence is whether anybody seems to be there.
type Presence struct {
	At time.Duration `json:"at"`
	// What is one of the Presence constants.
	What string `json:"what"`
}

// What a Presence tells.
const (
	PresenceAway = "away" // nothing was heard of the user for long
	PresenceHere = "here" // they said that they are there
	PresenceLost = "lost" // the connection was lost
	PresenceBack = "back" // it is there again
)

// Correction is what the user says they said, in the place of what was heard in one
// of their turns.
type Correction struct {
	Turn int    `json:"turn"`
	Text string `json:"text"`
}

// Coached are the sentences that a model wrote of a call that is over. The newest of a
// version counts.
type Coached struct {
	// Version is that of how they were asked for, debrief.CoachVersion.
	Version int `json:"version"`
	// By is the name of the engine.
	By    string         `json:"by"`
	Keep  *CoachSentence `json:"keep,omitempty"`
	Start *CoachSentence `json:"start,omitempty"`
	Stop  *CoachSentence `json:"stop,omitempty"`
}

// CoachSentence is a sentence and the words of a turn that it rests on.
type CoachSentence struct {
	Text  string `json:"text"`
	Quote string `json:"quote"`
	Turn  int    `json:"turn"`
}

// Rated is what the user thought of the call. The newest counts.
type Rated struct {
	// Stars are 1-5; Fair is whether the verdicts were, nil if that was not told.
	Stars int   `json:"stars"`
	Fair  *bool `json:"fair,omitempty"`
}

// Trouble is a fault the call survived, or the one that ended it.
type Trouble struct {
	// Role is "stt", "llm", "tts", "checker" or "call".
	Role string `json:"role"`
	// Reason is plain words, free of speech and of keys.
	Reason string `json:"reason"`
	// Over is set when it says that the role is well again, which takes back what
	// was said of it before.
	Over bool `json:"over,omitempty"`
	// Code is what is wrong, Engine who serves the role now, if another does. Both are
	// empty of what is over.
	Code   Phrase `json:"code,omitempty"`
	Engine string `json:"engine,omitempty"`
}

// Kind implements Body.
func (Started) Kind() Kind { return KindStarted }

// Kind implements Body.
func (Heard) Kind() Kind { return KindHeard }

// Kind implements Body.
func (Said) Kind() Kind { return KindSaid }

// Kind implements Body.
func (Verdict) Kind() Kind { return KindVerdict }

// Kind implements Body.
func (Reaction) Kind() Kind { return KindEmoji }

// Kind implements Body.
func (Hint) Kind() Kind { return KindHint }

// Kind implements Body.
func (Latency) Kind() Kind { return KindMetric }

// Kind implements Body.
func (Usage) Kind() Kind { return KindUsage }

// Kind implements Body.
func (Trouble) Kind() Kind { return KindError }

// Kind implements Body.
func (Ending) Kind() Kind { return KindEnded }

// Kind implements Body.
func (Inherited) Kind() Kind { return KindInherited }

// Kind implements Body.
func (PatienceSet) Kind() Kind { return KindPatience }

// Kind implements Body.
func (Overlap) Kind() Kind { return KindOverlap }

// Kind implements Body.
func (Paused) Kind() Kind { return KindPaused }

// Kind implements Body.
func (Presence) Kind() Kind { return KindPresence }

// Kind implements Body.
func (Correction) Kind() Kind { return KindCorrection }

// Kind implements Body.
func (Rated) Kind() Kind { return KindRated }

// Kind implements Body.
func (Coached) Kind() Kind { return KindCoached }
