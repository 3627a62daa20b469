package turn

import (
	"strings"
	"time"

	"parley"
)

// How the user's speech over the character was taken; the names count them.
const (
	ignored = "ignored" // a listener's "mm-hm", or nothing
	wentOn  = "resumed" // the character paused, then went on
	yielded = "yielded" // the character gave the floor
)

// overlap is barge-in: the character's voice goes down with the first sound,
// pauses once it is speech, and gives way when the words are more than a
// listener's.
func (n *notes) overlap() {
	r, u := &n.reply, &n.user
	if r.phase == none || r.phase == cutting {
		return
	}
	if n.closing || u.ready && !r.firm {
		n.cut(!n.closing)
		return
	}
	if !r.playing() {
		return
	}
	if on := u.sound || u.speaking; on != r.ducked {
		r.ducked = on
		n.do(Duck{r.id, on})
	}
	switch {
	case r.firm:
	case u.button:
		n.yield()
	case u.overlaps:
		n.decide()
	}
}

// decide takes what is said over the character for an interruption, for a
// listener's word, or waits for more of it.
func (n *notes) decide() {
	r, u, t := &n.reply, &n.user, &n.Timing
	language := n.manners.Language
	words, listens := u.said, backchannel
	if len(u.drafts) > 0 { // the last word is a guess, and a phrase may be half said
		words, listens = Join(u.said, butLast(u.drafts.text())), mayBackchannel
	}
	_, now := u.drafts.split(u.closed)
	switch {
	case words != "" && !listens(words, language):
		n.yield()
	case u.speaking && words != "" && len(now) > 0 && backchannel(u.text(), language): // the guess too
		n.goOn()
	case u.speaking:
		hold := t.BargeIn
		if u.soft {
			hold = t.SoftBargeIn
		}
		if r.phase == audible && n.reached(u.onset+hold) {
			n.hold()
		}
	case u.open == 0 && !u.awaited():
		n.ignore()
	case r.phase == paused && n.reached(u.voiced+t.FalseInterruption):
		if u.voiced-u.onset >= t.Yield {
			n.yield() // long speech of a recogniser that is late
			return
		}
		n.goOn()
	}
}

// yield gives the user the floor.
func (n *notes) yield() {
	n.overlapped(yielded)
	n.cut(n.reply.phase != paused)
}

// hold pauses a reply that is heard.
func (n *notes) hold() {
	if r := &n.reply; r.phase == audible {
		n.together(n.now)
		r.phase, r.since = paused, n.now
		n.do(Pause{r.id})
	}
}

// goOn goes on with a paused reply, if somebody is there to hear it.
func (n *notes) goOn() {
	if r := &n.reply; r.phase == paused && !n.alone && !n.recess {
		long := n.now-r.since > n.Timing.LongPause
		r.phase, r.since = audible, n.now
		n.do(Resume{r.id, long})
	}
}

// ignore takes what was said over the character for a listener's: it is kept
// beside the conversation, and the character goes on.
func (n *notes) ignore() {
	outcome := ignored
	if n.reply.phase == paused {
		outcome = wentOn
	}
	n.overlapped(outcome)
	n.goOn()
	n.backchannelled()
}

// overlaps notes that the user speaks over the character from a time on.
func (n *notes) overlaps(from time.Duration) {
	if u := &n.user; !u.overlaps {
		u.overlaps, u.over, u.both = true, from, 0
	}
}

// together adds the time that both have spoken until then, since the later of the two
// began.
func (n *notes) together(until time.Duration) {
	if u, r := &n.user, &n.reply; u.overlaps && u.speaking && r.phase == audible {
		u.both += max(0, until-max(u.onset, r.since))
	}
}

// overlapped tells how the user's speech over the character was taken.
func (n *notes) overlapped(outcome string) {
	u := &n.user
	n.together(n.now)
	at := u.over
	if !u.overlaps { // a button takes the floor before there is speech
		at, u.both = n.now, 0
	}
	n.do(Overlapped{parley.Overlap{At: at, Length: u.both, Outcome: outcome}})
	u.overlaps = false
}

// backchannelled records the user's words so far as said without taking the floor.
func (n *notes) backchannelled() {
	u := &n.user
	if text := u.text(); text != "" {
		n.do(Caption{text, true, u.typed, u.spoken})
		n.turns++
		n.recordUser(text, true)
	}
	n.clearTurn()
}

// cut stops the reply; the finished event that follows says what was heard.
func (n *notes) cut(wordEnd bool) {
	r := &n.reply
	if r.phase == cutting {
		return
	}
	if r.preemptive && r.phase == heldBack {
		n.budget.spend()
		n.do(Preempted{})
	}
	wordEnd = wordEnd && r.heard() && r.phase != paused // which is silent already
	r.phase = cutting
	n.do(Cut{r.id, wordEnd})
}

// butLast is text without its last word.
func butLast(text string) string {
	i := strings.LastIndexByte(strings.TrimSpace(text), ' ')
	return text[:max(i, 0)]
}
