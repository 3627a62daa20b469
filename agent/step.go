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
	switch e := e.(type) {
	case started:
		n.recite(e.opening)
	case voice:
		n.voice(e)
	case transcript:
		n.transcript(e)
	case deaf:
		n.user.settled, n.user.interim = n.user.closed, ""
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
	case finished:
		n.finished(e)
	case ruling:
		n.ruling(e.verdict)
	case patience:
		n.timing.Patience = min(max(e.d, MinPatience), MaxPatience)
	case hangup:
		n.ending, n.closing = end(e), true
	case tick:
	}
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

func (n *notes) voice(e voice) {
	u := &n.user
	if u.manual || u.speaking == e.on {
		return
	}
	u.speaking = e.on
	if !e.on {
		u.voiced, n.quiet = e.at, n.now
		return
	}
	n.opens(e.at)
}

// opens notes the start of speech and opens an utterance unless one is open.
func (n *notes) opens(at time.Duration) {
	u := &n.user
	u.speaking, u.onset, n.nudged = true, at, false
	if u.text() == "" {
		u.began = at
	}
	if u.open == 0 {
		n.utterances++
		u.open = n.utterances
		n.do(listen{u.open})
	}
}

func (n *notes) transcript(e transcript) {
	u := &n.user
	if e.utterance < u.from {
		if e.final {
			u.settled = max(u.settled, e.utterance)
		}
		return
	}
	if e.final {
		if e.utterance <= u.settled {
			return // doubled
		}
		u.settled = e.utterance
		u.said, u.interim = join(u.said, e.text), ""
		if e.text != "" {
			u.confidence = e.confidence
		}
	} else {
		u.interim = e.text
	}
	if text := u.text(); text != "" {
		n.do(caption{text, false})
	}
}

func (n *notes) typed(text string) {
	u := &n.user
	if u.text() == "" {
		u.began = n.now
	}
	u.said = join(u.text(), text)
	u.typed, u.ready, u.voiced = true, true, n.now
	n.forget()
	n.quiet, n.nudged = n.now, false
	n.do(caption{u.said, false})
	if u.speaking {
		n.opens(u.onset) // what is being said now belongs to the next turn
	}
}

// forget closes the open utterance and disowns every final not here yet.
func (n *notes) forget() {
	u := &n.user
	if u.open != 0 {
		n.closeUtterance()
	}
	u.interim, u.from = "", n.utterances+1
}

func (n *notes) closeUtterance() {
	n.do(transcribe{n.user.open})
	n.user.closed, n.user.open = n.user.open, 0
}

func (n *notes) press() {
	n.user.manual = true
	if n.user.held {
		return
	}
	n.user.held = true
	n.opens(n.now - n.timing.BargeIn) // the button is no cough: yield at once
}

func (n *notes) release() {
	if n.user.held {
		n.user.held, n.user.speaking = false, false
		n.user.voiced, n.quiet = n.now, n.now
	}
}

func (n *notes) withdraw() {
	n.release()
	n.forget()
	n.user.said, n.user.ready = "", false
}

func (n *notes) audible(e audible) {
	if e.reply != n.reply.id || n.reply.audible {
		return
	}
	n.reply.audible, n.reply.start = true, e.at
	n.seal()
}

// seal puts the user's turn into the history: the character has begun to
// answer it, or the call is over.
func (n *notes) seal() {
	u := &n.user
	text := u.text()
	if text == "" || (n.reply.id != 0 && !n.reply.answers) {
		return
	}
	if u.awaited() {
		u.from = u.closed + 1 // its final comes too late for this turn
	}
	n.do(caption{text, true})
	n.do(recordUser{text: text, typed: u.typed, start: u.began, end: u.voiced, confidence: u.confidence})
	u.said, u.interim, u.typed, u.confidence = "", "", false, 0
	u.began = u.onset
}

// missed is how many exchanges in a row may go without a verdict before the
// user is told (product.md section 0, trap 7).
const missed = 2

func (n *notes) finished(e finished) {
	r := n.reply
	if e.reply != r.id || r.id == 0 {
		return
	}
	if !r.audible && r.answers && (e.heard != "" || e.complete) {
		n.seal() // heard before its audible event came, or silent to the end
	}
	n.reply, n.quiet = reply{}, n.now
	if e.heard == "" {
		return // nothing was said; a cut turn stays open and is answered later
	}
	if !r.audible {
		r.start = n.now
	}
	n.do(recordCharacter{reply: r.id, heard: e.heard, interrupted: !e.complete, start: r.start, end: n.now})
	if !r.answers {
		return
	}
	n.exchanges++
	n.do(review{n.exchanges})
	if n.exchanges-n.judged == missed+1 {
		n.do(unscored{})
	}
	if n.limits.turns > 0 && n.exchanges >= n.limits.turns {
		n.lastCall = n.now
	}
}

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
