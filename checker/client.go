package checker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

// submitBudget bounds Submit when the NATS server does not answer.
const submitBudget = time.Second

// Client is a call's way to the checker. It is safe for concurrent use and
// needs no closing; Setup must have run once.
type Client struct{ JS jetstream.JetStream }

// Submit queues e for a judge and returns when the queue has it, after a second
// at most. Sending the same exchange again within two minutes does nothing. It
// wraps ErrExchange if e cannot be judged; any other error is of NATS, and the
// call goes on without this verdict.
func (c Client) Submit(ctx context.Context, e parley.Exchange) error {
	data, err := encodeExchange(e)
	if err != nil {
		return fmt.Errorf("submit exchange: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, submitBudget)
	defer cancel()
	_, err = c.JS.Publish(ctx, checkPrefix+string(e.Call), data, jetstream.WithMsgID(messageID(e.Call, e.Number)))
	if err != nil {
		return fmt.Errorf("submit exchange %d of %s: %w", e.Number, e.Call, err)
	}
	return nil
}

// Verdicts calls f with each verdict of call, those of the last ten minutes
// first, until ctx ends; it then returns nil. f runs on this goroutine, with
// exchange numbers that only rise: a verdict that comes after a newer one is
// dropped. It rides out restarts of the NATS server.
func (c Client) Verdicts(ctx context.Context, call parley.CallID, f func(parley.Verdict)) error {
	if !isToken(call) {
		return fmt.Errorf("follow verdicts: %w: call id", ErrExchange)
	}
	consumer, err := c.JS.OrderedConsumer(ctx, VerdictsStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{verdictPrefix + string(call)}, InactiveThreshold: 30 * time.Second,
	})
	if err != nil {
		return quiet(ctx, fmt.Errorf("follow verdicts of %s: %w", call, err))
	}
	messages, err := consumer.Messages()
	if err != nil {
		return quiet(ctx, fmt.Errorf("follow verdicts of %s: %w", call, err))
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	newest := 0
	for {
		msg, err := messages.Next()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, jetstream.ErrNoHeartbeat):
			continue // the server is away; the consumer looks for it again
		case err != nil:
			return fmt.Errorf("follow verdicts of %s: %w", call, err)
		}
		var v parley.Verdict
		if json.Unmarshal(msg.Data(), &v) != nil || v.Call != call {
			slog.Warn("malformed verdict dropped", "call", call)
			continue
		}
		if v.Exchange > newest {
			newest = v.Exchange
			f(v)
		}
	}
}

// quiet drops the error of an operation that ended because ctx did.
func quiet(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return nil
}
