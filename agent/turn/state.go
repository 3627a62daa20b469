package turn

import (
	"strings"
	"time"

	"parley"
	"parley/agent/endpoint"
)

// State is all that turn-taking knows. It is a plain value: step returns a
// changed copy and never writes through what it was given.
type State struct {
	Timing  parley.Timing
	limits  Limits
	manners Manners
	Profile parley.Profile

	user  floor
	reply reply
	// subscribed is set once the user's side takes the character's audio.
	subscribed bool
	// writes is set once a transcript shows that the recogniser puts marks, marks
	// is how far they can be trusted.
	writes bool
	Marks  endpoint.Marks
	// aloud counts the answers made anew as their thoughts were said.
	aloud int
	// asked is what the character said last.
	asked string
	// lates are the turns that went into the history before their transcripts
	// were final, oldest first; turns counts the user's turns in the history.
	lates []late
	turns int
	// tells are the lines of the character's own initiative that wait for a pause,
	// oldest first.
	tells []string
	// nodding is the "mm-hm" or bridge being said, nodded and bridged when the last
	// one of each began.
	nodding         uint64
	nodded, bridged time.Duration

	// replies and utterances count the ids given out.
	replies, utterances uint64
	// Exchanges counts the user turns that were answered; judged is the newest
	// one with a verdict.
	Exchanges, judged int
	// budget bounds the answers begun early for nothing; lead is how long before
	// it is wanted an answer must be begun.
	budget budget
	lead   time.Duration

	shown parley.State
	// quiet is since when neither side has spoken; nudged is set once the
	// character has asked into this silence. active is the user's last sign of
	// life, away is set when that is long ago.
	quiet, active time.Duration
	nudged, away  bool
	// alone is set while nobody is there to hear, missing while that is because the user
	// has left, left since when, and may come back.
	alone, missing bool
	left           time.Duration
	// recess is set while the user has the clocks stopped, stopped since when; resumed
	// is when they last went on. still is since when the time limit stands still for
	// either reason.
	recess                  bool
	stopped, resumed, still time.Duration
	// opened is when the conversation began, the user being there, and met is set
	// by their first sign of life.
	opened time.Duration
	met    bool
	// exchanged is when the newest exchange finished.
	exchanged time.Duration

	// ending is set when the call shall end after the character's line,
	// closing when it shall end now, closed when it has; over is when there was
	// none yet. partBy, if not 0, is when a call that is to end gently ends whoever
	// speaks.
	ending       End
	over, partBy time.Duration
	closing      bool
	Closed       bool

	// Wake is the earliest time at which step has something to do without a new
	// event; 0 is never.
	Wake time.Duration
}

// Limits bound a call; zero means no limit, of waste DefaultWaste. Spent says why
// a call is over whose turns are used up; empty for the usual words.
type Limits struct {
	Turns int
	Spent parley.Phrase
	Time  time.Duration
	Waste float64
}

// Manners are what the scene gives the character to say between its lines, which
// of its lines it finishes, and whether anybody judges what comes of it.
type Manners struct {
	Language                string
	Nudges, Fillers, Nods   bool
	FirmOpening, FirmNudges bool
	// Unjudged means that no checker judges the exchanges.
	Unjudged bool
}

// floor is the user's side.
type floor struct {
	// sound is set while there is a sound that may be speech, speaking while
	// there is speech, soft when it is softer than the user's usual.
	sound, speaking, soft bool
	// overlaps is set while the words of this turn began over the character and it
	// is not decided what they are.
	overlaps bool
	// over is when that began, both for how long both have spoken since.
	over, both time.Duration
	// manual means push-to-talk is in use: the VAD no longer opens or closes
	// turns; held is the button, sounding what the VAD hears under it, sounded
	// since when.
	manual, button bool
	sounding       bool
	sounded        time.Duration
	// onset is the newest start of speech, voiced the newest last voiced
	// sample, began the start of the turn, shut when the last utterance closed.
	onset, voiced, began, shut time.Duration
	// open is the utterance the recogniser is listening to, 0 for none.
	open uint64
	// closed is the newest utterance whose final was asked for, settled the
	// newest whose final came. Finals below from belong to the past.
	closed, settled, from uint64

	// stretches are the speech of the turn so far by the VAD, talking that there is
	// some, since then; pressed is set while the newest speech came by button.
	stretches        []parley.Span
	talking, pressed bool
	since            time.Duration

	// said is the turn's final text so far, drafts what is known of the rest,
	// changed when those last changed, known when a final last came.
	said           string
	drafts         drafts
	changed, known time.Duration
	// asked is set while the recogniser was asked for an early transcript, at
	// lulled, and the user does not go on; early is the utterance whose draft is
	// one, learnt then.
	asked           bool
	askedAt, toldAt time.Duration
	early           uint64
	// captioned is set while words of this turn are shown.
	captioned  bool
	confidence float64
	// typed is set when part of the turn was typed, spoken what was said of it
	// before that.
	typed  bool
	spoken string
	// ends is the recogniser's probability that a sentence ends after text, 0 if
	// it has none; melody is how the newest speech sounded before it ended.
	ends   float64
	melody endpoint.Melody
	// likelihood is the turn model's for the utterance judged.
	likelihood float64
	judged     uint64
	// paused is set once the user has paused within this turn.
	paused bool
	// ready means the turn is complete whatever the clock says.
	ready bool
	// lost is set when the recogniser failed on speech of this turn.
	lost bool
}

