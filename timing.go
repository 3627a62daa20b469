package parley

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// Timing is every delay of turn-taking. Field names are explained by Timers, which
// holds each one's default, bounds and reason. A field that is 0 is not set; Or
// fills it. In JSON it is an object of durations as time.ParseDuration reads them,
// such as {"min_delay":"450ms"}.
type Timing struct {
	// The end of a turn.
	UtteranceEnd, SureDelay, MinDelay, OpenDelay, TranscriptWait time.Duration
	// Preemptive generation.
	StableTranscript, PreemptiveLead, LateMerge time.Duration
	// Barge-in.
	BargeIn, SoftBargeIn, Yield, FalseInterruption, WordEnd time.Duration
	// What the character says unasked.
	Filler, NodAfter, NodPause, NodGap, TellPause, Patience time.Duration
	// Absence and the end of a call.
	Away, Silent, Abandoned, LostRelease, LastWord, Subscription time.Duration
	// The rest no scene may set.
	Recess, Return, Overrun, LastBackchannel, LongPause, ShortSpeech, ShortGap, SpeechLead, ButtonLead time.Duration
	MinPause, MaxPause, PauseStep, PauseMargin, FluentPause, MinLearnt, MaxLearnt                      time.Duration
	LeadMargin                                                                                         time.Duration
}

// Timer is one line of the table of delays.
type Timer struct {
	// Name is the key in JSON.
	Name string
	// Of is the field.
	Of      func(*Timing) *time.Duration
	Default time.Duration
	// Min and Max bound what a scene may set; a timer whose Max is 0 is no scene's
	// business.
	Min, Max time.Duration
	// After says of what the timer is the measure, Why where the default is from.
	After, Why string
}

// Bounds of a delay of turn-taking: below, turns are cut by breaths; above, the
// call is dead. Patience has the bounds that a user may ask for.
const (
	minDelay, maxDelay = 50 * time.Millisecond, 10 * time.Second

	MinPatience = 3 * time.Second
	MaxPatience = 15 * time.Second
)

const ms = time.Millisecond

