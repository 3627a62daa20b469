package agent

import "time"

// What the user does, as facts. What follows from them is settled elsewhere.

func (n *notes) voice(e voice) {
	u := &n.user
	u.stirring = false
	n.active = n.now
	if u.manual {
		u.sounding, u.sounded = e.on, n.now
		return
	}
	if u.speaking == e.on {
		u.soft = u.soft && e.soft
		return
	}
	u.speaking, u.soft = e.on, e.soft
	if e.on {
		n.lull(lull{})
	}
	if !e.on {
		u.voiced, u.melody, n.quiet = e.at, e.melody, n.now
		return
	}
	n.pauseEnds(e.at)
	n.opens(e.at)
}

// lull notes that the recogniser tells early what it heard, or that the user goes
// on: what it told is then an interim like others.
func (n *notes) lull(e lull) {
	u := &n.user
	if u.lull = e.on; !e.on {
		u.early = 0
		return
	}
	u.lulled = n.now
	if u.speaking && !u.manual {
		u.voiced = e.at
	}
}

// pauseEnds learns from the silence that speech at ended, if the turn was still
// the user's: it was not yet answered, or the answer had hardly begun.
func (n *notes) pauseEnds(at time.Duration) {
	u, r := &n.user, &n.reply
	early := r.answers && r.audible && at < r.start+n.timing.MinPause
	going := !u.over && (u.text() != "" || u.awaited())
	if u.voiced > 0 && (going || early) {
		u.paused = u.paused || at-u.voiced >= n.timing.MinPause
		n.goesOn()
		n.habits = learn(n.timing, n.habits, at-u.voiced)
	}
}

// opens notes the start of speech and opens an utterance unless one is open.
func (n *notes) opens(at time.Duration) {
	u := &n.user
	u.speaking, u.onset, n.nudged = true, at, false
	if u.text() == "" && !u.awaited() {
		u.began = at
	}
	if n.reply.audible && !n.reply.cutting {
		u.over = true
	}
	if u.open == 0 {
		n.utterances++
		u.open = n.utterances
		lead := n.timing.SpeechLead
		if u.held {
			lead = n.timing.ButtonLead
		}
		n.do(listen{u.open, lead})
	}
}

func (n *notes) transcript(e transcript) {
	u := &n.user
	if n.belated(e) {
		return
	}
	if e.utterance < u.from {
		if e.final {
			u.settled = max(u.settled, e.utterance)
		}
		return
	}
	if e.echo {
		e.text = ""
	}
	if e.final {
		if e.utterance <= u.settled {
			return // doubled
		}
		if e.failed {
			e.text = u.drafts.of(e.utterance)
			n.loses()
		}
		u.settled, u.known = e.utterance, n.now
		n.writes = n.writes || written(e.text)
		u.said = join(u.said, e.text)
		if e.text != "" {
			u.ends = e.ends
		}
		_, u.drafts = u.drafts.split(e.utterance)
		if e.text != "" {
			u.confidence = e.confidence
		}
	} else if e.utterance > u.settled && (e.early || e.utterance != u.early) {
		n.interim(e)
	}
	n.caption()
}

// interim takes what is known of an utterance before its final. Once there is an
// early transcript, plain ones are of earlier words.
func (n *notes) interim(e transcript) {
	u := &n.user
	if drafts, news := u.drafts.with(e.utterance, e.text); news {
		u.drafts, u.changed, u.ends = drafts, n.now, e.ends
	}
	if e.early && u.lull && e.utterance == max(u.open, u.closed) {
		u.early, u.learnt = e.utterance, n.now
		n.writes = n.writes || written(e.text)
	}
}

// loses notes that speech of this turn was not recognised.
func (n *notes) loses() {
	u := &n.user
	u.lost = u.lost || u.voiced-u.onset >= n.timing.ShortSpeech
}

// deaf takes what is known of the utterances whose finals will not come.
func (n *notes) deaf() {
	u := &n.user
	lost, open := u.drafts.split(u.closed)
	if len(lost) > 0 {
		u.said, u.known = join(u.said, lost.text()), n.now
	}
	if u.awaited() {
		n.loses()
	}
	u.drafts, u.settled, n.lates = open, u.closed, nil
}

func (n *notes) typed(text string) {
	u := &n.user
	if u.text() == "" {
		u.began = n.now
	}
	if !u.typed {
		u.spoken = u.text()
	}
	u.said = join(u.said, text)
	u.typed, u.ready, u.over = true, true, false
	if u.open != 0 {
		n.closeUtterance()
	}
	u.voiced, u.shut, u.known = n.now, n.now, n.now
	n.quiet, n.active, n.nudged = n.now, n.now, false
	n.caption()
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
	u.drafts, u.from = nil, n.utterances+1
}

func (n *notes) closeUtterance() {
	u := &n.user
	n.do(transcribe{u.open})
	u.closed, u.open, u.shut = u.open, 0, n.now
}

// endUtterance closes the open utterance once the user is silent.
func (n *notes) endUtterance() {
	u := &n.user
	if u.held && !u.sounding && n.reached(u.sounded+n.timing.LostRelease) {
		n.release()
	}
	if u.open != 0 && !u.speaking && (u.manual || n.reached(u.voiced+n.timing.UtteranceEnd)) {
		n.closeUtterance()
	}
}

func (n *notes) press() {
	u := &n.user
	u.manual, u.stirring, n.active = true, false, n.now
	if u.held {
		return
	}
	u.held, u.sounding, u.sounded = true, u.speaking, n.now
	n.opens(n.now)
}

func (n *notes) release() {
	u := &n.user
	if u.held {
		u.held, u.speaking = false, false
		u.voiced, n.quiet = n.now, n.now
	}
}

// withdraw takes back what was said under the button. With the button up there
// is nothing to take back: it ends push-to-talk.
func (n *notes) withdraw() {
	u := &n.user
	if !u.held {
		if u.manual = false; u.sounding {
			u.sounding = false
			n.opens(n.now)
		}
		return
	}
	n.release()
	n.forget()
	u.said, u.ready, u.over = "", false, false
	n.caption()
}

// caption shows the user's words so far, or takes back what is shown.
func (n *notes) caption() {
	u := &n.user
	if text := u.text(); text != "" || u.captioned {
		u.captioned = text != ""
		n.do(caption{text, false, u.typed, u.spoken})
	}
}