// text is the turn as known so far.
func (f floor) text() string { return Join(f.said, f.drafts.text()) }

// awaited reports whether a final transcript of this turn is still to come.
func (f floor) awaited() bool { return f.settled < f.closed && f.from <= f.closed }

// reply is the character's turn in progress.
type reply struct {
	id    uint64
	kind  kind
	phase phase
	// text is the user's turn that is answered, or the line that is said.
	text string
	// firm replies are finished whatever the user says meanwhile.
	firm bool
	// preemptive is set until Release when it was begun before the user's turn was
	// over; due is when it was released, or could have been but for the audio.
	preemptive bool
	due        time.Duration
	filled     bool
	// start is when its first voiced frame left, notHeard before.
	start  time.Duration
	ducked bool
	// gap is set while the reply waits for its next words, since that time; since
	// is when it was paused, or when its voice set in last.
	gap, since time.Duration
	// again is set when the same turn is answered anew once the cut is done.
	again bool
}

// kind is what a reply is for: the opening, an answer to a user turn, a nudge, which
// is no sign of life, an excuse for a turn that was lost, or what the character had
// to tell. Its text is that of parley.Said.
type kind string

const (
	opening kind = parley.WhyOpening
	answer  kind = parley.WhyAnswer
	nudge   kind = parley.WhyNudge
	excuse  kind = parley.WhyExcuse
	told    kind = parley.WhyTold
)

// phase is how far a reply has come.
type phase int

const (
	none      phase = iota // there is no reply
	preparing              // it is heard as soon as there is audio
	heldBack               // it may not be heard: the user's turn is not over or, of the opening, nobody takes audio yet
	audible                // it is being heard
	paused                 // it is stopped in its midst
	cutting                // it was cut; Finished will tell what was heard
)

const notHeard time.Duration = -1

// answers reports whether the reply answers a user turn.
func (r reply) answers() bool { return r.phase != none && r.kind == answer }

// playing reports whether the reply has the floor: it is being heard or paused.
func (r reply) playing() bool { return r.phase == audible || r.phase == paused }

// heard reports whether any of the reply was heard.
func (r reply) heard() bool { return r.phase != none && r.start != notHeard }

// late is a turn that went into the history before its transcript was final:
// turn is its number among the user's, text what is recorded, said what the
// finals of the utterances up to upto say so far, drafts what is known of the
// others.
type late struct {
	turn       int
	upto       uint64
	text, said string
	drafts     drafts
	typed      bool
}

// New is the state before a call's first event. Fields of t that are 0 have
// parley.DefaultTiming's value; the patience of h, if it has one, goes before t's.
func New(t parley.Timing, l Limits, m Manners, h parley.Profile) State {
	s := State{Timing: t.FillFrom(parley.DefaultTiming), limits: l, manners: m, Profile: h, shown: parley.Initializing}
	s.budget, s.lead = newBudget(l.Waste), s.Timing.PreemptiveLead
	s.user.likelihood = -1
	if h.Patience > 0 {
		s.Timing.Patience = min(max(h.Patience, parley.MinPatience), parley.MaxPatience)
	}
	return s
}

// Answering reports whether the reply of that id is in progress and answers a user
// turn.
func (s State) Answering(id uint64) bool { return s.reply.id == id && s.reply.answers() }

// Speaking is the reply in progress of which something was heard, 0 for none.
func (s State) Speaking() uint64 {
	if !s.reply.heard() {
		return 0
	}
	return s.reply.id
}

// Pending is the reply in progress, heard or not, 0 for none.
func (s State) Pending() uint64 { return s.reply.id }

// Silence is when the user was last heard in the silence that may end the turn,
// and what is known of it; ok is false while they speak, say nothing, or words are
// awaited.
func (s State) Silence() (voiced time.Duration, cues endpoint.Cues, ok bool) {
	u := s.user
	if u.speaking || u.text() == "" || u.awaited() {
		return 0, endpoint.Cues{}, false
	}
	return u.voiced, s.cues(), true
}

// Dropped is s without what the user has said of this turn.
func (s State) Dropped(now time.Duration) State {
	n := &notes{State: s, now: now}
	n.forget()
	n.clearTurn()
	return n.State
}

// Continue is s for a call that goes on from another, which had that many exchanges.
func (s State) Continue(exchanges int) State {
	s.Exchanges, s.judged = exchanges, exchanges
	return s
}

// lull is since when the silence lasts that may end the user's turn: a silence with
// the clocks stopped is none.
func (s State) lull() time.Duration { return max(s.user.voiced, s.resumed) }

// due is when endpointing alone lets the user's turn end.
func (s State) due() time.Duration { return s.lull() + s.delay() }

// Join adds b to a with one space between.
func Join(a, b string) string {
	return strings.TrimSpace(strings.TrimSpace(a) + " " + strings.TrimSpace(b))
}
