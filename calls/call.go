// Package calls is what is known of calls once they are journalled: a Store of
// them, and what is folded from their events. A fold is a pure function of the
// events, so that whatever is shown after a call can be told again from them.
package calls

import (
	"cmp"
	"slices"
	"time"

	"parley"
)

// Call is a call as its events tell it. Durations run from its start.
type Call struct {
	ID parley.CallID
	// Started is what the call began with; zero where the journal lacks it.
	Started parley.Started
	Began   time.Time
	// Inherited is what a fork began with, else nil.
	Inherited *parley.Inherited
	// Turns are the conversation in its order, a fork's inherited ones first.
	Turns []Turn
	// Verdicts are the judgements in their order, inherited ones left out.
	Verdicts []Verdict
	Hints    []Hint
	// Patience is what the user set, in its order.
	Patience []Patience
	Overlaps []parley.Overlap
	Pauses   []parley.Paused
	// Rated is the user's newest rating, nil without one.
	Rated *parley.Rated
	// Coached is what a model wrote of the call last, nil if none has.
	Coached *parley.Coached
	// Ending is nil for a call that has not ended or was cut off.
	Ending *parley.Ending
	// Length is how long the call was, or has been so far.
	Length time.Duration
	// Last is when the newest event happened.
	Last time.Time
	// Events counts the events; Unknown those of kinds that this Parley does not know.
	Events, Unknown int
}

// Turn is one side's turn.
type Turn struct {
	parley.Turn
	Start, End time.Duration
	// Confidence is the recogniser's, 0 where it tells none.
	Confidence float64
	Segments   []parley.Span
	Why        string
	// Inherited is set for a turn of a fork's parent, whose times are the parent's.
	Inherited bool
	// Corrected is what the user says they said, "" where they said nothing of it.
	Corrected string
	// Reactions are what the character showed with the turn, in words.
	Reactions []string
}

// Verdict is a judgement and where it belongs.
type Verdict struct {
	parley.Verdict
	// At is the end of the character's turn that was judged.
	At time.Duration
}

// Hint is a hint that was given.
type Hint struct {
	parley.Hint
	At time.Duration
}

// Patience is how long the user had the character bear silence from a moment on.
type Patience struct {
	At, For time.Duration
}

// maxGap bounds what a wall clock may add to the call's own times between two
// events: a jump of the clock is longer, a silence never is.
const maxGap = 20 * time.Minute

// Fold tells a call from its events, in the order of their numbers. It takes any
// events: what is missing stays zero, kinds that are not known are counted, a number
// that comes twice counts once, and of several calls' events those of the first call
// count. It is pure and keeps nothing of events but their values.
func Fold(events []parley.Event) Call {
	f := fold{index: map[int]int{}}
	for i, e := range inOrder(events) {
		f.take(e, i == 0)
	}
	f.judgedTurns()
	return f.Call
}

// inOrder are the events of the first event's call by number, each once.
func inOrder(events []parley.Event) []parley.Event {
	if len(events) == 0 {
		return nil
	}
	own := slices.DeleteFunc(slices.Clone(events), func(e parley.Event) bool {
		return e.Call != events[0].Call || e.Body == nil
	})
	byNumber := func(a, b parley.Event) int { return cmp.Compare(a.Seq, b.Seq) }
	if !slices.IsSortedFunc(own, byNumber) {
		slices.SortStableFunc(own, byNumber)
	}
	return slices.CompactFunc(own, func(a, b parley.Event) bool { return a.Seq == b.Seq && a.Seq != 0 })
}

// fold is a Call in the making.
type fold struct {
	Call
	// index is where a turn's number stands in Turns.
	index map[int]int
	// at and wall are the newest moment of which the call's own clock is known.
	at   time.Duration
	wall time.Time
	// reactions wait for the turn that they come with.
	reactions []string
}

