package vad

const (
	// settled is how many windows without speech it takes until the network's
	// memory holds the noise around and nothing of the words, 0.64 s.
	settled = 20
	// refreshEvery is how many windows pass before the memory is put back, 1 s:
	// what it drifts in that time costs no onset. With 2 s it begins to.
	refreshEvery = 31
)

// refresh keeps Silero from going deaf. Its memory drifts while nobody speaks:
// of 96 sentences in noise 10 dB below them, four voices, 1 was confirmed more
// than 300 ms late after 5 s of silence, 11 after 12 s, 83 after 40 s. So the
// memory is kept as it was soon after speech, or soon after the beginning, and put
// back every second until the next: then it is 1 after 40 s. The zero value is the
// beginning.
type refresh struct {
	kept [stateSize]float32
	calm int  // windows without speech
	done bool // kept is of this silence
}

// window takes the judgement that led to state, and may change state.
func (r *refresh) window(prob float32, speech bool, state *[stateSize]float32) {
	switch {
	case speech:
		r.calm, r.done = 0, false
		return
	case prob >= speechOff: // a doubtful sound; what is kept stays good
		r.calm = 0
		return
	}
	r.calm++
	switch {
	case !r.done && r.calm == settled:
		r.kept, r.done = *state, true
	case r.done && r.calm%refreshEvery == 0:
		*state = r.kept
	}
}
