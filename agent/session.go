// Package agent holds one conversation: it hears the user, has the character
// think and speak, and keeps what was truly heard. It knows no LiveKit, NATS or
// HTTP; what it needs of them it declares as ports in ports.go.
//
// Whose turn it is decides the pure function turn.Step: a state, an event and the
// time go in, the next state and a list of effects come out, so a recorded list of
// events replays to the same effects. Session is the machine around it: goroutines
// that feed it events (the ear, the reply pipeline, the playout ledger) and one
// owner goroutine that carries out its effects.
package agent

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/agent/endpoint"
	"parley/agent/reply"
	"parley/agent/turn"
	"parley/media/playout"
	"parley/tts"
	"parley/tts/textnorm"
)

// MaxTyped is how many characters a typed turn may have: several minutes of
// speech.
const MaxTyped = 2000

// ErrTooLong is returned by Session.Type for a text over MaxTyped characters.
var ErrTooLong = fmt.Errorf("text longer than %d characters", MaxTyped)

// ErrTooMuch is returned when input comes faster than the session takes it.
var ErrTooMuch = errors.New("too much at once")

// ErrPatience is returned by Session.SetPatience outside parley.MinPatience to
// parley.MaxPatience.
var ErrPatience = fmt.Errorf("patience must be %v to %v", parley.MinPatience, parley.MaxPatience)

// Session holds one conversation. Run runs it; the other methods bring in what
// the user does. They never block and may be called from any goroutine, before
// Run too; once the call is over they have no effect.
type Session struct {
	cfg       Config
	log       *slog.Logger
	began     time.Time
	character tts.Voice
	norm      *textnorm.Normaliser
	hints     hints
	clocks    clocks
	excuses   lines
	nudges    lines
	fillers   lines
	nods      nods
	inbox     *inbox
	ear       *ear
	// reviews are the exchanges waiting for the reviewer's goroutine.
	reviews chan parley.Exchange
	settled chan struct{}
	account account

	// The rest is set by Run before any of its goroutines starts. Those read
	// stage, playout and goroutines; the others are the owner's alone.
	stage      Stage
	playout    *playout.Playout
	goroutines *errgroup.Group
	state      turn.State
	// marks is what state began with.
	marks   endpoint.Marks
	record  *record
	speech  *speech
	opening atomic.Pointer[opening]
	// first is what the character says first.
	first   string
	backlog []turn.Event
	ending  parley.Ending
	notices notices
	// standsIn is the model in whose place the script judges, "" for none.
	standsIn string
	// wasted is what was begun early for the turn in progress and dropped.
	wasted parley.Latency
	// billed are the exchanges whose verdict's cost is in the account.
	billed map[int]bool
	// userCaptions and characterCaptions count the turns of each side, to name
	// their captions.
	userCaptions, characterCaptions int
	// lastPlayed is the playout goroutine's.
	lastPlayed playout.Played
}

// New prepares a conversation. It starts nothing.
func New(c Config) *Session {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Wheel == nil {
		c.Wheel = playout.NewWheel()
	}
	if c.Meter == nil {
		c.Meter = noMeter{}
	}
	if c.Pace == nil {
		c.Pace = &reply.Pace{}
	}
	if c.Marks == nil {
		c.Marks = &endpoint.Experience{}
	}
	if c.Lines == nil {
		c.Lines = &LineCache{}
	}
	past := pastOf(c)
	s := &Session{
		cfg:   c,
		log:   c.Log.With("call", c.Call),
		began: time.Now(),
		character: tts.Voice{
			Gender: c.Scenario.Bot.Gender, Age: c.Scenario.Bot.Age, Manner: c.Scenario.Bot.Voice, Language: c.Scenario.Language,
		},
		norm:    textnorm.New(c.Scenario.Language, c.Scenario.Pronunciations),
		hints:   hints{scene: c.Scenario, given: past.hintsGiven(c.Scenario.Hints), met: past.verdict.Checks},
		excuses: lines{all: c.Scenario.Excuses},
		nudges:  lines{all: c.Scenario.Nudges},
		fillers: lines{all: c.Scenario.Fillers},
		inbox:   newInbox(),
		record:  newRecord(c.Call, past),
		reviews: make(chan parley.Exchange, 8),
		settled: make(chan struct{}),
		billed:  map[int]bool{},
	}
	s.clocks.spare.Store(int64(c.moreTime()))
	s.state = turn.New(c.timing(), c.limits(past), c.manners(), c.Profile).Continue(past.exchanges)
	s.state.Timing.Patience = cmp.Or(past.patience, s.state.Timing.Patience)
	s.first = past.opening
	s.state.Marks = c.Marks.Marks()
	s.marks = s.state.Marks
	s.ear = newEar(c, s.log, s.inbox.put, s.now)
	if s.ear.judge != nil {
		s.ear.judge.run = func(f func()) {
			s.goroutines.Go(s.guarded(func() error { f(); return nil }))
		}
	}
	return s
}