// Timers is the table. docs/turn-taking.md shows it; the test that compares the
// two writes it (-update).
var Timers = []Timer{
	{"utterance_end", func(t *Timing) *time.Duration { return &t.UtteranceEnd }, 200 * ms, minDelay, maxDelay,
		"silence after which the utterance is closed and its final transcript asked for",
		"silences inside an utterance stay below 160 ms for the VAD in use (measured)"},
	{"sure_delay", func(t *Timing) *time.Duration { return &t.SureDelay }, 250 * ms, minDelay, maxDelay,
		"silence that ends a turn which is surely over",
		"the least gap people leave between turns without overlapping (Stivers et al., PNAS 2009)"},
	{"min_delay", func(t *Timing) *time.Duration { return &t.MinDelay }, 1150 * ms, minDelay, maxDelay,
		"silence that ends a turn of which nobody knows whether it is over; one that likely is waits from `sure_delay` to two thirds of it",
		"people pause for up to a second in mid-sentence, 1.15 s to the ear in noise; less for users whose pauses are known to be short"},
	{"open_delay", func(t *Timing) *time.Duration { return &t.OpenDelay }, 2 * time.Second, minDelay, maxDelay,
		"silence that ends a turn whose words ask for more, as after \"and\"; in proportion to the character's patience",
		"a person who stopped at half a sentence goes on within two seconds"},
	{"transcript_wait", func(t *Timing) *time.Duration { return &t.TranscriptWait }, 1500 * ms, minDelay, maxDelay,
		"wait past the end-of-turn delay for a final transcript before the interim one is taken",
		"recognisers over the network take up to a second at p95; words are worth the wait"},
	{"stable_transcript", func(t *Timing) *time.Duration { return &t.StableTranscript }, 160 * ms, minDelay, maxDelay,
		"time that an interim transcript must be unchanged for an answer to be begun on it",
		"longest silence inside an utterance (measured)"},
	{"preemptive_lead", func(t *Timing) *time.Duration { return &t.PreemptiveLead }, 800 * ms, minDelay, maxDelay,
		"how long before the end of the turn an answer is begun, until it is known what the engines take",
		"a model's first clause and its first audio at p95; earlier would only be wasted more often"},
	{"late_merge", func(t *Timing) *time.Duration { return &t.LateMerge }, time.Second, minDelay, maxDelay,
		"how much of an answer may have been heard when a late transcript still takes it back",
		"within a second a fresh start sounds like a self-correction"},
	{"barge_in", func(t *Timing) *time.Duration { return &t.BargeIn }, 160 * ms, minDelay, maxDelay,
		"speech over the character that makes it pause",
		"interruptions must silence the character within 190 ms, which the way there and back is part of; clicks are shorter"},
	{"soft_barge_in", func(t *Timing) *time.Duration { return &t.SoftBargeIn }, 330 * ms, minDelay, maxDelay,
		"the same for a voice well below the user's usual level",
		"a soft \"mm-hm\" is nearly over, and a soft interruption still heard within 400 ms"},
	{"yield", func(t *Timing) *time.Duration { return &t.Yield }, 1200 * ms, minDelay, maxDelay,
		"speech over the character that takes the turn without any transcript",
		"no cough or backchannel lasts longer"},
	{"false_interruption", func(t *Timing) *time.Duration { return &t.FalseInterruption }, 800 * ms, minDelay, maxDelay,
		"silence after which the character goes on if what made it pause brought no words",
		"longer silence after a cough is heard as a fault"},
	{"word_end", func(t *Timing) *time.Duration { return &t.WordEnd }, 120 * ms, minDelay, maxDelay,
		"time that the word being said may take to end when the character gives way",
		"half a word; with `barge_in` this stays below 300 ms"},
	{"filler", func(t *Timing) *time.Duration { return &t.Filler }, 900 * ms, minDelay, maxDelay,
		"wait for the character's model after which it says a filler",
		"silence after a question is taken as trouble from about a second on (Jefferson, 1989)"},
	{"nod_after", func(t *Timing) *time.Duration { return &t.NodAfter }, 6 * time.Second, minDelay, maxDelay,
		"length of a user's turn from which on the character says \"mm-hm\"",
		"below that no listener nods aloud"},
	{"nod_pause", func(t *Timing) *time.Duration { return &t.NodPause }, 350 * ms, minDelay, maxDelay,
		"silence that the \"mm-hm\" falls into",
		"the pause of 300-500 ms in which listeners nod"},
	{"nod_gap", func(t *Timing) *time.Duration { return &t.NodGap }, 8 * time.Second, minDelay, maxDelay,
		"least time between two",
		"more often sounds impatient"},
	{"tell_pause", func(t *Timing) *time.Duration { return &t.TellPause }, 700 * ms, minDelay, maxDelay,
		"silence of both sides into which the character says what it has to tell unasked, such as a reminder",
		"half a second after the last word still belongs to who spoke"},
	{"patience", func(t *Timing) *time.Duration { return &t.Patience }, 6 * time.Second, MinPatience, MaxPatience,
		"silence the character bears before its one nudge, and the longest it waits for a turn that is surely not over",
		"what trainers set by default"},
	{"away", func(t *Timing) *time.Duration { return &t.Away }, 30 * time.Second, 10 * time.Second, 10 * time.Minute,
		"silence after which the user counts as away",
		"after the nudge nothing is asked until 30 s"},
	{"silent", func(t *Timing) *time.Duration { return &t.Silent }, time.Minute, 10 * time.Second, time.Hour,
		"silence that ends the call of a user who never gave a sign of life: no voiced sound, typed line, button or hint",
		"who has not made a sound a minute after the opening is not there, and takes a seat from those who are"},
	{"abandoned", func(t *Timing) *time.Duration { return &t.Abandoned }, 5 * time.Minute, time.Minute, time.Hour,
		"silence that ends the call of a user who is away",
		"a call nobody is in costs a seat"},
	{"lost_release", func(t *Timing) *time.Duration { return &t.LostRelease }, 10 * time.Second, minDelay, maxDelay,
		"silence after which a pressed button counts as let go",
		"nobody presses a button through ten seconds of silence"},
	{"last_word", func(t *Timing) *time.Duration { return &t.LastWord }, VerdictPatience, minDelay, maxDelay,
		"wait for the verdict of the last exchange once the scenario's turns or its time are used up",
		"the judge's own time; a verdict takes one to two seconds, and the call ends with it"},
	{"subscription", func(t *Timing) *time.Duration { return &t.Subscription }, 2 * time.Second, minDelay, maxDelay,
		"wait of the opening for the user's side to take the character's audio",
		"offer, answer, ICE and DTLS are five round trips, of up to 400 ms on a slow mobile network"},

	{"recess", func(t *Timing) *time.Duration { return &t.Recess }, 10 * time.Minute, 0, 0,
		"time for which the user may stop both clocks; then they go on",
		"a door, a telephone, a note to write; a seat is not kept longer for who has gone away"},
	{"return", func(t *Timing) *time.Duration { return &t.Return }, 2 * time.Minute, 0, 0,
		"time for which a user who left without a word may come back to a call that waits for them",
		"a page loaded anew, a browser opened again after a crash, another Wi-Fi; who is away for longer has gone, " +
			"and a seat is kept meanwhile"},
	{"overrun", func(t *Timing) *time.Duration { return &t.Overrun }, 30 * time.Second, 0, 0,
		"length of a reply once the call is to end",
		"hardly any reply has more than two sentences; noise could keep one from its end for ever"},
	{"last_backchannel", func(t *Timing) *time.Duration { return &t.LastBackchannel }, time.Second, 0, 0,
		"time before the end of a reply in which a backchannel is an answer to it",
		"the value of LiveKit Agents (backchannel_boundary)"},
	{"long_pause", func(t *Timing) *time.Duration { return &t.LongPause }, time.Second, 0, 0,
		"pause after which an interrupted reply goes on from the clause, not the word",
		"by then a listener has lost the beginning of the clause"},
	{"short_speech", func(t *Timing) *time.Duration { return &t.ShortSpeech }, 250 * ms, 0, 0,
		"least speech that is missed when the recogniser loses it",
		"an estimate: a little less than a \"yes\" said in a hurry"},
	{"short_gap", func(t *Timing) *time.Duration { return &t.ShortGap }, 300 * ms, 0, 0,
		"silence between two segments of a reply before it shows as thinking",
		"people breathe as long"},
	{"speech_lead", func(t *Timing) *time.Duration { return &t.SpeechLead }, 500 * ms, 0, 0,
		"audio from before the onset that the recogniser gets",
		"the VAD's onset lags by up to 300 ms (measured, p95)"},
	{"button_lead", func(t *Timing) *time.Duration { return &t.ButtonLead }, 400 * ms, 0, 0,
		"the same for push-to-talk",
		"people speak before the button is down"},
	{"min_pause", func(t *Timing) *time.Duration { return &t.MinPause }, 200 * ms, 0, 0,
		"least silence that counts as a pause within a turn",
		"below it is articulation"},
	{"max_pause", func(t *Timing) *time.Duration { return &t.MaxPause }, 4 * time.Second, 0, 0,
		"longest silence that does",
		"above it the user has stopped talking"},
	{"pause_step", func(t *Timing) *time.Duration { return &t.PauseStep }, 50 * ms, 0, 0,
		"how far one pause moves what is known of a user's pauses",
		"one long pause changes little, and a changed user is followed all the same"},
	{"pause_margin", func(t *Timing) *time.Duration { return &t.PauseMargin }, 100 * ms, 0, 0,
		"what is waited beyond the user's usual pause",
		"a breath"},
	{"fluent_pause", func(t *Timing) *time.Duration { return &t.FluentPause }, 700 * ms, 0, 0,
		"what a turn of four words or more without any pause counts as",
		"this user's pauses are seldom longer"},
	{"min_learnt", func(t *Timing) *time.Duration { return &t.MinLearnt }, 350 * ms, 0, 0,
		"least delay that a user's pauses lead to",
		"a fast talker is still not cut off"},
	{"max_learnt", func(t *Timing) *time.Duration { return &t.MaxLearnt }, 1400 * ms, 0, 0,
		"longest delay that they lead to",
		"a slow one is still answered"},
	{"lead_margin", func(t *Timing) *time.Duration { return &t.LeadMargin }, 100 * ms, 0, 0,
		"how much sooner than usual an answer is begun",
		"a frame, and what engines differ by from one request to the next"},
}

