package turn

import "time"

// What the user does, as facts. What follows from them is settled elsewhere.

func (n *notes) voice(e Voice) {
	u := &n.user
	u.sound = false
	n.active = n.now
	n.stretch(e.On, e.At)
	if u.manual {
		u.sounding, u.sounded = e.On, n.now
		return
	}
	if u.speaking == e.On {
		u.soft = u.soft && e.Soft
		return
	}
	if e.On {
		n.earlyRequest(EarlyRequest{})
	} else {
		n.together(e.At)
	}
	u.speaking, u.soft = e.On, e.Soft
	if !e.On {
		u.voiced, u.melody, n.quiet = e.At, e.Melody, n.now
		return
	}
	n.pauseEnds(e.At)
	n.opens(e.At)
}

// earlyRequest notes that the recogniser tells early what it heard, or that the user goes
// on: what it told is then an interim like others.
func (n *notes) earlyRequest(e EarlyRequest) {
	u := &n.user
	if u.asked = e.On; !e.On {
		u.early = 0
		return
	}
	u.askedAt = n.now
	if u.speaking && !u.manual {
		u.voiced = e.At
	}
}

// pauseEnds learns from the silence that speech at ended, if the turn was still
// the user's: it was not yet answered, or the answer had hardly begun.
func (n *notes) pauseEnds(at time.Duration) {
	u, r := &n.user, &n.reply
	early := r.answers() && r.heard() && at < r.start+n.Timing.MinPause
	going := !u.overlaps && (u.text() != "" || u.awaited())
	if u.voiced > n.resumed && (going || early) { // else the clocks stood still in it
		u.paused = u.paused || at-u.voiced >= n.Timing.MinPause
		n.goesOn()
		n.Profile = learn(n.Timing, n.Profile, at-u.voiced)
	}
}

// opens notes the start of speech and opens an utterance unless one is open.
func (n *notes) opens(at time.Duration) {
	u := &n.user
	u.speaking, u.onset, n.nudged = true, at, false
	u.pressed = u.button
	if u.text() == "" && !u.awaited() && u.open == 0 {
		u.began, u.stretches = at, nil
	}
	if n.reply.playing() {
		n.overlaps(max(at, n.reply.start))
	}
	if u.open == 0 {
		n.utterances++
		u.open = n.utterances
		lead := n.Timing.SpeechLead
		if u.button {
			lead = n.Timing.ButtonLead
		}
		n.do(Listen{u.open, lead})
	}
}

func (n *notes) transcript(e Transcript) {
	u := &n.user
	if n.belated(e) {
		return
	}
	if e.Utterance < u.from {
		if e.Final {
			u.settled = max(u.settled, e.Utterance)
		}
		return
	}
	if e.Echo {
		e.Text = ""
	}
	if e.Final {
		if e.Utterance <= u.settled {
			return // doubled
		}
		if e.Failed {
			e.Text = u.drafts.of(e.Utterance)
			n.noteLost()
		}
		u.settled, u.known = e.Utterance, n.now
		n.writes = n.writes || written(e.Text)
		u.said = Join(u.said, e.Text)
		if e.Text != "" {
			u.ends = e.Ends
		}
		_, u.drafts = u.drafts.split(e.Utterance)
		if e.Text != "" {
			u.confidence = e.Confidence
		}
	} else if e.Utterance > u.settled && (e.Early || e.Utterance != u.early) {
		n.interim(e)
	}
	n.caption()
}

// interim takes what is known of an utterance before its final. Once there is an
// early transcript, plain ones are of earlier words.
func (n *notes) interim(e Transcript) {
	u := &n.user
	if drafts, news := u.drafts.with(e.Utterance, e.Text); news {
		u.drafts, u.changed, u.ends = drafts, n.now, e.Ends
	}
	if e.Early && u.asked && e.Utterance == max(u.open, u.closed) {
		u.early, u.toldAt = e.Utterance, n.now
		n.writes = n.writes || written(e.Text)
	}
}

// noteLost notes that speech of this turn was not recognised.
func (n *notes) noteLost() {
	u := &n.user
	u.lost = u.lost || u.voiced-u.onset >= n.Timing.ShortSpeech
}

// recogniserLost takes what is known of the utterances whose finals will not come.
func (n *notes) recogniserLost() {
	u := &n.user
	lost, open := u.drafts.split(u.closed)
	if len(lost) > 0 {
		u.said, u.known = Join(u.said, lost.text()), n.now
	}
	if u.awaited() {
		n.noteLost()
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
	u.said = Join(u.said, text)
	u.typed, u.ready, u.overlaps = true, true, false
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
	n.do(Transcribe{u.open})
	u.closed, u.open, u.shut = u.open, 0, n.now
}

// endUtterance closes the open utterance once the user is silent.
func (n *notes) endUtterance() {
	u := &n.user
	if u.button && !u.sounding && n.reached(u.sounded+n.Timing.LostRelease) {
		n.buttonUp()
	}
	if u.open != 0 && !u.speaking && (u.manual || n.reached(u.voiced+n.Timing.UtteranceEnd)) {
		n.closeUtterance()
	}
}

func (n *notes) buttonDown() {
	u := &n.user
	u.manual, u.sound, n.active = true, false, n.now
	if u.button {
		return
	}
	u.button, u.sounding, u.sounded = true, u.speaking, n.now
	n.opens(n.now)
}

func (n *notes) buttonUp() {
	u := &n.user
	if u.button {
		n.together(n.now)
		if u.talking { // the rest is nobody's turn
			n.stretch(false, n.now)
			u.talking, u.since = true, n.now
		}
		u.button, u.speaking = false, false
		u.voiced, n.quiet = n.now, n.now
	}
}

// buttonCancel takes back what was said under the button. With the button up there
// is nothing to take back: it ends push-to-talk.
func (n *notes) buttonCancel() {
	u := &n.user
	if !u.button {
		if u.manual = false; u.sounding {
			u.sounding = false
			n.opens(n.now)
		}
		return
	}
	n.buttonUp()
	n.forget()
	u.said, u.ready, u.overlaps, u.stretches = "", false, false, nil
	n.caption()
}

// caption shows the user's words so far, or takes back what is shown.
func (n *notes) caption() {
	u := &n.user
	if text := u.text(); text != "" || u.captioned {
		u.captioned = text != ""
		n.do(Caption{text, false, u.typed, u.spoken})
	}
}
