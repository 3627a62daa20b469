package parley

import "strings"

// Phrase names a sentence that the agent or the server says to its user, so that a page
// can say it in the user's language: it goes over the wire beside the English words. The
// set may grow and no name changes what it means; a page that does not know one shows the
// words. What has no name is a Phrase of the words themselves, see Name.
type Phrase string

// All phrases: why a call is over or cannot be held; what is wrong with a service of a
// call, which is said of a role (Trouble).
const (
	EndedWon        Phrase = "ended_won"
	EndedLost       Phrase = "ended_lost"
	EndedTime       Phrase = "ended_time"
	EndedDrill      Phrase = "ended_drill"
	EndedUnheard    Phrase = "ended_unheard"
	EndedSilence    Phrase = "ended_silence"
	EndedByUser     Phrase = "ended_by_user"
	EndedLeft       Phrase = "ended_left"
	EndedMissing    Phrase = "ended_missing"
	EndedConnection Phrase = "ended_connection"
	EndedStopping   Phrase = "ended_stopping"
	EndedRemoved    Phrase = "ended_removed"
	EndedFull       Phrase = "ended_full"
	EndedFailed     Phrase = "ended_failed"

	FaultKey        Phrase = "fault_key"
	FaultLanguage   Phrase = "fault_language"
	FaultCapacity   Phrase = "fault_capacity"
	FaultBusy       Phrase = "fault_busy"
	FaultAway       Phrase = "fault_away"
	FaultService    Phrase = "fault_service"
	FaultRequest    Phrase = "fault_request"
	FaultCut        Phrase = "fault_cut"
	FaultJunk       Phrase = "fault_junk"
	FaultSlow       Phrase = "fault_slow"
	FaultLoading    Phrase = "fault_loading"
	FaultModel      Phrase = "fault_model"
	FaultSilent     Phrase = "fault_silent"
	FaultLength     Phrase = "fault_length"
	FaultUnsayable  Phrase = "fault_unsayable"
	FaultMute       Phrase = "fault_mute"
	FaultNoVerdict  Phrase = "fault_no_verdict"
	FaultPausedLong Phrase = "fault_paused_long"
	FaultUnscored   Phrase = "fault_unscored"
	FaultGaveWay    Phrase = "fault_gave_way"
	FaultTooLong    Phrase = "fault_too_long"
)

// english are the sentences that stand by themselves. "{name}" is the character's.
var english = map[Phrase]string{
	EndedWon:        "{name} agreed.",
	EndedLost:       "{name} ended the conversation.",
	EndedTime:       "Time is up.",
	EndedDrill:      "The drill is over.",
	EndedUnheard:    "Nobody was heard and nobody typed, so the seat was given to others. Please call again, and speak or type.",
	EndedSilence:    "Nobody spoke for a long time.",
	EndedByUser:     "You ended the call.",
	EndedLeft:       "You left the call.",
	EndedMissing:    "You left and did not come back.",
	EndedConnection: "The connection to the room was lost.",
	EndedStopping:   "The server is shutting down; please call again in a moment.",
	EndedRemoved:    "The call was ended by the server.",
	EndedFull:       "All seats are taken just now. Please call again in a few minutes.",
	EndedFailed:     "Something went wrong on our side.",
	FaultTooLong:    "What you typed is too long.",
}

// Words are p in English, of a character of that name. Of what has no name they are p.
func (p Phrase) Words(name string) string {
	if words, known := english[p]; known {
		return strings.ReplaceAll(words, "{name}", name)
	}
	return string(p)
}

// Error implements error, for the cause of a context that ends a call.
func (p Phrase) Error() string { return p.Words("") }

// Name is p, if it is a sentence's name, and else empty.
func (p Phrase) Name() Phrase {
	if _, known := english[p]; known {
		return p
	}
	return ""
}
