package agent

import (
	"strings"
)

// How the user's speech over the character was taken; the names count them.
const (
	ignored = "ignored" // a listener's "mm-hm", or nothing
	heldOn  = "held"    // the character paused, then went on
	yielded = "yielded" // the character gave the floor
)

// overlap is barge-in: the character's voice goes down with the first sound,
// pauses once it is speech, and gives way when the words are more than a
// listener's.
func (n *notes) overlap() {
	r, u := &n.reply, &n.user
	if r.id == 0 || r.cutting {
		return
	}
	if n.closing || u.ready && !r.firm {
		n.cut(!n.closing)
		return
	}
	if !r.audible {
		return
	}
	if on := u.stirring || u.speaking; on != r.ducked {
		r.ducked = on
		n.do(duck{r.id, on})
	}
	switch {
	case r.firm:
	case u.held:
		n.yield()
	case u.over:
		n.decide()
	}
}

// decide takes what is said over the character for an interruption, for a
// listener's word, or waits for more of it.
func (n *notes) decide() {
	r, u, t := &n.reply, &n.user, &n.timing
	language := n.manners.language
	words, listens := u.said, backchannel
	if len(u.drafts) > 0 { // the last word is a guess, and a phrase may be half said
		words, listens = join(u.said, butLast(u.drafts.text())), mayBackchannel
	}
	_, now := u.drafts.split(u.closed)
	switch {
	case words != "" && !listens(words, language):
		n.yield()
	case u.speaking && words != "" && len(now) > 0 && backchannel(u.text(), language): // the guess too
		n.goOn()
	case u.speaking:
		hold := t.BargeIn
		if u.soft {
			hold = t.SoftBargeIn
		}
		if !r.paused && n.reached(u.onset+hold) {
			r.paused, r.since = true, n.now
			n.do(pause{r.id})
		}
	case u.open == 0 && !u.awaited():
		n.disregard()
	case r.paused && n.reached(u.voiced+t.FalseInterruption):
		if u.voiced-u.onset >= t.Yield {
			n.yield() // long speech of a recogniser that is late
			return
		}
		n.goOn()
	}
}

// yield gives the user the floor.
func (n *notes) yield() {
	n.do(overlapped{yielded})
	n.user.over = false
	n.cut(!n.reply.paused)
}

// goOn goes on with a paused reply.
func (n *notes) goOn() {
	if r := &n.reply; r.paused {
		r.paused = false
		n.do(resume{r.id, n.now-r.since > n.timing.LongPause})
	}
}

// disregard takes what was said over the character for a listener's: it is kept
// beside the conversation, and the character goes on.
func (n *notes) disregard() {
	outcome := ignored
	if n.reply.paused {
		outcome = heldOn
	}
	n.do(overlapped{outcome})
	n.goOn()
	n.aside()
	n.user.over = false
}

// aside records the user's words so far as said without taking the floor.
func (n *notes) aside() {
	u := &n.user
	if text := u.text(); text != "" {
		n.do(caption{text, true, u.typed, u.spoken})
		n.turns++
		n.do(recordUser{text: text, aside: true, start: u.began, end: u.voiced, confidence: u.confidence})
	}
	n.clearTurn()
}

// cut stops the reply; the finished event that follows says what was heard.
func (n *notes) cut(wordEnd bool) {
	r := &n.reply
	if r.cutting {
		return
	}
	if r.early && r.held {
		n.budget.spend()
		n.do(speculated{})
	}
	r.cutting = true
	n.do(cut{r.id, wordEnd && r.audible})
}

// butLast is text without its last word.
func butLast(text string) string {
	i := strings.LastIndexByte(strings.TrimSpace(text), ' ')
	return text[:max(i, 0)]
}