func (f *fold) take(e parley.Event, first bool) {
	if first {
		f.ID, f.Began, f.wall = e.Call, e.At, e.At
	}
	f.Events++
	f.Last = e.At
	switch b := e.Body.(type) {
	case parley.Started:
		f.Started, f.Began = b, e.At
	case parley.Inherited:
		f.inherit(b)
	case parley.Heard:
		f.turn(Turn{Turn: b.Turn, Start: b.Start, End: b.End, Confidence: b.Confidence, Segments: b.Segments}, e.At)
	case parley.Said:
		f.turn(Turn{Turn: b.Turn, Start: b.Start, End: b.End, Why: b.Why, Reactions: f.reactions}, e.At)
		f.reactions = nil
	case parley.Verdict:
		f.Verdicts = append(f.Verdicts, Verdict{b, f.now(e.At)})
	case parley.Reaction:
		f.reactions = append(f.reactions, b.Label)
	case parley.Hint:
		f.Hints = append(f.Hints, Hint{b, f.now(e.At)})
	case parley.PatienceSet:
		f.Patience = append(f.Patience, Patience{f.now(e.At), b.For})
	case parley.Overlap:
		f.Overlaps = append(f.Overlaps, b)
	case parley.Paused:
		f.Pauses = append(f.Pauses, b)
	case parley.Correction:
		if i, ok := f.index[b.Turn]; ok && f.Turns[i].Role == parley.User {
			f.Turns[i].Corrected = b.Text
		}
	case parley.Rated:
		f.Rated = &b
	case parley.Coached:
		f.Coached = &b
	case parley.Ending:
		f.Ending = &b
	case parley.Unknown:
		f.Unknown++
	}
	if f.Ending == nil || e.Body.Kind() == parley.KindEnded { // what comes after the end adds no length
		f.Length = max(f.Length, f.now(e.At))
	}
}

// inherit begins a fork with its parent's turns. The last of them is said again.
func (f *fold) inherit(b parley.Inherited) {
	f.Inherited = &b
	for _, t := range b.Turns {
		f.turn(Turn{Turn: t.Turn, Start: t.Start, End: t.End, Confidence: t.Confidence, Why: t.Why, Inherited: true}, time.Time{})
	}
}

// turn adds a turn, or puts it in the place of the one of its number, and sets the
// clock by it unless it is a parent's.
func (f *fold) turn(t Turn, wall time.Time) {
	t.Start, t.End = max(0, t.Start), max(0, t.Start, t.End)
	if i, ok := f.index[t.Number]; ok {
		if t.Role == parley.User && f.Turns[i].Corrected != "" {
			t.Corrected = f.Turns[i].Corrected
		}
		f.Turns[i] = t
	} else {
		f.index[t.Number] = len(f.Turns)
		f.Turns = append(f.Turns, t)
	}
	if !t.Inherited && t.End >= f.at {
		f.at, f.wall = t.End, wall
	}
}

// now is when an event of that wall time happened, on the call's own clock.
func (f *fold) now(wall time.Time) time.Duration {
	since := wall.Sub(f.wall)
	if since < 0 || since > maxGap {
		since = 0
	}
	return f.at + since
}

// judgedTurns gives each verdict the turns that it is about and the time of their
// end. Old journals do not name them: there an exchange is judged after the
// character's turn, so it is the last one before the verdict's time.
func (f *fold) judgedTurns() {
	for i := range f.Verdicts {
		v := &f.Verdicts[i]
		if v.Turns.Character == 0 {
			v.Turns = f.before(v.At)
		}
		if j, ok := f.index[v.Turns.Character]; ok && f.Turns[j].Role == parley.Character && !f.Turns[j].Inherited {
			v.At = f.Turns[j].End
		}
	}
}

// before are the newest character's turn that ended by at and the user's before it.
func (f *fold) before(at time.Duration) (t parley.JudgedTurns) {
	n, _ := slices.BinarySearchFunc(f.Turns, at+1, func(t Turn, at time.Duration) int {
		if t.Inherited {
			return -1
		}
		return cmp.Compare(t.End, at)
	})
	for i := n - 1; i >= 0 && !f.Turns[i].Inherited; i-- { // what was inherited was judged in the parent
		switch turn := &f.Turns[i]; {
		case turn.Role == parley.Character && t.Character == 0:
			t.Character = turn.Number
		case turn.Role == parley.User && t.Character != 0 && !turn.Backchannel:
			t.User = turn.Number
			return t
		}
	}
	return t
}
