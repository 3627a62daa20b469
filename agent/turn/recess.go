package turn

import "parley"

// Both clocks: the user may stop them, and have more time or no limit at all.

// recessNow stops both clocks, or has them go on. What the character is saying waits.
func (n *notes) recessNow(on bool) {
	if !on {
		n.goesOnAfter(false)
		return
	}
	if n.active = n.now; n.recess {
		return
	}
	n.recess, n.stopped = true, n.now
	n.stand()
	if n.away { // who stops the clocks is there
		n.away = false
		n.do(ShowAway{})
	}
	n.do(ShowRecess{On: true, Start: n.now})
	n.hold()
}

// stand has the time limit stand still, if it does not for the other reason: a pause,
// and that the user is missing.
func (n *notes) stand() {
	if n.recess != n.missing {
		n.still = n.now
		n.showLimit()
	}
}

// move has the time limit go on, if neither reason is left.
func (n *notes) move() {
	if !n.recess && !n.missing {
		n.opened += n.now - n.still
		n.over = n.now
		n.showLimit()
	}
}

// goesOnAfter has the clocks go on, if they stand still: no time has passed for the
// limit, and a silence counts from now on.
func (n *notes) goesOnAfter(forgotten bool) {
	if !n.recess {
		return
	}
	n.recess, n.resumed = false, n.now
	n.quiet, n.active = n.now, n.now
	n.do(ShowRecess{Forgotten: forgotten, Start: n.stopped, End: n.now})
	n.move()
	if !n.user.overlaps {
		n.goOn()
	}
}

// endRecess has the clocks go on by themselves after long, and keeps what the character
// is about to say until then.
func (n *notes) endRecess() {
	if n.recess && n.reached(n.stopped+n.Timing.Recess) {
		n.goesOnAfter(true)
	}
	if r := &n.reply; n.recess && r.phase == preparing {
		r.phase = heldBack
		n.do(HoldBack{r.id})
	}
}

// relent gives the user more time, or all of it, also when it has just run out.
func (n *notes) relent(e Event) {
	if n.limits.Time == 0 {
		return
	}
	switch e := e.(type) {
	case MoreTime:
		n.limits.Time += e.For
	case NoLimit:
		n.limits.Time = 0
	}
	if n.ending == (End{Outcome: parley.Timeout}) && n.partBy == 0 && !n.closing {
		n.ending = End{} // if its turns are used up, too, it is over all the same
	}
	n.showLimit()
}

// showLimit tells how the time limit stands.
func (n *notes) showLimit() {
	switch end := n.opened + n.limits.Time; {
	case n.limits.Time == 0:
		n.do(ShowLimit{})
	case n.recess || n.missing:
		n.do(ShowLimit{Left: max(end-n.now, 1)})
	default:
		n.do(ShowLimit{At: end})
	}
}
