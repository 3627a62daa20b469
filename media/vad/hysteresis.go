package vad

const (
	// speechOn and speechOff are the probabilities at which speech may start and
	// stops: Silero's own, measured in speech.md C.
	speechOn  = 0.5
	speechOff = 0.35
	// minSpeechWindows is the onset: 64 ms, which no click reaches.
	minSpeechWindows = 2
)

// hysteresis turns speech probabilities into speech with a beginning and an
// end. Its zero value is silence.
type hysteresis struct {
	run    int // consecutive windows at or above speechOn, while silent
	speech bool
}

// step takes the probability of the next window. Started and ended are set on
// the window that changes speech.
func (h *hysteresis) step(prob float32) (speech, started, ended bool) {
	switch {
	case h.speech && prob >= speechOff:
	case h.speech:
		h.speech, ended = false, true
	case prob >= speechOn:
		if h.run++; h.run == minSpeechWindows {
			h.run, h.speech, started = 0, true, true
		}
	default:
		h.run = 0
	}
	return h.speech, started, ended
}
