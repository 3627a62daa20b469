package agent

import (
	"reflect"
	"time"

	"parley"
)

// Timing is every timer of turn-taking. The zero value of a field means its
// default; a scenario may override any of them, a user the patience and, by the
// way they talk, MinDelay.
type Timing struct {
	// UtteranceEnd is the silence after which the open utterance is closed and
	// its final transcript asked for.
	UtteranceEnd time.Duration
	// SureDelay is the silence that ends a turn which is surely over.
	SureDelay time.Duration
	// MinDelay is the silence that ends a turn of which it is open whether it is
	// over; one that likely is waits between SureDelay and two thirds of it.
	MinDelay time.Duration
	// OpenDelay is the silence that ends a turn whose words ask for more, for a
	// character of DefaultTiming's patience; others wait in proportion.
	OpenDelay time.Duration
	// TranscriptWait is how long past the endpointing delay a final transcript
	// is waited for before the interim one is taken instead.
	TranscriptWait time.Duration
	// Stable is how long the interim transcript must be unchanged for an answer to
	// be begun on it.
	Stable time.Duration
	// Ahead is how long before the end of the turn an answer is begun until it is
	// known what the engines take.
	Ahead time.Duration
	// LateMerge is how much of an answer may have been heard when a late
	// transcript still takes it back.
	LateMerge time.Duration
	// Hold is how long the user must speak over the character before it pauses;
	// SoftHold is the same for a voice well below the user's usual level.
	Hold, SoftHold time.Duration
	// Yield is how long the user must have spoken for the character to give way
	// without any transcript.
	Yield time.Duration
	// FalseStart is the silence after which the character goes on if no words
	// came of what made it pause.
	FalseStart time.Duration
	// WordEnd is how long the word being said may take to end at a yield.
	WordEnd time.Duration
	// Filler is the wait for the character's model after which it says a filler.
	Filler time.Duration
	// NodAfter is how long a user turn must have lasted for the character's
	// "mm-hm", NodPause the silence it falls into, NodGap the least time
	// between two.
	NodAfter, NodPause, NodGap time.Duration
	// Patience is the silence the character bears before its one nudge, and the
	// longest it waits for a turn that is surely not over.
	Patience time.Duration
	// Away is the user's silence after which they count as away, Abandoned the
	// one that ends the call; Silent does for a user who has not given one sign of
	// life: not a voiced sound, not a typed line, no button, no hint asked for.
	Away, Silent, Abandoned time.Duration
	// LostRelease is the silence after which a held button counts as let go.
	LostRelease time.Duration
	// LastWord is how long after the last exchange the call waits for its verdict
	// once the scenario's turns or its time are used up.
	LastWord time.Duration
	// Subscription is how long the opening waits for the user's side to take the
	// character's audio.
	Subscription time.Duration
}

// timer is one line of the table of timers: a field of Timing, its default and
// the reason for that.
type timer struct {
	name     string
	standard time.Duration
	why      string
}

const ms = time.Millisecond

// timers is the table. docs/turn-taking.md shows it.
var timers = []timer{
	{"UtteranceEnd", 200 * ms,
		"silences inside an utterance stay below 160 ms for the VAD in use (speech.md C)"},
	{"SureDelay", 250 * ms,
		"the least gap people leave between turns without overlapping (livekit.md, Appendix A)"},
	{"MinDelay", 1150 * ms,
		"people pause for up to a second in mid-sentence, 1.15 s to the ear in noise; less for users whose pauses are known to be short"},
	{"OpenDelay", 2000 * ms,
		"a person who stopped at half a sentence goes on within two seconds (livekit.md, Appendix A)"},
	{"TranscriptWait", 1500 * ms,
		"recognisers over the network take up to a second at p95; words are worth the wait"},
	{"Stable", 160 * ms,
		"longest silence inside an utterance (speech.md C)"},
	{"Ahead", 800 * ms,
		"a model's first clause and its first audio at p95; earlier would only be wasted more often"},
	{"LateMerge", 1000 * ms,
		"within a second a fresh start sounds like a self-correction (livekit.md section 9)"},
	{"Hold", 160 * ms,
		"interruptions must silence the character within 190 ms, which the way there and back is part of; clicks are shorter"},
	{"SoftHold", 330 * ms,
		"a soft \"mm-hm\" is nearly over, and a soft interruption still heard within 400 ms"},
	{"Yield", 1200 * ms,
		"no cough or backchannel lasts longer"},
	{"FalseStart", 800 * ms,
		"longer silence after a cough is heard as a fault (livekit.md, Appendix A)"},
	{"WordEnd", 120 * ms,
		"half a word; with Hold this stays below 300 ms"},
	{"Filler", 900 * ms,
		"silence after a question is taken as trouble from about a second on (livekit.md section 9)"},
	{"NodAfter", 6 * time.Second,
		"below that no listener nods aloud (livekit.md section 9)"},
	{"NodPause", 350 * ms,
		"the pause of 300-500 ms in which listeners nod (livekit.md section 9)"},
	{"NodGap", 8 * time.Second,
		"more often sounds impatient"},
	{"Patience", 6 * time.Second,
		"what trainers set by default (product.md section 2, row 11)"},
	{"Away", 30 * time.Second,
		"after the nudge nothing is asked until 30 s (product.md section 2, row 11)"},
	{"Silent", time.Minute,
		"who has not made a sound a minute after the opening is not there, and takes a seat from those who are"},
	{"Abandoned", 5 * time.Minute,
		"a call nobody is in costs a seat"},
	{"LostRelease", 10 * time.Second,
		"nobody holds a button through ten seconds of silence"},
	{"LastWord", parley.VerdictPatience,
		"the judge's own time; a verdict takes one to two seconds, and the call ends with it"},
	{"Subscription", 2 * time.Second,
		"offer, answer, ICE and DTLS are five round trips, of up to 400 ms on a slow mobile network"},
}

// DefaultTiming is what a call uses where neither scenario nor user says
// otherwise.
var DefaultTiming = Timing{}.withDefaults()

// MinPatience and MaxPatience bound what a user may ask for (architecture.md
// section 4, set_patience).
const (
	MinPatience = 3 * time.Second
	MaxPatience = 15 * time.Second
)

func (t Timing) withDefaults() Timing {
	fields := reflect.ValueOf(&t).Elem()
	for _, timer := range timers {
		if f := fields.FieldByName(timer.name); f.Int() <= 0 {
			f.SetInt(int64(timer.standard))
		}
	}
	return t
}
