package turn

import (
	"slices"
	"time"

	"parley"
)

// silence does what a pause asks for: a filler for a slow model or recogniser, a nod
// to a long turn, a nudge into a long silence; and it tells who is away.
func (n *notes) silence() {
	if n.alone {
		return
	}
	n.filler()
	n.nod()
	n.bridge()
	n.sayTells()
	n.nudge()
	n.tellAbsence()
}

// filler covers a model that takes long to begin.
func (n *notes) filler() {
	r := &n.reply
	waiting := r.answers() && r.phase == preparing && !r.filled
	if waiting && n.manners.Fillers && n.reached(r.due+n.Timing.Filler) {
		r.filled = true
		n.do(Fill{r.id})
	}
}

// nod says "mm-hm" into a pause of a long turn that is not over.
func (n *notes) nod() {
	u, t := &n.user, &n.Timing
	if !n.manners.Nods || n.reply.phase != none || n.nodding != 0 || u.manual || u.speaking || u.text() == "" ||
		u.voiced-u.began < t.NodAfter || n.delay() <= t.MinDelay ||
		n.nodded > 0 && n.now < n.nodded+t.NodGap || n.now > u.voiced+2*t.NodPause {
		return
	}
	if n.reached(u.voiced + t.NodPause) {
		n.replies++
		n.nodding, n.nodded = n.replies, n.now
		n.do(Nod{n.nodding})
	}
}

// bridge says a filler while a recogniser takes long over a turn that may be over:
// the user should not wait without a sign. One for each pause is enough.
func (n *notes) bridge() {
	u, t := &n.user, &n.Timing
	if !n.manners.Fillers || n.reply.phase != none || n.nodding != 0 || !u.awaited() ||
		u.speaking || u.sound || u.open != 0 || u.overlaps || u.voiced-u.onset < t.ShortSpeech || n.bridged > u.shut {
		return
	}
	if n.reached(u.shut + t.Filler) {
		n.replies++
		n.nodding, n.bridged = n.replies, n.now
		n.do(Bridge{n.nodding})
	}
}

// maxTells bounds what waits to be told; the newest beyond it are dropped.
const maxTells = 16

// tell keeps a line for the next pause.
func (n *notes) tell(text string) {
	if text != "" && len(n.tells) < maxTells {
		n.tells = append(slices.Clone(n.tells), text)
	}
}

// sayTells says what waits to be told into a pause: nobody speaks, nothing that was
// said waits for its answer. One of which nothing was heard is told again; see
// finished.
func (n *notes) sayTells() {
	if len(n.tells) == 0 || !n.idle() || n.user.sound || n.user.awaited() || n.user.button {
		return
	}
	if n.reached(n.quiet + n.Timing.TellPause) {
		text := n.tells[0]
		n.tells = slices.Clone(n.tells[1:])
		n.begin(told, preparing, text)
		n.do(SayLine{Reply: n.reply.id, Text: text})
	}
}

// idle reports whether neither side has the floor or is about to take it.
func (n *notes) idle() bool {
	u := &n.user
	return n.replies > 0 && n.reply.phase == none && n.nodding == 0 && !u.speaking && u.open == 0 && u.text() == ""
}

// nudge asks once into a silence whether the user is still there. A final
// transcript that does not come is not waited for forever.
func (n *notes) nudge() {
	u, t := &n.user, &n.Timing
	if !n.idle() || !n.manners.Nudges || n.nudged || u.awaited() && !n.reached(u.shut+t.TranscriptWait) {
		return
	}
	if n.reached(n.quiet + t.Patience) {
		n.nudged = true
		n.begin(nudge, preparing, "")
		n.reply.firm = n.manners.FirmNudges
		n.do(Nudge{n.reply.id})
	}
}

// tellAbsence tells whether the user has been silent for long.
func (n *notes) tellAbsence() {
	u, t := &n.user, &n.Timing
	switch idle := n.replies > 0 && !u.speaking && !u.button && !n.reply.heard(); {
	case n.away && n.now < n.active+t.Away:
		n.away = false
		n.do(ShowAway{false})
		n.reached(n.active + t.Away)
	case n.away:
		n.reached(n.active + n.mostSilence())
	case idle && n.reached(n.active+t.Away):
		n.away = true
		n.do(ShowAway{true})
		n.do(Present{parley.PresenceAway})
		n.reached(n.active + n.mostSilence())
	}
}

// mostSilence is how long the user may be silent before the call ends.
func (n *notes) mostSilence() time.Duration {
	if !n.met {
		return min(n.Timing.Silent, n.Timing.Abandoned)
	}
	return n.Timing.Abandoned
}

// whyAbandoned tells a user who was silent for too long why the call is over.
func (n *notes) whyAbandoned() parley.Phrase {
	if !n.met {
		return parley.EndedUnheard
	}
	return parley.EndedSilence
}

// signOfLife notes that the user is there. That they say so is news if they were
// asked, or have said nothing for a while.
func (n *notes) signOfLife(e SignOfLife) {
	if e.Said && (n.away || n.now-n.active >= time.Second) {
		n.do(Present{parley.PresenceHere})
	}
	n.active = n.now
}

// aloneNow notes whether somebody is there to hear. What is being said is held until
// then, and a silence counts from then on.
func (n *notes) aloneNow(e Alone) {
	if e.On && e.Left && !n.missing {
		n.missing, n.left = true, n.now
		n.stand()
	}
	if e.On == n.alone {
		return
	}
	n.alone = e.On
	if e.On {
		n.do(Present{parley.PresenceLost})
		n.hold()
		return
	}
	if n.missing {
		n.missing = false
		n.move()
	}
	n.do(Present{parley.PresenceBack})
	n.quiet, n.active = n.now, n.now
	if !n.user.overlaps {
		n.goOn()
	}
}
