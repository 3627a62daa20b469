package turn

import "time"

// answer begins the character's answer: when the turn is over, or before, held
// back, when that is likely.
func (n *notes) answer() {
	u := &n.user
	if n.reply.phase != none {
		return
	}
	if u.text() == "" {
		n.excuse()
		return
	}
	if over, due := n.turnOver(); over {
		u.ready = false
		n.begin(answer, preparing, u.text())
		n.budget.earn()
		n.reply.due = n.now
		n.do(Answer{Reply: n.reply.id, Text: u.text(), Ended: n.ended(due, false)})
		return
	}
	if n.mayPreempt() {
		n.begin(answer, heldBack, u.text())
		n.reply.preemptive = true
		n.do(Answer{Reply: n.reply.id, Text: u.text(), HeldBack: true})
	}
}

// excuse asks the user, in role, to go on when a whole turn was lost because
// the recogniser failed: they spoke, and silence would be the worst answer.
func (n *notes) excuse() {
	u := &n.user
	if !u.lost || u.overlaps {
		return
	}
	if over, _ := n.turnOver(); over {
		u.lost = false
		n.begin(excuse, preparing, "")
		n.do(Excuse{n.reply.id})
	}
}

// turnOver reports whether the user's turn has ended, and when endpointing alone
// let it.
func (n *notes) turnOver() (over bool, due time.Duration) {
	u := &n.user
	if u.ready {
		return true, n.now
	}
	due = n.due()
	if u.speaking || u.sound || u.open != 0 {
		return false, due
	}
	if u.awaited() {
		return n.reached(due + n.Timing.TranscriptWait), due
	}
	return n.reached(due), due
}

// mayPreempt reports whether an answer to the words so far is worth beginning
// although the turn may go on: they will hardly change, the turn would end before
// the answer could be heard, and there is something left to lose.
func (n *notes) mayPreempt() bool {
	u := &n.user
	if u.button || n.ending.Outcome != "" || !n.budget.allows() {
		return false
	}
	switch silent := u.asked || !u.speaking; {
	case silent && !u.awaited() && (u.open == 0 || u.open == u.early):
		return n.reached(n.due() - n.lead)
	case len(u.drafts) == 0, u.changed < u.onset, u.asked && u.open != 0: // there will be others in a moment
		return false
	case silent:
		return n.reached(max(n.due()-n.lead, u.changed+n.Timing.StableTranscript))
	}
	// The voice may have ended before the VAD says so, as it does late in noise: a
	// recogniser that streams has then stopped finding words in it.
	return n.delay() <= n.Timing.SureDelay && n.reached(u.changed+2*n.Timing.StableTranscript)
}

// reconsider keeps, holds or drops an answer that is not audible yet, as the
// user's turn goes on.
func (n *notes) reconsider() {
	r, u := &n.reply, &n.user
	if !r.answers() || r.phase != preparing && r.phase != heldBack {
		return
	}
	// What is said for longer than a cough or a listener's word is more of the
	// turn, whose words a recogniser of whole utterances tells only in the end.
	goesOn := u.speaking && !u.asked && u.onset > max(u.voiced, u.changed) && n.reached(u.onset+n.Timing.Yield)
	if goesOn || !sameWords(r.text, u.text()) {
		n.cut(false)
		return
	}
	over, due := n.turnOver()
	switch {
	case (u.speaking || u.sound) && r.phase == preparing: // they may be going on
		r.phase = heldBack
		n.do(HoldBack{r.id})
	case over && r.phase == heldBack:
		if r.preemptive {
			n.budget.earn()
			n.do(Preempted{Used: true})
		}
		r.phase, r.due = preparing, n.now
		n.do(Release{r.id, n.ended(due, r.preemptive)})
		r.preemptive = false
	}
}

// maxAloud is how often in a call an answer is made anew because it began with
// thoughts: an engine learns of the first that its model does so, and marks them
// from then on (llm/openai).
const maxAloud = 2

// thoughtsSpoken takes an answer back of which the model's thoughts were said, and has
// it made anew. Of one that is not audible yet nothing is heard. Thoughts that are
// long end too late for that: the first time a model does so they are heard until
// then.
func (n *notes) thoughtsSpoken(e ThoughtsSpoken) {
	r := &n.reply
	if r.id != e.Reply || !r.answers() || r.phase == cutting || n.aloud == maxAloud {
		return
	}
	n.aloud++
	r.again = !n.user.speaking
	n.cut(false)
}

// ended says how the turn that is answered now ended.
func (n *notes) ended(due time.Duration, early bool) EndOfTurn {
	u := n.user
	e := EndOfTurn{Voiced: n.lull(), Closed: u.shut, Known: u.known, Due: due, Decided: n.now, Preemptive: early}
	if u.asked && u.askedAt > u.voiced && u.toldAt > u.askedAt {
		e.Closed, e.Known = u.askedAt, u.toldAt
	}
	return e
}

// begin makes the next reply the one in progress.
func (n *notes) begin(k kind, p phase, text string) {
	n.replies++
	n.reply = reply{id: n.replies, kind: k, phase: p, text: text, start: notHeard}
}

// prepareOpening prepares the opening. It is held until the user's side takes audio: what
// is played before that is lost.
func (n *notes) prepareOpening(text string) {
	if text == "" || n.reply.phase != none {
		return
	}
	p := heldBack
	if n.subscribed {
		p = preparing
	}
	n.begin(opening, p, text)
	n.reply.firm, n.reply.due = n.manners.FirmOpening, n.now
	n.do(SayLine{n.reply.id, text, p == heldBack})
}

// releaseOpening lets the opening be heard once it can be. A user's side that never asks
// for audio still gets its captions.
func (n *notes) releaseOpening() {
	r := &n.reply
	if r.phase != heldBack || r.kind == answer {
		return
	}
	if n.subscribed || n.reached(r.due+n.Timing.Subscription) {
		r.phase = preparing
		n.do(Release{Reply: r.id})
	}
}
