package agent

import "time"

// The playout of a world.

// speaks has a reply heard in a while, and over in a longer one.
func (w *world) speaks(reply uint64) {
	begin := w.within(2 * time.Second)
	w.schedule(begin, audible{reply, w.now + begin})
	w.schedule(begin+w.within(5*time.Second)+1, finished{reply, "all of it", true})
}

// stops has the playout pause: nothing is over any more. A reply may just have
// become audible all the same.
func (w *world) stops() {
	late := w.chance(4)
	w.unschedule(func(e event) bool {
		a, first := e.(audible)
		f, last := e.(finished)
		return first && a.reply == w.reply && !late || last && f.reply == w.reply
	})
	if late {
		for i, s := range w.next {
			if a, ok := s.e.(audible); ok {
				w.next = append(w.next[:i:i], w.next[i+1:]...)
				w.schedule(0, audible{a.reply, w.now})
				break
			}
		}
	}
}

// cut has the playout cut a reply: at once, at the end of a word, or too late.
func (w *world) cut(f cut) {
	w.unschedule(func(e event) bool {
		_, first := e.(audible)
		last, isLast := e.(finished)
		return first || isLast && last.reply == f.reply
	})
	heard := finished{reply: f.reply}
	if w.heard {
		heard.heard = []string{"", "a part"}[w.r.IntN(2)]
	}
	switch {
	case !f.wordEnd:
		w.schedule(0, heard)
	case w.chance(10):
		w.schedule(0, finished{f.reply, "all of it", true})
	default:
		w.schedule(w.within(120*ms), heard)
	}
}
