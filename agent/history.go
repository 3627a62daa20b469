package agent

import (
	"slices"
)

// What becomes history, and when.

func (n *notes) audible(e audible) {
	r, u := &n.reply, &n.user
	if e.reply != r.id || r.audible {
		return
	}
	r.audible, r.start = true, e.at
	if r.answers {
		closed, _ := u.drafts.split(u.closed)
		n.seal(join(u.said, closed.text()))
	}
	u.over = u.speaking // they began before they could hear it
	if r.held {         // it was kept back an instant after it had begun
		r.held, r.paused, r.since = false, true, n.now
		if !u.over {
			n.goOn()
		}
	}
}

// seal puts the user's turn into the history: the character has begun to
// answer it, or the call is over.
func (n *notes) seal(text string) {
	u := &n.user
	if text == "" {
		return
	}
	n.turns++
	drafts, next := u.drafts.split(u.closed)
	if u.awaited() { // its final comes late
		u.from = u.closed + 1
		n.lates = append(slices.Clone(n.lates), late{n.turns, u.closed, text, u.said, drafts, u.typed})
	}
	n.do(caption{text, true, u.typed, u.spoken})
	if !u.typed && !u.paused && len(plainWords(text)) >= fluentWords {
		n.habits = learn(n.timing, n.habits, n.timing.FluentPause)
	}
	n.endsHere(text)
	n.do(recordUser{text: text, typed: u.typed, start: u.began, end: u.voiced, confidence: u.confidence})
	n.clearTurn()
	u.drafts = next // of what is being said now
}

// clearTurn begins the user's next turn.
func (n *notes) clearTurn() {
	u := &n.user
	u.said, u.drafts, u.confidence, u.paused = "", nil, 0, false
	u.captioned, u.lost, u.typed, u.spoken = false, false, false, ""
	u.began = u.onset
}

// belated takes a transcript of a turn that is history already, and reports
// whether it was one: the turn is mended, and answered anew unless its answer
// is well under way.
func (n *notes) belated(e transcript) bool {
	if len(n.lates) == 0 || e.utterance > n.lates[len(n.lates)-1].upto {
		return false
	}
	u, r := &n.user, &n.reply
	if !e.final || e.utterance <= u.settled {
		return true
	}
	u.settled = e.utterance
	n.lates = slices.Clone(n.lates)
	for e.utterance > n.lates[0].upto { // whose final never came
		n.lates = n.lates[1:]
	}
	l := &n.lates[0]
	if e.failed {
		e.text = l.drafts.of(e.utterance)
	}
	if !e.echo {
		l.said = join(l.said, e.text)
	}
	_, l.drafts = l.drafts.split(e.utterance)
	now := join(l.said, l.drafts.text())
	if e.utterance == l.upto {
		n.lates = n.lates[1:]
	}
	if now == "" || sameWords(l.text, now) {
		return true
	}
	l.text = now
	n.do(amendUser{l.turn, now, l.typed})
	if newest := l.turn == n.turns; newest && r.answers && r.audible && !r.cutting && n.now < r.start+n.timing.LateMerge {
		r.again = true
		n.cut(true)
	}
	return true
}

func (n *notes) finished(e finished) {
	if e.reply == n.nodding && n.nodding != 0 {
		n.nodding = 0
		return
	}
	r, u := n.reply, &n.user
	if e.reply != r.id || r.id == 0 {
		return
	}
	if !r.audible && r.answers && (e.heard != "" || e.complete) {
		n.seal(u.text()) // heard before its audible event came, or silent to the end
	}
	if u.over && !u.awaited() && u.open == 0 && n.now > u.voiced+n.timing.LastBackchannel && backchannel(u.text(), n.manners.language) {
		n.aside()
	}
	n.reply, n.quiet, u.over = reply{}, n.now, false
	if !r.nudge {
		n.active = n.now
	}
	if e.heard != "" {
		n.asked = e.heard
		if !r.audible {
			r.start = n.now
		}
		n.do(recordCharacter{reply: r.id, heard: e.heard, interrupted: !e.complete, start: r.start, end: n.now})
	}
	switch {
	case r.again && n.ending.outcome == "" && (r.audible || e.heard != ""):
		n.begin("")
		n.reply.due = n.now
		n.do(think{reply: n.reply.id, ended: n.ended(n.now, false)})
	case e.heard != "" && r.answers:
		n.exchange()
	} // a cut turn of which nothing was heard stays open and is answered later
}

// exchange counts an exchange and has it judged.
func (n *notes) exchange() {
	n.exchanges++
	n.exchanged = n.now
	n.do(review{n.exchanges})
	if n.exchanges-n.judged == missed+1 {
		n.do(unscored{})
	}
}
