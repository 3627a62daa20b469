package agent

import (
	"strings"
	"time"

	"parley"
)

// state is all that turn-taking knows. It is a plain value: step returns a
// changed copy and never writes through what it was given.
type state struct {
	timing Timing
	limits limits
	// nudges says whether the character has a nudge to say.
	nudges bool

	user  floor
	reply reply

	// replies and utterances count the ids given out.
	replies, utterances uint64
	// exchanges counts the user turns that were answered; judged is the newest
	// one with a verdict.
	exchanges, judged int

	shown parley.State
	// quiet is since when neither side has spoken; nudged is set once the
	// character has asked into this silence.
	quiet  time.Duration
	nudged bool
	// lastCall is when the scenario's last exchange finished; 0 before that.
	lastCall time.Duration

	// ending is set when the call shall end after the character's line,
	// closing when it shall end now, closed when it has.
	ending  end
	closing bool
	closed  bool
}

// limits bound a call; zero means no limit.
type limits struct {
	turns int
	time  time.Duration
}

// floor is the user's side.
type floor struct {
	speaking bool
	// manual means push-to-talk is in use: the VAD no longer opens or closes
	// turns; held is the button.
	manual, held bool
	// onset is the newest start of speech, voiced the newest last voiced
	// sample, began the start of the turn.
	onset, voiced, began time.Duration
	// open is the utterance the recogniser is listening to, 0 for none.
	open uint64
	// closed is the newest utterance whose final was asked for, settled the
	// newest whose final came. Finals below from belong to the past.
	closed, settled, from uint64

	// said is the turn's final text so far, interim the open utterance's.
	said, interim string
	confidence    float64
	typed         bool
	// ready means the turn is complete whatever the clock says.
	ready bool
}

// text is the turn as known so far.
func (f floor) text() string { return join(f.said, f.interim) }

// awaited reports whether a final transcript is still to come.
func (f floor) awaited() bool { return f.settled < f.closed }

// reply is the character's turn in progress; id 0 means there is none.
type reply struct {
	id uint64
	// answers is set when the reply answers a user turn.
	answers bool
	// audible is set when its first voiced frame has left, at start.
	audible bool
	start   time.Duration
	// cutting is set when it was cut and the ledger's answer is awaited.
	cutting bool
}

func newState(t Timing, l limits, nudges bool) state {
	return state{timing: t.withDefaults(), limits: l, nudges: nudges, shown: parley.Initializing}
}

// delay is how long the user may be silent before the turn is over.
func (s state) delay() time.Duration {
	switch {
	case s.user.manual:
		return 0
	case endsOpen(s.user.text()):
		return s.timing.OpenDelay
	}
	return s.timing.MinDelay
}

// due is when endpointing alone lets the user's turn end.
func (s state) due() time.Duration { return s.user.voiced + s.delay() }

// agentState is what front ends show; it follows from the rest.
func (s state) agentState() parley.State {
	switch {
	case s.reply.audible && !s.reply.cutting:
		return parley.Speaking
	case s.reply.id != 0 && !s.reply.cutting:
		return parley.Thinking
	}
	return parley.Listening
}

// endsOpen reports whether text asks for a continuation: its last word joins
// or opens a phrase, or is a filler. The words are those on which English
// speakers pause mid-turn; recognisers without punctuation still deliver them.
func endsOpen(text string) bool {
	i := strings.LastIndexByte(text, ' ')
	switch strings.ToLower(strings.Trim(text[i+1:], ",-…")) {
	case "and", "but", "or", "so", "because", "if", "when", "that", "which", "with",
		"the", "a", "an", "of", "to", "in", "on", "for", "is", "are", "my", "our",
		"your", "um", "uh", "er", "hmm", "like", "well":
		return true
	}
	return false
}

// join adds b to a with one space between.
func join(a, b string) string {
	return strings.TrimSpace(strings.TrimSpace(a) + " " + strings.TrimSpace(b))
}
