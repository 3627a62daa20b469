// Package turn is turn-taking as a pure function: whose turn it is, when the user
// has finished, when an answer begins, what is said over the character, when the
// call ends. It starts no goroutine, reads no clock and does no I/O.
//
// Step takes a State, an Event and the time, and returns the next State and the
// Effects to carry out. The files are its parts: hearing.go notes what the user
// does, answering.go decides when the turn is over and the answer begins,
// overlap.go what is said over the character, history.go what becomes history,
// silence.go what a silence asks for. Package parley's Timers hold every delay.
package turn

import (
	"time"

	"parley"
)

// Step is turn-taking: what happened to what is to be done. It first notes the
// event's facts, then settles what follows from the facts and the time; so a
// tick at the right moment is enough to make any deadline happen. now must not
// run backwards.
func Step(s State, e Event, now time.Duration) (State, []Effect) {
	if s.Closed {
		return s, nil
	}
	n := &notes{State: s, now: now}
	n.Wake = 0
	n.note(e)
	n.settle()
	return n.State, n.effects
}

// notes is one step in the making.
type notes struct {
	State
	now     time.Duration
	effects []Effect
}

func (n *notes) do(e Effect) { n.effects = append(n.effects, e) }

// reached reports whether at has come; if not, step looks again then. It goes
// last in a condition: what is asked for too early is a step for nothing.
func (n *notes) reached(at time.Duration) bool {
	if n.now >= at {
		return true
	}
	if n.Wake == 0 || at < n.Wake {
		n.Wake = at
	}
	return false
}

// signs notes that the user is there.
func (n *notes) signs(e Event) {
	switch e.(type) {
	case Voice, SignOfLife, Recess:
		n.met = true
	case Typed, ButtonDown: // who speaks up has no pause any more
		n.met = true
		n.goesOnAfter(false)
	}
}

func (n *notes) note(e Event) {
	n.signs(e)
	switch e := e.(type) {
	case Started:
		n.opened, n.quiet, n.active = n.now, n.now, n.now
		n.showLimit()
		n.prepareOpening(e.Opening)
	case Subscribed:
		n.subscribed = true
	case Sound:
		n.user.sound = e.On && !n.user.manual
	case Voice:
		n.voice(e)
	case EarlyRequest:
		n.earlyRequest(e)
	case Transcript:
		n.transcript(e)
	case RecogniserLost:
		n.recogniserLost()
	case Prediction:
		n.user.judged, n.user.likelihood = e.Utterance, e.Likelihood
	case Typed:
		n.typed(e.Text)
	case ButtonDown:
		n.buttonDown()
	case ButtonUp:
		n.buttonUp()
	case ButtonCancel:
		n.buttonCancel()
	case Audible:
		n.audible(e)
	case FirstAudio:
		n.lead = leadFor(n.lead, e.Took+n.Timing.LeadMargin)
	case ThoughtsSpoken:
		n.thoughtsSpoken(e)
	case Gap:
		if n.reply.gap = 0; e.On && e.Reply == n.reply.id {
			n.reply.gap = n.now
		}
	case Finished:
		n.finished(e)
	case Tell:
		n.tell(e.Text)
	case Judged:
		n.verdict(e.Verdict)
	case Patience:
		n.Profile.Patience = min(max(e.For, parley.MinPatience), parley.MaxPatience)
		n.Timing.Patience = n.Profile.Patience
	case Hangup:
		n.hangup(e)
	case Alone:
		n.aloneNow(e)
	case SignOfLife:
		n.signOfLife(e)
	case Recess:
		n.recessNow(e.On)
	case MoreTime, NoLimit:
		n.relent(e)
	case Tick:
	}
}

// settle does what follows from the facts and the time.
func (n *notes) settle() {
	n.endUtterance()
	n.overlap()
	n.endRecess()
	n.expire()
	if n.conclude() {
		return
	}
	if !n.recess {
		n.goOnTalking()
	}
	if now := n.agentState(); now != n.shown {
		n.shown = now
		n.do(ShowState{now})
	}
}

