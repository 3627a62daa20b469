package agent

import (
	"time"

	"parley"
	"parley/agent/endpoint"
)

// event is what the goroutines around step tell it. All times in events run
// from the start of the session.
type event interface{ isEvent() }

type (
	// started opens the conversation with the character's first line.
	started struct{ opening string }

	// subscribed says that the user's side takes the character's audio: what is
	// played from now on is heard.
	subscribed struct{}

	// stir is a sound that may be the beginning of speech: it comes within a
	// frame, long before the VAD is sure, and ends when the VAD says no or the
	// sound is over.
	stir struct{ on bool }

	// voice is the VAD's word on the user: on at the onset of speech, off when
	// it ended. at is the first or the last voiced sample. soft is set when an
	// onset is well below the user's usual level, melody at an end.
	voice struct {
		on     bool
		at     time.Duration
		soft   bool
		melody endpoint.Melody
	}

	// lull says that the recogniser was asked, in a silence within speech or at
	// its end, for what it heard so far, or that the user goes on. at is the last
	// voiced sample.
	lull struct {
		on bool
		at time.Duration
	}

	// transcript is what the recogniser made of an utterance so far. early is set
	// on the interim that a lull brought, which is the final unless the user goes
	// on, echo when the words are the character's own, failed on a final when there
	// is none: the recogniser could not hear this utterance. ends is its
	// probability that a sentence ends after text.
	transcript struct {
		utterance  uint64
		text       string
		final      bool
		early      bool
		confidence float64
		echo       bool
		failed     bool
		ends       float64
	}

	// deaf says that the recogniser broke: no final will come for the
	// utterances asked for so far.
	deaf struct{}

	// prediction is the turn model's probability that the utterance ended the
	// turn.
	prediction struct {
		utterance  uint64
		likelihood float64
	}

	// typed is a turn the user wrote; it is complete as it stands.
	typed struct{ text string }

	// press, release and withdraw are push-to-talk: the user holds the floor,
	// gives it up, or takes back what was said while holding it.
	press    struct{}
	release  struct{}
	withdraw struct{}

	// audible is the first voiced frame of a reply having left.
	audible struct {
		reply uint64
		at    time.Duration
	}

	// firstAudio is the first audio of an answer being there, so long after its
	// model was asked.
	firstAudio struct {
		reply uint64
		took  time.Duration
	}

	// thoughts says that what was said of a reply so far is what the model thought.
	thoughts struct{ reply uint64 }

	// gap says that a segment of the reply is over and the next not yet heard,
	// or that it is.
	gap struct {
		reply uint64
		on    bool
	}

	// finished ends a reply: all of it was played, or it was cut. heard is
	// what the ledger says was heard; complete is false after a cut.
	finished struct {
		reply    uint64
		heard    string
		complete bool
	}

	// ruling is a verdict of the checker.
	ruling struct{ verdict parley.Verdict }

	// patience sets how long the character bears silence.
	patience struct{ d time.Duration }

	// hangup ends the call from outside.
	hangup struct {
		outcome parley.Outcome
		reason  string
	}

	// seen is a sign of life of the user's that is no turn.
	seen struct{}

	// tick only says that time has passed.
	tick struct{}
)

func (started) isEvent()    {}
func (subscribed) isEvent() {}
func (stir) isEvent()       {}
func (voice) isEvent()      {}
func (lull) isEvent()       {}
func (transcript) isEvent() {}
func (deaf) isEvent()       {}
func (prediction) isEvent() {}
func (typed) isEvent()      {}
func (press) isEvent()      {}
func (release) isEvent()    {}
func (withdraw) isEvent()   {}
func (audible) isEvent()    {}
func (firstAudio) isEvent() {}
func (thoughts) isEvent()   {}
func (gap) isEvent()        {}
func (finished) isEvent()   {}
func (ruling) isEvent()     {}
func (patience) isEvent()   {}
func (hangup) isEvent()     {}
func (seen) isEvent()       {}
func (tick) isEvent()       {}