// now is the time since the session was made, on the monotonic clock.
func (s *Session) now() time.Duration { return time.Since(s.began) }

// Subscribed says that the user's side takes the character's audio. The opening
// waits for it, for Timing.Subscription at most.
func (s *Session) Subscribed() { s.inbox.put(turn.Subscribed{}) }

// Hear takes the user's audio: 16 kHz mono in whole frames of 20 ms. With a
// second of it waiting the oldest frame is dropped, and all of it in a pause.
func (s *Session) Hear(pcm []int16) {
	if s.cfg.STT != nil && !s.clocks.deaf.Load() {
		s.ear.hear(pcm)
	}
}

// Type takes a turn the user wrote. It returns ErrTooLong or ErrTooMuch if it
// did not; a text without a word in it is no turn and is ignored.
func (s *Session) Type(text string) error {
	if utf8.RuneCountInString(text) > MaxTyped {
		return ErrTooLong
	}
	if text = parley.Plain(text); !reply.Speakable(text) {
		return nil
	}
	if !s.inbox.put(turn.Typed{Text: turn.Join(text, "")}) {
		return ErrTooMuch
	}
	return nil
}

// Hint gives the scenario's next hint of what is not done, or ErrNoHint.
func (s *Session) Hint() (parley.Hint, error) {
	h, err := s.hints.next()
	if err == nil {
		s.inbox.put(noted{parley.Body(h)})
		s.inbox.put(turn.SignOfLife{})
	}
	return h, err
}

// Tell has the character say text, as it stands, on its own initiative: at the next
// pause, when neither side speaks and nothing waits for an answer, after what was
// told before; of more than 16 that wait the newest are dropped. What the user
// interrupts before a word was heard is told again. It returns ErrTooLong or
// ErrTooMuch if it did not take it; a text without a word in it is ignored. A call
// that ends first tells nothing: what must not be lost is the caller's to keep.
func (s *Session) Tell(text string) error {
	if utf8.RuneCountInString(text) > MaxTyped {
		return ErrTooLong
	}
	if !reply.Speakable(text) {
		return nil
	}
	if !s.inbox.put(turn.Tell{Text: turn.Join(text, "")}) {
		return ErrTooMuch
	}
	return nil
}

// Rule takes a verdict of the checker. Verdicts of another call, late and
// doubled ones are dropped.
func (s *Session) Rule(v parley.Verdict) {
	if v.Call == s.cfg.Call {
		s.inbox.put(turn.Judged{Verdict: v})
	}
}

// Press, Release and Withdraw are push-to-talk: take the floor, give it up,
// take back what was said while holding it.
func (s *Session) Press() {
	if s.cfg.STT != nil {
		s.inbox.put(turn.ButtonDown{})
	}
}

// Release is described at Press.
func (s *Session) Release() { s.inbox.put(turn.ButtonUp{}) }

// Withdraw is described at Press.
func (s *Session) Withdraw() { s.inbox.put(turn.ButtonCancel{}) }

// SetPatience sets how long the character bears silence, or returns
// ErrPatience.
func (s *Session) SetPatience(d time.Duration) error {
	if d < parley.MinPatience || d > parley.MaxPatience {
		return ErrPatience
	}
	s.inbox.put(turn.Patience{For: d})
	return nil
}

// Profile is what the call has learnt of how the user talks, on top of
// Config.Profile. Call it after Run.
func (s *Session) Profile() parley.Profile { return s.state.Profile }

// Hangup ends the call at once, and the user is told why.
func (s *Session) Hangup(o parley.Outcome, why parley.Phrase) {
	s.inbox.put(turn.Hangup{Outcome: o, Reason: why})
}

// SetAlone says that nobody is there to hear, as the connection is lost, or that somebody
// is again: what the character says waits meanwhile, and so does whatever a silence
// asks for.
func (s *Session) SetAlone(on bool) { s.inbox.put(turn.Alone{On: on}) }

// Missing says that the user has left and may come back, which ends as Alone does: until
// then the clocks stand still, too. Who has not come back after Timing.Return, in which a
// pause does not count, has left for good.
func (s *Session) Missing() { s.inbox.put(turn.Alone{On: true, Left: true}) }

// Part ends the call as soon as neither side speaks, within 10 s, and never in the
// middle of a word of the character's, and the user is told why.
func (s *Session) Part(o parley.Outcome, why parley.Phrase) {
	s.inbox.put(turn.Hangup{Outcome: o, Reason: why, Gently: true})
}

// guarded keeps a panic in one call from ending the others: it becomes the
// error of that goroutine, which ends its call alone.
func (s *Session) guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				s.log.Error("panic in a call", "panic", harmless(r), "stack", string(debug.Stack()))
				err = errPanic
			}
		}()
		return f()
	}
}

// harmless says what a panic was about. Only the runtime's own texts are sure to
// hold no speech; of others the type is told.
func harmless(r any) string {
	if err, ok := r.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("%T", r)
}

var errPanic = errors.New("internal fault")
