package turn

import (
	"time"

	"parley"
)

// Effect is what Step wants done. The caller carries effects out in the order in
// which Step returns them and may block on none of them.
type Effect interface{ isEffect() }

// Hearing and thinking.
type (
	// Listen opens an utterance at the recogniser, beginning with the newest Lead
	// of audio.
	Listen struct {
		Utterance uint64
		Lead      time.Duration
	}

	// Transcribe closes an utterance; its final transcript is asked for.
	Transcribe struct{ Utterance uint64 }

	// Answer starts the character's answer to the user's turn. An empty text
	// answers the history as it stands. A reply that is held back is prepared but
	// not heard until Release; Ended is set if it is not held back.
	Answer struct {
		Reply    uint64
		Text     string
		HeldBack bool
		Ended    EndOfTurn
	}
)

// Speaking. SayLine, Excuse, Nudge and Nod start something of their own, the
// others work on the reply in progress.
type (
	// SayLine starts a line that needs no thinking, such as the opening; HeldBack is
	// as in Answer.
	SayLine struct {
		Reply    uint64
		Text     string
		HeldBack bool
	}

	// Excuse starts the next of the scenario's excuses.
	Excuse struct{ Reply uint64 }

	// Nudge starts the next of the scenario's nudges.
	Nudge struct{ Reply uint64 }

	// Nod says the character's "mm-hm" into the user's turn; it is no reply.
	Nod struct{ Reply uint64 }
	// Bridge says a filler while the transcript of the user's turn is awaited; it is
	// no reply.
	Bridge struct{ Reply uint64 }

	// Fill says a filler if the reply has no words yet.
	Fill struct{ Reply uint64 }

	// HoldBack holds a reply back before it is audible.
	HoldBack struct{ Reply uint64 }

	// Release lets a reply that is held back be heard: the user's turn has ended,
	// or, of the opening, the user's side takes audio; Ended is then zero.
	Release struct {
		Reply uint64
		Ended EndOfTurn
	}

	// Duck lowers the reply's voice, or raises it again.
	Duck struct {
		Reply uint64
		On    bool
	}

	// Pause stops the reply within a frame. Resume goes on with it from the word
	// that was interrupted or, after a Long pause, from the beginning of its clause.
	Pause  struct{ Reply uint64 }
	Resume struct {
		Reply uint64
		Long  bool
	}

	// Cut stops a reply, within one frame or at the end of the word being said.
	// The caller answers with a Finished event that tells what was heard of it.
	Cut struct {
		Reply   uint64
		WordEnd bool
	}
)

// Remembering and showing.
type (
	// Caption shows the user's words so far.
	Caption struct {
		Text  string
		Final bool
		// Typed and Spoken are as in parley.Caption.
		Typed  bool
		Spoken string
	}

	// RecordUser puts the user's turn into the history. By and Segments are those of
	// parley.Heard.
	RecordUser struct {
		Text               string
		Typed, Backchannel bool
		Start, End         time.Duration
		Confidence         float64
		By                 string
		Segments           []parley.Span
	}

	// AmendUser replaces the text of one of the user's turns, counted from 1: part
	// of it was recognised late.
	AmendUser struct {
		Turn  int
		Text  string
		Typed bool
	}

	// RecordCharacter puts what was heard of a reply into the history. Why is that of
	// parley.Said.
	RecordCharacter struct {
		Reply       uint64
		Heard       string
		Interrupted bool
		Start, End  time.Duration
		Why         string
	}

	// Overlapped says how the user's speech over the character was taken.
	Overlapped struct{ parley.Overlap }

	// Preempted counts an answer that was begun before the turn was over.
	Preempted struct{ Used bool }

	// Review sends the exchange just finished to the checker.
	Review struct{ Exchange int }

	// CheckerBehind tells the user that the checker does not keep up.
	CheckerBehind struct{}

	// ShowState tells the room what the character is doing, ShowAway whether the
	// user has been silent for long.
	ShowState struct{ State parley.State }
	ShowAway  struct{ On bool }

	// ShowRecess tells the room that both clocks stand still (On), or that they no
	// longer do, as they did from Start to End; End is 0 if the call ends with them
	// stopped. Forgotten is set if they go on by themselves.
	ShowRecess struct {
		On, Forgotten bool
		Start, End    time.Duration
	}

	// ShowLimit tells the room when the time limit ends the call or, while the clocks
	// stand still, how much of it is left; there is none if both are 0.
	ShowLimit struct{ At, Left time.Duration }

	// Present notes what is known of whether anybody is there: one of parley's
	// Presence constants.
	Present struct{ What string }

	// ShowVerdict sends a verdict to the browser.
	ShowVerdict struct{ Verdict parley.Verdict }

	// End closes the call.
	End struct {
		Outcome parley.Outcome
		Reason  parley.Phrase
	}
)

// EndOfTurn says when and why a user turn was taken as over; the latency of
// the answer is counted from it.
type EndOfTurn struct {
	// Voiced is the user's last voiced sample, Closed when the final transcript
	// was asked for, Known when the words were there, Due when endpointing alone
	// let the turn end, Decided when it did end. A typed turn has all equal.
	Voiced, Closed, Known, Due, Decided time.Duration
	// Preemptive is set when the answer was begun before Decided.
	Preemptive bool
}

func (Listen) isEffect()          {}
func (Transcribe) isEffect()      {}
func (Answer) isEffect()          {}
func (SayLine) isEffect()         {}
func (Nudge) isEffect()           {}
func (Excuse) isEffect()          {}
func (Nod) isEffect()             {}
func (Bridge) isEffect()          {}
func (Fill) isEffect()            {}
func (HoldBack) isEffect()        {}
func (Release) isEffect()         {}
func (Duck) isEffect()            {}
func (Pause) isEffect()           {}
func (Resume) isEffect()          {}
func (Cut) isEffect()             {}
func (Caption) isEffect()         {}
func (RecordUser) isEffect()      {}
func (AmendUser) isEffect()       {}
func (RecordCharacter) isEffect() {}
func (Overlapped) isEffect()      {}
func (Preempted) isEffect()       {}
func (Review) isEffect()          {}
func (CheckerBehind) isEffect()   {}
func (ShowState) isEffect()       {}
func (ShowAway) isEffect()        {}
func (ShowRecess) isEffect()      {}
func (ShowLimit) isEffect()       {}
func (Present) isEffect()         {}
func (ShowVerdict) isEffect()     {}
func (End) isEffect()             {}
