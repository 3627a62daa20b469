package queue

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

// submitBudget bounds Submit when the NATS server does not answer.
const submitBudget = time.Second

// Client is a call's way to the checker. It is safe for concurrent use and
// needs no closing; Setup must have run once.
type Client struct{ JS jetstream.JetStream }

// Submit queues e for a judge and returns when the queue has it, after a second
// at most. Sending the same exchange again within two minutes does nothing, and
// of two with one number the first is judged. It wraps ErrExchange if e cannot
// be judged; any other error is of NATS.
func (c Client) Submit(ctx context.Context, e parley.Exchange) error {
	data, err := encodeExchange(e)
	if err != nil {
		return fmt.Errorf("submit exchange: %w", err)
	}
	return c.send(ctx, e.Call, e.Number, data)
}

// send queues an encoded exchange.
func (c Client) send(ctx context.Context, call parley.CallID, number int, data []byte) error {
	// Without a connection the message would wait in the client's buffer, and
	// each further try beside it.
	err := nats.ErrDisconnected
	if c.JS.Conn().IsConnected() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, submitBudget)
		defer cancel()
		_, err = c.JS.Publish(ctx, checkPrefix+string(call), data, jetstream.WithMsgID(messageID(call, number)))
	}
	if err != nil {
		return fmt.Errorf("submit exchange %d of %s: %w", number, call, err)
	}
	return nil
}
