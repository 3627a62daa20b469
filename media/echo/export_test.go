package echo

// Alone is the score from which an echo is alone where the loudspeaker is a good one.
const Alone = alone

// Score is Heard, and how much of the sound of the last 200 ms was played before.
func (e *Detector) Score(pcm []int16) (score float64, whose Voice) {
	e.score = 0
	whose = e.Heard(pcm)
	return e.score, whose
}
