package turn

import (
	"slices"
)

// What becomes history, and when.

func (n *notes) audible(e Audible) {
	r, u := &n.reply, &n.user
	if e.Reply != r.id || r.heard() {
		return
	}
	r.start = e.At
	if r.answers() {
		closed, _ := u.drafts.split(u.closed)
		n.seal(Join(u.said, closed.text()))
	}
	r.since = e.At
	if u.overlaps = false; u.speaking { // they began before they could hear it
		n.overlaps(e.At)
	}
	if r.phase == preparing {
		r.phase = audible
	}
	if r.phase == heldBack { // an instant after it had begun
		r.phase, r.since = paused, n.now
		if !u.overlaps {
			n.goOn()
		}
	}
	if n.alone || n.recess {
		n.hold()
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
	n.do(Caption{text, true, u.typed, u.spoken})
	if !u.typed && !u.paused && len(plainWords(text)) >= fluentWords {
		n.Profile = learn(n.Timing, n.Profile, n.Timing.FluentPause)
	}
	n.endsHere(text)
	n.recordUser(text, false)
	n.clearTurn()
	u.drafts = next // of what is being said now
}

// clearTurn begins the user's next turn.
func (n *notes) clearTurn() {
	u := &n.user
	u.said, u.drafts, u.confidence, u.paused, u.stretches = "", nil, 0, false, nil
	u.captioned, u.lost, u.typed, u.spoken = false, false, false, ""
	u.began = u.onset
}

// belated takes a transcript of a turn that is history already, and reports
// whether it was one: the turn is mended, and answered anew unless its answer
// is well under way.
func (n *notes) belated(e Transcript) bool {
	if len(n.lates) == 0 || e.Utterance > n.lates[len(n.lates)-1].upto {
		return false
	}
	u, r := &n.user, &n.reply
	if !e.Final || e.Utterance <= u.settled {
		return true
	}
	u.settled = e.Utterance
	n.lates = slices.Clone(n.lates)
	for e.Utterance > n.lates[0].upto { // whose final never came
		n.lates = n.lates[1:]
	}
	l := &n.lates[0]
	if e.Failed {
		e.Text = l.drafts.of(e.Utterance)
	}
	if !e.Echo {
		l.said = Join(l.said, e.Text)
	}
	_, l.drafts = l.drafts.split(e.Utterance)
	now := Join(l.said, l.drafts.text())
	if e.Utterance == l.upto {
		n.lates = n.lates[1:]
	}
	if now == "" || sameWords(l.text, now) {
		return true
	}
	l.text = now
	n.do(AmendUser{l.turn, now, l.typed})
	if newest := l.turn == n.turns; newest && r.answers() && r.playing() && n.now < r.start+n.Timing.LateMerge {
		r.again = true
		n.cut(true)
	}
	return true
}

func (n *notes) finished(e Finished) {
	if e.Reply == n.nodding && n.nodding != 0 {
		n.nodding = 0
		return
	}
	r, u := n.reply, &n.user
	if e.Reply != r.id || r.phase == none {
		return
	}
	if !r.heard() && r.answers() && (e.Heard != "" || e.Complete) {
		n.seal(u.text()) // heard before its audible event came, or silent to the end
	}
	if u.overlaps && !u.awaited() && u.open == 0 && n.now > u.voiced+n.Timing.LastBackchannel && backchannel(u.text(), n.manners.Language) {
		n.backchannelled()
	}
	n.reply, n.quiet, u.overlaps = reply{}, n.now, false
	if r.kind != nudge {
		n.active = n.now
	}
	if e.Heard != "" {
		n.asked = e.Heard
		if !r.heard() {
			r.start = n.now
		}
		n.do(RecordCharacter{Reply: r.id, Heard: e.Heard, Interrupted: !e.Complete, Start: r.start, End: n.now, Why: string(r.kind)})
	}
	if r.kind == told && e.Heard == "" {
		n.tells = append([]string{r.text}, n.tells...)
	}
	switch {
	case r.again && n.ending.Outcome == "" && (r.heard() || e.Heard != ""):
		n.begin(answer, preparing, "")
		n.reply.due = n.now
		n.do(Answer{Reply: n.reply.id, Ended: n.ended(n.now, false)})
	case e.Heard != "" && r.answers():
		n.exchange()
	} // a cut turn of which nothing was heard stays open and is answered later
}

// exchange counts an exchange and has it judged.
func (n *notes) exchange() {
	n.Exchanges++
	n.exchanged = n.now
	if n.manners.Unjudged {
		return
	}
	n.do(Review{n.Exchanges})
	if n.Exchanges-n.judged == missed+1 {
		n.do(CheckerBehind{})
	}
}
