package agent

import (
	"time"

	"parley"
)

// step is turn-taking: what happened to what is to be done. It first notes the
// event's facts, then settles what follows from the facts and the time; so a
// tick at the right moment is enough to make any deadline happen. now must not
// run backwards.
func step(s state, e event, now time.Duration) (state, []effect) {
	if s.closed {
		return s, nil
	}
	n := &notes{state: s, now: now}
	n.wake = 0
	n.note(e)
	n.settle()
	return n.state, n.effects
}

// notes is one step in the making.
type notes struct {
	state
	now     time.Duration
	effects []effect
}

func (n *notes) do(e effect) { n.effects = append(n.effects, e) }

// reached reports whether at has come; if not, step looks again then. It goes
// last in a condition: what is asked for too early is a step for nothing.
func (n *notes) reached(at time.Duration) bool {
	if n.now >= at {
		return true
	}
	if n.wake == 0 || at < n.wake {
		n.wake = at
	}
	return false
}

func (n *notes) note(e event) {
	switch e.(type) {
	case voice, typed, press, seen:
		n.met = true
	}
	switch e := e.(type) {
	case started:
		n.opened, n.quiet, n.active = n.now, n.now, n.now
		n.recite(e.opening)
	case subscribed:
		n.subscribed = true
	case stir:
		n.user.stirring = e.on && !n.user.manual
	case voice:
		n.voice(e)
	case lull:
		n.lull(e)
	case transcript:
		n.transcript(e)
	case deaf:
		n.deaf()
	case prediction:
		n.user.judged, n.user.likelihood = e.utterance, e.likelihood
	case typed:
		n.typed(e.text)
	case press:
		n.press()
	case release:
		n.release()
	case withdraw:
		n.withdraw()
	case audible:
		n.audible(e)
	case firstAudio:
		n.lead = leadFor(n.lead, e.took+n.timing.LeadMargin)
	case thoughts:
		n.thoughts(e)
	case gap:
		if n.reply.gap = 0; e.on && e.reply == n.reply.id {
			n.reply.gap = n.now
		}
	case finished:
		n.finished(e)
	case ruling:
		n.ruling(e.verdict)
	case patience:
		n.habits.Patience = min(max(e.d, parley.MinPatience), parley.MaxPatience)
		n.timing.Patience = n.habits.Patience
	case hangup:
		n.ending, n.closing = end(e), true
	case seen:
		n.active = n.now
	case tick:
	}
}

// settle does what follows from the facts and the time.
func (n *notes) settle() {
	n.endUtterance()
	n.overlap()
	n.expire()
	if n.conclude() {
		return
	}
	n.raise()
	n.reconsider()
	if n.reply.id != 0 || n.ending.outcome == "" { // of a call that is ending only the last verdict is awaited
		n.answer()
		n.silence()
	}
	if now := n.agentState(); now != n.shown {
		n.shown = now
		n.do(show{now})
	}
}

// agentState is what front ends show; it follows from the rest.
func (n *notes) agentState() parley.State {
	r := n.reply
	switch {
	case r.id == 0 || r.cutting || r.paused:
		return parley.Listening
	case r.audible && r.gap > 0 && n.reached(r.gap+n.timing.ShortGap):
		return parley.Thinking
	case r.audible:
		return parley.Speaking
	case r.held && r.answers:
		return parley.Listening
	}
	return parley.Thinking
}

// missed is how many exchanges in a row may go without a verdict before the
// user is told (product.md section 0, trap 7).
const missed = 2

func (n *notes) ruling(v parley.Verdict) {
	if v.Exchange <= n.judged {
		return // late or doubled
	}
	n.judged = v.Exchange
	n.do(forward{v})
	switch {
	case v.Complete:
		n.ending = end{outcome: parley.Won}
	case v.Bad:
		n.ending = end{outcome: parley.Lost}
	}
}

// expire ends a call that has used up its time, its turns or its user.
func (n *notes) expire() {
	if n.ending.outcome != "" {
		return
	}
	switch {
	case n.limits.time > 0 && n.reached(n.opened+n.limits.time), n.limits.turns > 0 && n.exchanges >= n.limits.turns:
		n.ending = end{outcome: parley.Timeout}
	case n.away && n.reached(n.active+n.bearable()):
		n.ending = end{outcome: parley.Timeout, reason: n.whyAbandoned()}
	}
	n.over = n.now
}

// conclude ends the call once an ending is due, the character is silent and, of a
// call that ran out of time or turns, the last exchange was judged; and reports
// whether it did. A reply that waits for the end of the user's turn is not waited
// for.
func (n *notes) conclude() bool {
	if n.ending.outcome == "" {
		return false
	}
	if n.reply.id != 0 {
		if n.reply.held || n.reached(n.over+n.timing.Overrun) {
			n.cut(!n.reply.held)
		}
		return false
	}
	if n.ending.outcome == parley.Timeout && !n.closing && n.judged < n.exchanges && !n.reached(n.exchanged+n.timing.LastWord) {
		return false
	}
	n.seal(n.user.text())
	n.do(n.ending)
	n.closed, n.wake = true, 0
	return true
}
