package endpoint

// Marks are what is known of how a recogniser marks the ends of sentences. Some
// write a full stop after every piece they are given, whether the speaker goes on
// or not; that shows as soon as one does. The zero value knows nothing.
type Marks struct {
	// Right counts marks after which the turn was over, Wrong those after which the
	// user went on.
	Right, Wrong float64
}

// priorRight and priorWrong are how far a mark is trusted before any was seen.
// One that is wrong counts for several: who marks one piece marks them all.
const (
	priorRight = 4
	priorWrong = 1
	rights     = 2
	wrongs     = 4
)

// Trust is how likely a mark is to stand at the end of a turn.
func (m Marks) Trust() float64 {
	right := rights*m.Right + priorRight
	return right / (right + wrongs*m.Wrong + priorWrong)
}
