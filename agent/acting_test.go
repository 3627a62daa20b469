package agent

import (
	"strings"
	"time"
)

// The user of a world and the recogniser that listens.

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

// transcribe has the recogniser give its final: at once, late, without the
// words, or never because it broke.
func (w *world) transcribe(utterance uint64) {
	text := strings.Join(w.said[utterance], " ")
	switch {
	case utterance == w.broken:
		w.schedule(0, deaf{})
	case w.chance(20):
		w.optional(text)
		w.finally(w.within(3*time.Second), deaf{})
	case w.chance(20):
		w.optional(text)
		w.finally(w.within(time.Second), transcript{utterance: utterance, final: true})
	default:
		w.finally(w.within(300*ms)*time.Duration(1+w.r.IntN(12)), transcript{utterance: utterance, text: text, final: true})
	}
}

func (w *world) finally(in time.Duration, e event) {
	w.final = max(w.final, w.now+in)
	w.schedule(w.final-w.now, e)
}

// breaks loses the finals that are to come and the words of the open utterance.
func (w *world) breaks() {
	w.unschedule(func(e event) bool {
		f, ok := e.(transcript)
		if ok {
			w.optional(f.text)
		}
		return ok
	})
	w.broken = w.open
	w.optional(joined(w.said[w.open]))
}

func joined(words []string) (text string) {
	for _, word := range words {
		text = join(text, word)
	}
	return text
}
