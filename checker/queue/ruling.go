package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"parley/checker"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

// ruling is a message of the verdicts stream: the verdict and the ledger after
// it. They travel as one, so no worker can publish one without the other.
type ruling struct {
	parley.Verdict
	Ledger checker.Ledger `json:"ledger"`
}

var (
	// errTaken means that another verdict of the call was published since its
	// ledger was read.
	errTaken = errors.New("another verdict came first")
	// errSettled means that the exchange has its verdict.
	errSettled = errors.New("the exchange has its verdict")
	errRuling  = errors.New("not a verdict")
)

// publishPause spaces the tries to publish a verdict, publishBudget bounds all
// of them: the judgement is made, and a server that restarts is back by then.
const (
	publishPause  = 100 * time.Millisecond
	publishTry    = time.Second
	publishBudget = 10 * time.Second
)

// decodeRuling reads a message on the verdicts of call.
func decodeRuling(data []byte, call parley.CallID) (ruling, error) {
	var r ruling
	if json.Unmarshal(data, &r) != nil || r.Call != call {
		return ruling{}, errRuling // the cause may quote speech
	}
	if r.Ledger.Exchange == 0 {
		r.Ledger = checker.Ledger{Exchange: r.Exchange, Progress: min(max(r.Progress, 0), parley.MaxProgress)}
	}
	return r, nil
}

// standing is the ledger of a call and the sequence of the message it was in, 0
// if there is none.
type standing struct {
	checker.Ledger
	sequence uint64
}

// standing reads how a call stands.
func (w *Worker) standing(ctx context.Context, call parley.CallID) (standing, error) {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	msg, err := w.verdicts.GetLastMsgForSubject(ctx, verdictPrefix+string(call))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return standing{}, nil
	}
	if err != nil {
		return standing{}, fmt.Errorf("read the ledger of %s: %w", call, err)
	}
	r, err := decodeRuling(msg.Data, call)
	if err != nil {
		return standing{sequence: msg.Sequence}, nil // not ours; it holds nothing
	}
	return standing{r.Ledger, msg.Sequence}, nil
}

// publish makes r the call's newest verdict if the call still stands as the
// worker that decided it knew, and is errTaken otherwise. It rides out a restart
// of the server.
func (w *Worker) publish(ctx context.Context, r ruling, known standing) error {
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode verdict: %w", err)
	}
	over := time.Now().Add(publishBudget)
	for {
		again, err := w.publishOnce(ctx, r, data, known)
		if !again || time.Now().After(over) {
			return err
		}
		select {
		case <-time.After(publishPause):
		case <-ctx.Done():
			return err
		}
	}
}

// publishOnce reports whether another try may help.
func (w *Worker) publishOnce(ctx context.Context, r ruling, data []byte, known standing) (again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, publishTry)
	defer cancel()
	ack, err := w.JS.Publish(ctx, verdictPrefix+string(r.Call), data,
		jetstream.WithMsgID(messageID(r.Call, r.Exchange)), jetstream.WithExpectLastSequencePerSubject(known.sequence))
	var refused *jetstream.APIError
	switch {
	case errors.As(err, &refused) && refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence:
		return false, errTaken
	case errors.As(err, &refused) && refused.Code == http.StatusBadRequest: // such as for its size
		return false, fmt.Errorf("publish verdict: %w", err)
	case err != nil:
		return true, fmt.Errorf("publish verdict: %w", err)
	case ack.Duplicate:
		return false, errSettled
	}
	return false, nil
}