// goOnTalking does what the character does in its turn.
func (n *notes) goOnTalking() {
	n.releaseOpening()
	n.reconsider()
	if n.reply.phase != none || n.ending.Outcome == "" { // of a call that is ending only the last verdict is awaited
		n.answer()
		n.silence()
	}
}

// agentState is what front ends show; it follows from the rest.
func (n *notes) agentState() parley.State {
	r := n.reply
	switch {
	case r.phase == none, r.phase == cutting, r.phase == paused, r.phase == heldBack && r.kind == answer:
		return parley.Listening
	case r.phase == audible && r.gap > 0 && n.reached(r.gap+n.Timing.ShortGap):
		return parley.Thinking
	case r.phase == audible:
		return parley.Speaking
	}
	return parley.Thinking
}

// farewell is how long a call that is to end gently may wait for a moment when
// neither side speaks: inside the 15 s that package app gives it.
const farewell = 10 * time.Second

func (n *notes) hangup(e Hangup) {
	switch {
	case !e.Gently:
		n.ending, n.closing = End{e.Outcome, e.Reason}, true
	case n.ending.Outcome == "":
		n.ending, n.partBy = End{e.Outcome, e.Reason}, n.now+farewell
	}
}

// missed is how many exchanges in a row may go without a verdict before the
// user is told so that a bar that stands still is not taken for a verdict.
const missed = 2

func (n *notes) verdict(v parley.Verdict) {
	if v.Exchange <= n.judged {
		return // late or doubled
	}
	n.judged = v.Exchange
	n.do(ShowVerdict{v})
	switch {
	case v.Complete:
		n.ending = End{Outcome: parley.Won}
	case v.Bad:
		n.ending = End{Outcome: parley.Lost}
	}
}

// expire ends a call that has used up its time, its turns or its user.
func (n *notes) expire() {
	if n.ending.Outcome != "" {
		return
	}
	switch {
	case n.recess:
	case n.missing:
		if n.reached(max(n.left, n.resumed) + n.Timing.Return) { // a pause is not over before its time
			n.ending, n.closing = End{Outcome: parley.Left, Reason: parley.EndedMissing}, true
		}
	case n.limits.Time > 0 && n.reached(n.opened+n.limits.Time):
		n.ending = End{Outcome: parley.Timeout}
	case n.limits.Turns > 0 && n.Exchanges >= n.limits.Turns:
		n.ending = End{Outcome: parley.Timeout, Reason: n.limits.Spent}
	case n.away && n.reached(n.active+n.mostSilence()):
		n.ending = End{Outcome: parley.Timeout, Reason: n.whyAbandoned()}
	}
	n.over = n.now
}

// unattended reports whether a call that is to end gently has nobody to be gentle with:
// the user has left, and what the character was saying stands still until they are back.
func (n *notes) unattended() bool { return n.partBy > 0 && n.missing }

// conclude ends the call once an ending is due, the character is silent and, of a
// call that ran out of time or turns, the last exchange was judged; and reports
// whether it did. A reply that waits for the end of the user's turn is not waited
// for; one whose clocks the user has stopped ends when they go on, unless it ends from
// outside.
func (n *notes) conclude() bool {
	if n.ending.Outcome == "" || n.recess && !n.closing && n.partBy == 0 {
		return false
	}
	if n.reply.phase != none {
		last := n.over + n.Timing.Overrun
		if n.partBy > 0 {
			last = n.partBy
		}
		if held := n.reply.phase == heldBack; held || n.reached(last) || n.unattended() {
			n.cut(!held)
		}
		return false
	}
	if (n.user.speaking || n.user.button) && n.partBy > 0 && !n.closing && !n.reached(n.partBy) && !n.unattended() {
		return false
	}
	unjudged := !n.manners.Unjudged && n.judged < n.Exchanges
	if n.ending.Outcome == parley.Timeout && !n.closing && unjudged && !n.reached(n.exchanged+n.Timing.LastWord) {
		return false
	}
	n.seal(n.user.text())
	if n.recess {
		n.do(ShowRecess{Start: n.stopped})
	}
	n.do(n.ending)
	n.Closed, n.Wake = true, 0
	return true
}
