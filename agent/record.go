package agent

import (
	"slices"
	"time"

	"parley"
	"parley/agent/turn"
)

// record is the call as it happened: the turns as heard and the events for the
// journal. Only the owner goroutine touches it.
type record struct {
	call  parley.CallID
	turns []parley.Turn
	// heard are the user's turns among them, backchannels those said over the reply in
	// progress: that began before them, and so its turn does.
	heard        []parley.Heard
	backchannels []turn.RecordUser
	seq          uint64
	// verdict is the newest one.
	verdict parley.Verdict
	// events goes to the journal's goroutine. It is deep enough for a minute
	// of a slow disk; after that events are dropped and counted, because
	// speech does not wait for a disk.
	events  chan parley.Event
	dropped int
}

func newRecord(call parley.CallID, p past) *record {
	return &record{call: call, turns: p.turns, verdict: p.verdict, events: make(chan parley.Event, 256)}
}

// next is the number of the turn that comes next.
func (r *record) next() int {
	if len(r.turns) == 0 {
		return 1
	}
	return r.turns[len(r.turns)-1].Number + 1
}

// note adds an event to the journal.
func (r *record) note(b parley.Body) {
	r.seq++
	select {
	case r.events <- parley.Event{Call: r.call, Seq: r.seq, At: time.Now(), Body: b}:
	default:
		r.dropped++
	}
}

// noted is note of what came from outside; a hint is told what it was asked for after.
func (r *record) noted(b parley.Body) {
	if h, ok := b.(parley.Hint); ok {
		h.Turn = len(r.turns)
		b = h
	}
	r.note(b)
}

// user adds what the user said to the history, a backchannel once the reply has its
// turn in it.
func (r *record) user(e turn.RecordUser) {
	if e.Backchannel {
		r.backchannels = append(r.backchannels, e)
		return
	}
	r.settle()
	r.add(e)
}

// settle adds the backchannels that wait for a reply, which is over.
func (r *record) settle() {
	for _, e := range r.backchannels {
		r.add(e)
	}
	r.backchannels = nil
}

func (r *record) add(e turn.RecordUser) {
	t := parley.Turn{Number: r.next(), Role: parley.User, Text: e.Text, Typed: e.Typed, Backchannel: e.Backchannel}
	r.turns = append(r.turns, t)
	h := parley.Heard{Turn: t, Start: e.Start, End: e.End, Confidence: e.Confidence, Segments: e.Segments, By: e.By}
	r.heard = append(r.heard, h)
	r.note(h)
}

// amend replaces the text of the user's turn-th turn, counted from 1.
func (r *record) amend(number int, text string) {
	h := &r.heard[number-1]
	h.Turn.Text = text
	i := slices.IndexFunc(r.turns, func(t parley.Turn) bool { return t.Number == h.Turn.Number })
	r.turns[i].Text = text
	r.note(*h)
}

// conversation is the history without backchannels.
func (r *record) conversation() []parley.Turn {
	return slices.DeleteFunc(slices.Clone(r.turns), func(t parley.Turn) bool { return t.Backchannel })
}

// character adds what was heard of a reply to the history. full is the whole
// reply as far as it was made.
func (r *record) character(e turn.RecordCharacter, full string) {
	t := parley.Turn{
		Number: r.next(), Role: parley.Character, Text: e.Heard, Interrupted: e.Interrupted,
	}
	said := parley.Said{Start: e.Start, End: e.End, Why: e.Why}
	if e.Interrupted {
		t.Full = full
		said.InterruptedAt = e.End
	}
	said.Turn = t
	r.turns = append(r.turns, t)
	r.note(said)
	r.settle()
}

// exchange is the newest exchange as the checker wants it.
func (r *record) exchange(number int, d parley.Dispatch) parley.Exchange {
	turns := r.conversation()
	return parley.Exchange{
		Call: r.call, Number: number, Dispatch: d,
		Previous: r.verdict.Progress, Turns: turns[max(0, len(turns)-parley.ContextWindow):],
	}
}
