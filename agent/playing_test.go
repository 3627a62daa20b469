package agent

import "time"

// The playout and the user of a world.

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

// acts has the user do something.
func (w *world) acts() {
	switch w.r.IntN(14) {
	case 0, 1, 2, 3, 4, 5:
		w.speaking = !w.speaking
		if w.speaking && w.chance(2) {
			w.step(stir{true})
		}
		w.step(voice{on: w.speaking, at: w.now - w.within(100*ms), soft: w.chance(5)})
	case 6, 7, 8:
		if w.speaking && w.open != 0 {
			w.says()
		}
	case 9:
		w.step(stir{w.chance(2)})
	case 10:
		word := w.word()
		w.expect(word)
		w.step(typed{word})
	case 11:
		w.step(prediction{w.s.user.closed, w.r.Float64()})
	case 12:
		if w.chance(3) {
			w.step(press{})
		} else {
			w.step(release{})
		}
	case 13:
		if w.chance(6) {
			w.taken()
			w.step(withdraw{})
		}
	}
}

// says has the user say a word, and the recogniser tell of it.
func (w *world) says() {
	word := w.word()
	if w.chance(6) {
		word = "yeah" // a listener's; it is not followed
	} else {
		w.expect(word)
	}
	if w.open == w.broken {
		w.optional(joined(w.said[w.open]))
		w.optional(word)
	}
	w.said[w.open] = append(w.said[w.open], word)
	if w.chance(2) {
		w.step(transcript{utterance: w.open, text: joined(w.said[w.open])})
	}
}

func joined(words []string) (text string) {
	for _, word := range words {
		text = join(text, word)
	}
	return text
}
