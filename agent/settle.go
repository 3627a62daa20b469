package agent

import (
	"time"

	"parley"
)

// settle does what follows from the facts and the time.
func (n *notes) settle() {
	n.yield()
	n.endUtterance()
	n.expire()
	if n.conclude() {
		return
	}
	n.answer()
	n.nudge()
	if now := n.agentState(); now != n.shown {
		n.shown = now
		n.do(show{now})
	}
}

// yield cuts the reply when the user has the better claim to the floor.
func (n *notes) yield() {
	r, u := &n.reply, n.user
	if r.id == 0 || r.cutting {
		return
	}
	claimed := u.ready || n.closing ||
		u.speaking && r.audible && n.now >= u.onset+n.timing.BargeIn ||
		u.speaking && !r.audible && r.answers
	if claimed {
		r.cutting = true
		n.do(cut{r.id})
	}
}

func (n *notes) endUtterance() {
	u := n.user
	if u.open != 0 && !u.speaking && (u.manual || n.now >= u.voiced+n.timing.UtteranceEnd) {
		n.closeUtterance()
	}
}

// answer ends the user's turn and starts the character's.
func (n *notes) answer() {
	u := &n.user
	text := u.text()
	if n.reply.id != 0 || text == "" {
		return
	}
	due := n.due()
	if !u.ready {
		waited := !u.awaited() || n.now >= due+n.timing.TranscriptWait
		if u.speaking || u.open != 0 || n.now < due || !waited {
			return
		}
	} else {
		due = n.now
	}
	ended := endOfTurn{voiced: u.voiced, due: due, decided: n.now}
	u.ready = false
	n.begin(true)
	n.do(think{n.reply.id, text, ended})
}

// recite starts a line of the character's own.
func (n *notes) recite(text string) {
	if text == "" || n.reply.id != 0 {
		return
	}
	n.begin(false)
	n.do(recite{n.reply.id, text})
}

func (n *notes) begin(answers bool) {
	n.replies++
	n.reply = reply{id: n.replies, answers: answers}
}

func (n *notes) nudge() {
	u := n.user
	silent := n.reply.id == 0 && !u.speaking && u.open == 0 && !u.awaited() && u.text() == ""
	if silent && n.nudges && !n.nudged && n.replies > 0 && n.now >= n.quiet+n.timing.Patience {
		n.nudged = true
		n.begin(false)
		n.do(prod{n.reply.id})
	}
}

// expire ends a call that has used up its time or its turns.
func (n *notes) expire() {
	if n.ending.outcome != "" {
		return
	}
	overtime := n.limits.time > 0 && n.now >= n.limits.time
	lastWord := n.lastCall > 0 && n.now >= n.lastCall+n.timing.LastWord
	if overtime || lastWord {
		n.ending = end{outcome: parley.Timeout}
	}
}

// conclude ends the call once an ending is due and the character is silent,
// and reports whether it did.
func (n *notes) conclude() bool {
	if n.ending.outcome == "" || n.reply.id != 0 {
		return false
	}
	n.seal()
	n.do(n.ending)
	n.closed = true
	return true
}

// next is the earliest time at which step has something to do without a new
// event; ok is false if there is none.
func (s state) next() (at time.Duration, ok bool) {
	if s.closed {
		return 0, false
	}
	consider := func(when bool, t time.Duration) {
		if when && (!ok || t < at) {
			at, ok = t, true
		}
	}
	u, r := s.user, s.reply
	consider(r.id != 0 && r.audible && !r.cutting && u.speaking, u.onset+s.timing.BargeIn)
	consider(u.open != 0 && !u.speaking, u.voiced+s.timing.UtteranceEnd)
	pending := r.id == 0 && !u.speaking && u.open == 0
	consider(pending && u.text() != "" && !u.awaited(), s.due())
	consider(pending && u.text() != "" && u.awaited(), s.due()+s.timing.TranscriptWait)
	consider(pending && u.text() == "" && !u.awaited() && s.nudges && !s.nudged && s.replies > 0,
		s.quiet+s.timing.Patience)
	if s.ending.outcome == "" {
		consider(s.limits.time > 0, s.limits.time)
		consider(s.lastCall > 0, s.lastCall+s.timing.LastWord)
	}
	return at, ok
}
