package timer

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Hasten has the first pause after a failure, and the end of a call, come sooner.
func (t *Timers) Hasten(pause, patience time.Duration) { t.pause, t.patience = pause, patience }

// Look has Run make the server look at its clock more often.
func (t *Timers) Look(every time.Duration) { t.look = every }

// State is that of the stream.
func (t *Timers) State(ctx context.Context) (jetstream.StreamState, error) {
	info, err := t.stream.Info(ctx)
	if err != nil {
		return jetstream.StreamState{}, err
	}
	return info.State, nil
}
