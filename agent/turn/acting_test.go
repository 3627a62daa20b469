package turn

import (
	"strings"
	"time"
)

// The user of a world and the recogniser that listens.

// acts has the user do something.
func (w *world) acts() {
	switch w.r.IntN(16) {
	case 0, 1, 2, 3, 4, 5:
		w.speaking = !w.speaking
		if w.speaking && w.chance(2) {
			w.step(Sound{true})
		}
		w.step(Voice{On: w.speaking, At: w.now - w.within(100*ms), Soft: w.chance(5)})
	case 6, 7, 8:
		if w.speaking && w.open != 0 {
			w.says()
		}
	case 9:
		w.step(Sound{w.chance(2)})
	case 10:
		word := w.word()
		w.expect(word)
		w.step(Typed{word})
	case 11:
		w.step(Prediction{w.s.user.closed, w.r.Float64()})
	case 12:
		if w.chance(3) {
			w.step(ButtonDown{})
		} else {
			w.step(ButtonUp{})
		}
	case 13:
		if w.chance(6) {
			w.taken()
			w.step(ButtonCancel{})
		}
	case 14:
		w.step(Alone{On: w.chance(3), Left: w.chance(3)})
	case 15:
		w.step([]Event{Recess{w.chance(2)}, MoreTime{w.within(time.Minute)}, SignOfLife{w.chance(2)}}[w.r.IntN(3)])
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
		w.step(Transcript{Utterance: w.open, Text: joined(w.said[w.open])})
	}
}

// transcribe has the recogniser give its final: at once, late, without the
// words, or never because it broke.
func (w *world) transcribe(utterance uint64) {
	text := strings.Join(w.said[utterance], " ")
	switch {
	case utterance == w.broken:
		w.schedule(0, RecogniserLost{})
	case w.chance(20):
		w.optional(text)
		w.finally(w.within(3*time.Second), RecogniserLost{})
	case w.chance(20):
		w.optional(text)
		w.finally(w.within(time.Second), Transcript{Utterance: utterance, Final: true})
	default:
		w.finally(w.within(300*ms)*time.Duration(1+w.r.IntN(12)), Transcript{Utterance: utterance, Text: text, Final: true})
	}
}

func (w *world) finally(in time.Duration, e Event) {
	w.final = max(w.final, w.now+in)
	w.schedule(w.final-w.now, e)
}

// breaks loses the finals that are to come and the words of the open utterance.
func (w *world) breaks() {
	w.unschedule(func(e Event) bool {
		f, ok := e.(Transcript)
		if ok {
			w.optional(f.Text)
		}
		return ok
	})
	w.broken = w.open
	w.optional(joined(w.said[w.open]))
}

func joined(words []string) (text string) {
	for _, word := range words {
		text = Join(text, word)
	}
	return text
}
