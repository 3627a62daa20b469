package agent

import (
	"log/slog"
	"time"

	"parley/agent/turn"
)

// judgeSpan is how much of the user's speech the turn model hears: what Smart
// Turn was trained on.
const judgeSpan = 8 * time.Second

// judge asks the turn model about utterances, one at a time, while the
// conversation goes on. All but the asking belongs to the ear's goroutine.
type judge struct {
	model TurnModel
	log   *slog.Logger
	put   func(item) bool
	// run runs a function on a goroutine of the session's.
	run  func(func())
	ring []int16
	head int
	full bool
	// busy holds a token while the model is asked; with one under way the next
	// utterance goes unjudged, as a late judgement is worth nothing.
	busy chan struct{}
}

func newJudge(m TurnModel, log *slog.Logger, put func(item) bool) *judge {
	return &judge{
		model: m, log: log, put: put,
		ring: make([]int16, judgeSpan*16000/time.Second), busy: make(chan struct{}, 1),
	}
}

// hear keeps a frame.
func (j *judge) hear(pcm []int16) {
	n := copy(j.ring[j.head:], pcm)
	j.head += n
	if j.head == len(j.ring) {
		j.full = true
		j.head = copy(j.ring, pcm[n:])
	}
}

// ask has the utterance that ends now judged; the answer is a prediction.
func (j *judge) ask(utterance uint64) {
	select {
	case j.busy <- struct{}{}:
	default:
		return
	}
	var pcm []int16
	if j.full {
		pcm = append(pcm, j.ring[j.head:]...)
	}
	pcm = append(pcm, j.ring[:j.head]...)
	j.run(func() {
		defer func() { <-j.busy }()
		p, err := j.model.Predict(pcm)
		if err != nil {
			j.log.Warn("turn model failed", "err", err)
			return
		}
		j.put(turn.Prediction{Utterance: utterance, Likelihood: p})
	})
}