// DefaultTiming is what a call uses where neither scene nor user says otherwise.
var DefaultTiming = func() (t Timing) {
	for _, timer := range Timers {
		*timer.Of(&t) = timer.Default
	}
	return t
}()

// FillFrom returns t with the fields that are 0 taken from other.
func (t Timing) FillFrom(other Timing) Timing {
	for _, timer := range Timers {
		if v := timer.Of(&t); *v == 0 {
			*v = *timer.Of(&other)
		}
	}
	return t
}

// MarshalJSON writes the fields that are set.
func (t Timing) MarshalJSON() ([]byte, error) {
	set := make(map[string]string)
	for _, timer := range Timers {
		if v := *timer.Of(&t); v != 0 {
			set[timer.Name] = v.String()
		}
	}
	return json.Marshal(set)
}

// UnmarshalJSON reads what MarshalJSON writes. A name that is unknown, a duration
// that is none, and one out of its bounds are errors that name the timer.
func (t *Timing) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		return nil
	}
	var set map[string]string
	if err := json.Unmarshal(b, &set); err != nil {
		return err
	}
	for name, value := range set {
		timer, known := FindTimer(name)
		if !known {
			return fmt.Errorf("no timer %q", name)
		}
		d, err := timer.Parse(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*timer.Of(t) = d
	}
	return nil
}

// FindTimer returns the timer of that name that a scene may set.
func FindTimer(name string) (Timer, bool) {
	for _, timer := range Timers {
		if timer.Name == name && timer.Max > 0 {
			return timer, true
		}
	}
	return Timer{}, false
}

// Parse reads a duration such as "450ms" and holds it to the timer's bounds.
func (t Timer) Parse(value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0, fmt.Errorf("must be a duration such as %q, not %q", t.Default.String(), value)
	}
	if d < t.Min || d > t.Max {
		return 0, fmt.Errorf("must be %v to %v, not %v", t.Min, t.Max, d)
	}
	return d, nil
}
