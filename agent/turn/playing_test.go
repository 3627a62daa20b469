package turn

import "time"

// The playout of a world.

// speaks has a reply heard in a while, and over in a longer one.
func (w *world) speaks(reply uint64) {
	begin := w.within(2 * time.Second)
	w.schedule(begin, Audible{reply, w.now + begin})
	w.schedule(begin+w.within(5*time.Second)+1, Finished{reply, "all of it", true})
}

// stops has the playout pause: nothing is over any more. A reply may just have
// become audible all the same.
func (w *world) stops() {
	late := w.chance(4)
	w.unschedule(func(e Event) bool {
		a, first := e.(Audible)
		f, last := e.(Finished)
		return first && a.Reply == w.reply && !late || last && f.Reply == w.reply
	})
	if late {
		for i, s := range w.next {
			if a, ok := s.e.(Audible); ok {
				w.next = append(w.next[:i:i], w.next[i+1:]...)
				w.schedule(0, Audible{a.Reply, w.now})
				break
			}
		}
	}
}

// cut has the playout cut a reply: at once, at the end of a word, or too late.
func (w *world) cut(f Cut) {
	w.unschedule(func(e Event) bool {
		_, first := e.(Audible)
		last, isLast := e.(Finished)
		return first || isLast && last.Reply == f.Reply
	})
	heard := Finished{Reply: f.Reply}
	if w.heard {
		heard.Heard = []string{"", "a part"}[w.r.IntN(2)]
	}
	switch {
	case !f.WordEnd:
		w.schedule(0, heard)
	case w.chance(10):
		w.schedule(0, Finished{f.Reply, "all of it", true})
	default:
		w.schedule(w.within(120*ms), heard)
	}
}
